import { fillInTemplate, type Placeholder } from '../../contract/webhookTemplate.ts';
import { contentOf } from './content.ts';
import type { Format, FormEvent, ReceiverResponse, ResponseVerdict } from './format.ts';
import { judgeStatus, objectIn } from './verdicts.ts';

/**
 * The most bytes that placeholders can add to a template: a submission has 50,000, and may be inserted several times.
 */
export const FILLED_BYTES_MAX = 256_000;
/** The most bytes of a UTF-16 unit in JSON: `\u001f`. */
const UNIT_BYTES_MAX = 6;

export const template: Format = {
  write: (event, text = 'null') => ({ body: filled(text, event), contentType: 'application/json; charset=utf-8' }),
  judge,
  paceMs: 0,
};

function filled(text: string, event: FormEvent): string {
  const valueAt = valuesOf(event);
  let left = FILLED_BYTES_MAX;
  const take = <T>(value: T, shorter: T): T => {
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
    const taken = bytes <= left ? value : shorter;
    left -= Math.min(left, bytes);
    return taken;
  };
  const short = (value: string) => value.slice(0, Math.floor(left / UNIT_BYTES_MAX)).toWellFormed();
  const value = (name: Placeholder) => {
    const found = wellFormed(valueAt(name) ?? null);
    return take(found, typeof found === 'string' ? short(found) : null);
  };
  return fillInTemplate(text, {
    value,
    text: (name) => {
      const found = textOf(valueAt(name)).toWellFormed();
      return take(found, short(found));
    },
  });
}

function valuesOf(event: FormEvent): (name: Placeholder) => unknown {
  const { type, at, endpoint, submission, dashboardUrl } = event;
  const known: Record<string, () => unknown> = {
    form: () => endpoint.name,
    date: () => at.slice(0, 10),
    reference: () => submission?.id ?? '',
    event: () => type,
    'submission.url': () => dashboardUrl,
    fields: () => linesOf(event),
  };
  return (name) => (name.startsWith('field.') ? fieldOf(event, name.slice('field.'.length)) : known[name]?.());
}

/** A field's value, or the names of its files. Tests use values that most services accept. */
function fieldOf({ type, submission }: FormEvent, name: string): unknown {
  if (type === 'webhook.test') return /mail/i.test(name) ? 'test@example.com' : 'Test';
  if (submission && Object.hasOwn(submission.data, name)) return submission.data[name];
  const files = submission?.files?.filter(({ field }) => field === name) ?? [];
  return files.length === 0 ? undefined : files.map((file) => file.name).join(', ');
}

const linesOf = (event: FormEvent): string => {
  const { fields, text } = contentOf(event, false);
  return fields.length === 0 ? text : fields.map(({ name, value }) => `${name}: ${value}`).join('\n');
};

/** A value within a text: the items of a list, or an object's JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value);
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isPlainList ? value.join(', ') : JSON.stringify(value);
}

/** JSON can contain unpaired surrogates, which many services reject. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]));
};

/** Services that respond with 200 on failure: GraphQL and bulk requests list `errors`, others have `ok: false`. */
function judge(response: ReceiverResponse): ResponseVerdict {
  const verdict = judgeStatus(response);
  const { ok, errors } = objectIn(response.body);
  const isRefused = ok === false || (Array.isArray(errors) && errors.length > 0);
  return verdict.error === undefined && isRefused ? { error: 'answer' } : verdict;
}
