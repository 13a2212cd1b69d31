import { withoutOtherControls } from '../contract/controlFields.ts';
import type { OrderedData } from '../contract/fieldOrder.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';

/**
 * A submission as messages and lists show it to people: without fields that control other services, and with ticked
 * boxes as words.
 */
export function forPeople<T extends OrderedData>(submission: T, rules: readonly FieldRule[] = []): T {
  const ruleOf = new Map(rules.map((rule) => [rule.name, rule]));
  const shown = Object.entries(withoutOtherControls(submission.data, rules));
  const data = Object.fromEntries(shown.map(([name, value]) => [name, withWords(value, ruleOf.get(name))]));
  const fieldOrder = submission.fieldOrder?.filter((name) => Object.hasOwn(data, name));
  return { ...submission, data, ...(fieldOrder && { fieldOrder }) };
}

/**
 * A value with "yes" and "no" for boxes: browsers send `on` for a ticked one without a value, scripts send booleans. In a
 * field of another type, or with options, `on` is a text.
 */
export function withWords(value: unknown, rule?: Pick<FieldRule, 'type' | 'options'>): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === 'on') return rule === undefined || (rule.type === 'checkbox' && !rule.options) ? 'yes' : value;
  if (Array.isArray(value)) return value.map((item) => withWords(item, rule));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withWords(item)]));
}

/** Joins texts with commas, or with semicolons if a text contains a comma. */
export const listed = (texts: readonly string[]): string =>
  texts.join(texts.some((text) => text.includes(',')) ? '; ' : ', ');

/** A list of plain values as one text; undefined for other values, or if a value contains the separator. */
export function listText(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item !== 'object' || item === null)) return undefined;
  const texts = value.map((item) => String(item ?? ''));
  const isUnclear = texts.some((text) => text.includes(';') || (texts.length === 1 && text.includes(',')));
  return isUnclear ? undefined : listed(texts);
}
