import fc from 'fast-check';
import type { Operation } from '../../../../shared/contract/operations/index.ts';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { UNSUBSCRIBE_PATH } from '../../../../shared/contract/unsubscribeUrl.ts';
import { checkRules } from '../../../../shared/fields/checkRules.ts';
import type { Schema } from '../../../../shared/openapi/types.ts';
import { MARK } from '../../../support/samples/plantedTexts.ts';
import { Random } from '../../../support/simulator/random.ts';
import { operations, problemsOf, resolved } from '../../../support/site/document.ts';
import { randomCase } from '../../fields/cases.ts';
import { anyJson, objectOf } from './json.ts';
import { anyText } from './text.ts';

const JSON_TYPE = 'application/json';
const ITEMS_MAX = 4;

const allowedBy = (schema: Schema): fc.Arbitrary<unknown> =>
  likely(schema).filter((value) => problemsOf(schema, value).length === 0);

/** Values that a schema allows, except for `not` and exact formats. */
function likely(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: values, type, items = {} } = resolved(schema);
  const choices = (resolved(schema).oneOf ?? resolved(schema).anyOf) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map(allowedBy));
  if (values) return fc.constantFrom(...values);
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return integerOf(resolved(schema));
  if (type === 'array') return fc.array(allowedBy(items), lengthsOf(resolved(schema)));
  if (type === 'string') return textOf(resolved(schema));
  return type === 'object' ? recordOf(resolved(schema)) : anyJson;
}

const lengthsOf = ({ minItems = 0, maxItems = ITEMS_MAX }: Schema) => ({
  minLength: minItems as number,
  maxLength: Math.min(maxItems as number, ITEMS_MAX),
});

/** Mostly small: existing pages, accepted files. */
function integerOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = minimum as number;
  const max = Math.min((maximum as number | undefined) ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const small = fc.integer({ min, max: Math.min(min + 3, max) });
  return fc.oneof(
    { weight: 3, arbitrary: small },
    { weight: 1, arbitrary: fc.bigInt(BigInt(min), BigInt(max)).map(Number) },
  );
}

function recordOf(schema: Schema) {
  const { properties, required = [], additionalProperties, minProperties, maxProperties, propertyNames } = schema;
  if (properties) return fc.record(mapped(properties), { requiredKeys: required });
  const values = typeof additionalProperties === 'object' ? allowedBy(additionalProperties as Schema) : anyJson;
  const lengths = lengthsOf({ minItems: minProperties, maxItems: maxProperties });
  const names = propertyNames ? headerNames({ type: 'string', ...(propertyNames as Schema) }) : anyText;
  return fc.array(fc.tuple(names, values), lengths).map((entries) => Object.fromEntries(entries));
}

/** Lower case, so that no two differ only in case. */
const headerNames = (schema: Schema): fc.Arbitrary<string> =>
  textOf(schema)
    .map((name) => name.toLowerCase())
    .filter((name) => problemsOf(schema, name).length === 0);

/** Consistent field rules, which schemas cannot express: bounds in order, and patterns in linear time. */
const anyRules = fc.oneof(
  fc.constant(null),
  fc
    .array(fc.nat(), { minLength: 1, maxLength: 4 })
    .map((seeds) => seeds.map((seed, index) => ({ ...randomCase(new Random(seed)).rule, name: `field${index}` })))
    .filter(areSound),
);

function areSound(fields: FieldRule[]): boolean {
  try {
    checkRules(fields);
    return true;
  } catch {
    return false;
  }
}

const mapped = (properties: Record<string, Schema>): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !dependsOnOthers(name))
      .map(([name, schema]) => [name, name === 'fields' ? anyRules : allowedBy(schema)]),
  );

/** fast-check's own first lists all of Unicode: most of a second. */
const webUrl = fc.stringMatching(
  /^https?:\/\/(?:[a-z][a-z0-9-]{0,9}[a-z0-9]\.){1,3}com(?::[1-9][0-9]{0,3})?(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[2-7][0-9a-f])*)*$/,
);

const texts = new Map<string, fc.Arbitrary<string>>();

/** Kept by schema: fast-check compares each new arbitrary of strings with a list of texts, which took seconds. */
function textOf(schema: Schema): fc.Arbitrary<string> {
  const name = JSON.stringify(schema);
  const text = texts.get(name) ?? newTextOf(schema);
  texts.set(name, text);
  return text;
}

function newTextOf({ format, pattern, minLength, maxLength, contentMediaType }: Schema): fc.Arbitrary<string> {
  // Without braces, which would be unknown placeholders.
  if (contentMediaType === JSON_TYPE) return fc.json({ maxDepth: 3, stringUnit: fc.constantFrom('a', 'é', '"', ' ') });
  const lengths = {
    minLength: (minLength as number | undefined) ?? 0,
    maxLength: (maxLength as number | undefined) ?? 64,
  };
  if (typeof pattern !== 'string') {
    const text = fc.string({ unit: 'grapheme', ...lengths }).map((each) => each.toWellFormed());
    return lengths.minLength <= MARK.length && lengths.maxLength >= MARK.length
      ? fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.constant(MARK) })
      : text;
  }
  const matching = fc.stringMatching(new RegExp(pattern));
  if (format !== 'uri') return matching;
  return fc.oneof(
    matching,
    webUrl,
    webUrl.map((text) => new URL(text).origin),
  );
}

const bodySchema = (id: string, type = JSON_TYPE): Schema => {
  const schema = operations[id]?.operation.requestBody?.content[type]?.schema;
  if (!schema) throw new Error(`The document has no ${type} of ${id}.`);
  return schema;
};

export const rightBody = ({ id, bodyTypes }: Operation): fc.Arbitrary<object> =>
  bodyTypes.length === 0 ? objectOf(anyJson) : (allowedBy(bodySchema(id)) as fc.Arbitrary<object>);

export const rightBodyAndMore = (operation: Operation): fc.Arbitrary<object> =>
  fc
    .tuple(rightBody(operation), objectOf(anyJson))
    .map(([right, more]) => ({ ...more, ...right }))
    .filter((body) => operation.bodyTypes.length === 0 || problemsOf(bodySchema(operation.id), body).length === 0);

export const rightForm = ({ id }: Operation, type: string): fc.Arbitrary<[string, string][]> =>
  (allowedBy(bodySchema(id, type)) as fc.Arbitrary<Record<string, string | string[]>>).map((fields) =>
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each])),
  );

/** A cursor, known only from an earlier response, and an address that must be one of the endpoint's. */
const dependsOnOthers = (name: string): boolean => name === 'cursor' || name === 'replyTo';

export function rightQuery({ id, path }: Operation): fc.Arbitrary<string> {
  if (path === UNSUBSCRIBE_PATH) return fc.constantFrom('w0', 'w1', 'none').map((owner) => `?token=~${owner}.token~`);
  const parameters = (operations[id]?.operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const values = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  return fc.record(mapped(values), { requiredKeys: [] }).map((query) => {
    const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  });
}

export function nearlyRightBody(operation: Operation): fc.Arbitrary<object> {
  const names =
    operation.bodyTypes.length === 0 ? [] : Object.keys(resolved(bodySchema(operation.id)).properties ?? {});
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

export function queryOf({ id }: Operation): fc.Arbitrary<string> {
  const names = (operations[id]?.operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
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
