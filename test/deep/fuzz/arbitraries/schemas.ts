import fc from 'fast-check';
import * as z from 'zod';
import { ORIGIN_LENGTH_MAX } from '../../../../shared/contract/limits.ts';
import type { Operation } from '../../../../shared/contract/operations/index.ts';
import type { CaptchaSettings } from '../../../../shared/contract/schemas/spamSettings.ts';
import { isReceiver } from '../../../../shared/deliveries/channels/webhook/receiver.ts';
import { termProblem } from '../../../../shared/intake/blockedTerms.ts';
import { anyJson, objectOf } from './json.ts';
import { anyText } from './text.ts';

/** The part of JSON Schema that the operations' schemas use. */
interface JsonSchema {
  type?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

const schemaOf = (schema: Operation['body']): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Values that a schema takes, as far as JSON Schema can say it. */
function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'object' && schema.properties) return recordOf(schema.properties, schema.required);
  return schema.type === 'object' ? objectOf(anyJson) : anyJson;
}

function recordOf(properties: Record<string, JsonSchema>, required: string[] = []): fc.Arbitrary<object> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)]));
  return fc.record(fields, { requiredKeys: required });
}

function textOf({ format, pattern, minLength = 0, maxLength = 64 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email')
    return fc.constantFrom('ana@example.com', 'Ana@example.com', 'first.last+tag@mail.example.co.uk');
  if (format === 'uri') {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
    return maxLength === ORIGIN_LENGTH_MAX ? url.map((text) => new URL(text).origin) : url;
  }
  if (pattern === undefined) return fc.string({ unit: 'grapheme', minLength, maxLength });
  const matching = fc.stringMatching(new RegExp(pattern));
  if (minLength === 0) return matching;
  return fc.array(matching, { minLength, maxLength: minLength + 4 }).map((parts) => parts.join('').slice(0, maxLength));
}

/** Bodies that an operation takes; any object for one that takes none. */
export function rightBody({ body, bodyTypes }: Operation): fc.Arbitrary<object> {
  if (bodyTypes.length === 0) return objectOf(anyJson);
  return (arbitraryOf(schemaOf(body)) as fc.Arbitrary<object>).filter(
    (value) => body.safeParse(value).success && isTakenByHandlers(value),
  );
}

interface Settings {
  blockedTerms?: string[];
  captcha?: Partial<CaptchaSettings>;
  url?: string;
}

/** What a schema cannot say: terms can be found, a captcha that needs a secret has one, a webhook's address is public. */
function isTakenByHandlers({ blockedTerms, captcha, url }: Settings) {
  if (url !== undefined && !isReceiver(url, { allowLoopback: false })) return false;
  if (blockedTerms?.some((term) => termProblem(term) !== undefined)) return false;
  return captcha?.secret !== undefined || captcha?.siteKey === undefined;
}

/** Bodies with one field missing, added, or of another value. */
export function nearlyRightBody(operation: Operation): fc.Arbitrary<object> {
  const names = Object.keys(schemaOf(operation.body).properties ?? {});
  const name =
    names.length === 0
      ? anyText
      : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: anyText });
  const change = fc.oneof(fc.constant(undefined), anyText, anyJson, fc.constantFrom(null, [], {}, [null], [[]], 0, ''));
  return fc
    .tuple(rightBody(operation), name, change)
    .map(([value, field, other]) =>
      Object.fromEntries([
        ...Object.entries(value).filter(([key]) => key !== field),
        ...(other === undefined ? [] : [[field, other]]),
      ]),
    );
}

/** Query strings of an operation that takes some, right or nearly. */
export function queryOf({ query }: Operation): fc.Arbitrary<string> {
  const names = Object.keys(schemaOf(query).properties ?? {});
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }).map(String) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('0', '-1', '1.5', '', '007', '1e3', '99999999999999999999', '%31', '+1', ' 1'),
    },
    { weight: 1, arbitrary: anyText.filter((text) => text.isWellFormed()).map(encodeURIComponent) },
  );
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('page', 'limit', ...names) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'PAGE', 'page[]', '', 'a') },
  );
  const pairs = fc.array(fc.tuple(name, value), { maxLength: 3 });
  return pairs.map((all) => (all.length === 0 ? '' : `?${all.map(([key, text]) => `${key}=${text}`).join('&')}`));
}
