import type { FieldType } from '../../../shared/contract/choices.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { valueOfOption } from '../../../shared/fields/types.ts';

const VALUES: Partial<Record<FieldType, string | number>> = {
  email: 'ada@example.com',
  url: 'https://example.com',
  tel: '+44 20 7946 0000',
  number: 1,
  date: '2026-12-31',
  month: '2026-12',
  week: '2026-W52',
  time: '17:30',
  'datetime-local': '2026-12-31T17:30',
  color: '#0b6b57',
  checkbox: 'on',
};

/** Sample data that meets an endpoint's rules as far as possible; undefined without rules. */
export const sampleData = ({ fields }: Endpoint): Record<string, unknown> | undefined =>
  fields &&
  Object.fromEntries(
    fields.filter(({ type }) => type !== 'file' && type !== 'hidden').map((rule) => [rule.name, valueFor(rule)]),
  );

function valueFor({ type, options, min, max, minLength = 0, maxLength }: FieldRule): string | number {
  const [option] = options ?? [];
  if (option !== undefined) return valueOfOption(option);
  const value = min ?? max ?? VALUES[type] ?? (type === 'range' ? 50 : 'Hello');
  return typeof value === 'string' ? value.padEnd(minLength, '!').slice(0, maxLength) : value;
}
