import { describe, expect, test } from '@jest/globals';
import { inputProblems } from '../../../../shared/contract/errors.ts';
import { LENIENT_OPERATIONS, refusesUnknownQuery } from '../../../../shared/contract/operations/define.ts';
import { OPERATIONS, type OperationId } from '../../../../shared/contract/operations/index.ts';
import { docsOf } from '../../../../shared/openapi/operationDocs.ts';
import type { Schema } from '../../../../shared/openapi/types.ts';
import { parseRequest, type RequestParts, refusalOf } from '../../../support/parsedRequest.ts';
import { operations, resolved } from '../../../support/site/openApi.ts';

const WRONG_TEXTS = ['', 'x', 'x'.repeat(20_000), '-1'];
const MANY = Array.from({ length: 2_000 }, (_, i) => `x${i}`);
const WRONG = [...WRONG_TEXTS, null, true, -1, 0, 1.5, 1e15, 1e300, [], MANY, [null], {}];

/** Values that some schema of the document rejects; some are valid elsewhere. */
function wrongValues(schema: Schema): unknown[] {
  const { properties = {}, items, anyOf = [] } = resolved<Schema>(schema);
  return [
    ...WRONG,
    ...Object.entries(properties).flatMap(([name, inner]) => wrongValues(inner).map((value) => ({ [name]: value }))),
    ...(items ? wrongValues(items).map((value) => [value]) : []),
    ...(anyOf as Schema[]).flatMap(wrongValues),
  ];
}

function wrongBodies(id: string): unknown[] {
  const media = operations[id]?.operation.requestBody?.content['application/json'];
  if (!media) return [];
  const [example] = Object.values(docsOf(id).body ?? {}).map(({ value }) => value as object);
  const { properties = {} } = resolved<Schema>(media.schema);
  const missing = Object.keys(properties).map((name) => ({ ...example, [name]: undefined }));
  const wrong = wrongValues(media.schema).map((value) =>
    value !== null && Object.getPrototypeOf(value) === Object.prototype ? { ...example, ...(value as object) } : value,
  );
  return [...missing, ...wrong];
}

async function messagesOf(id: OperationId): Promise<string[]> {
  const { path, operation } = operations[id] as (typeof operations)[string];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, 'enp_1']));
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const requests: RequestParts[] = [
    ...wrongBodies(id).map((json) => ({ params, json })),
    ...query.flatMap(({ name }) =>
      [...WRONG_TEXTS.map((text) => [text]), ['1', '2']].map((values) => ({ params, query: { [name]: values } })),
    ),
    ...names.flatMap((name) => WRONG_TEXTS.map((text) => ({ params: { ...params, [name]: text } }))),
  ];
  const results = await Promise.all(requests.map((parts) => parseRequest(id, parts)));
  return results.flatMap((result) => ('refusal' in result ? [result.refusal.json.message] : []));
}

describe.each(OPERATIONS.map(({ id }) => id as OperationId))('%s', (id) => {
  test('names every invalid field, and the expected value', async () => {
    const messages = await messagesOf(id);
    const body = operations[id]?.operation.requestBody?.content['application/json']?.schema;
    const fields = body ? Object.keys(resolved<Schema>(body).properties ?? {}) : [];
    const named = messages.flatMap((message) => inputProblems(message).map(({ path }) => path.split(/[.[]/)[0]));
    expect(named).toEqual(expect.arrayContaining(fields));
    // zod's own messages, for schemas without a text, and zod's names of types.
    expect(messages.filter((message) => /invalid input|must be (?:int|number|null)\b/i.test(message))).toEqual([]);
  });
});

describe('an unknown query parameter', () => {
  const messageOf = async (id: OperationId, query: Record<string, string[]>) => {
    const result = await parseRequest(id, {
      params: { id: 'whk_1', endpointId: 'enp_1', fileId: 'fil_1' },
      query,
      json: {},
    });
    return 'refusal' in result ? result.refusal.json.message : '';
  };
  const refusing = OPERATIONS.filter(refusesUnknownQuery).map(({ id }) => id as OperationId);
  const others = OPERATIONS.filter((operation) => !refusesUnknownQuery(operation)).map(({ id }) => id as OperationId);

  test.each(refusing)('of %s is rejected', async (id) => {
    expect(await messageOf(id, { unheardOf: ['1'] })).toMatch(/^The query is invalid: unheardOf is not a parameter/);
  });

  test.each(others)('of %s is ignored', async (id) => {
    expect(await messageOf(id, { unheardOf: ['1'] })).not.toContain('unheardOf');
  });

  test('is ignored by the operations of the contract, and those without a key', () => {
    const withoutKey = OPERATIONS.filter(({ permission }) => permission === 'public').map(({ id }) => id);
    expect(others.toSorted()).toEqual([...new Set([...LENIENT_OPERATIONS, ...withoutKey])].sort());
    expect(LENIENT_OPERATIONS).toHaveLength(15);
  });

  test.each([
    ['q', 'q is not a parameter (the nearest is query)'],
    ['isread', 'isread is not a parameter (the nearest is isRead)'],
    ['createdafter', 'createdafter is not a parameter (the nearest is createdAfter)'],
    ['__proto__', '__proto__ is not a parameter'],
    ['x'.repeat(90), `${'x'.repeat(50)} is not a parameter`],
  ])('%s of a search suggests the nearest one', async (name, problem) => {
    expect(await messageOf('searchSubmissions', { [name]: ['1'] })).toContain(`The query is invalid: ${problem}`);
  });
});

describe.each(['updateSubmissions', 'deleteSubmissions'] as const)('%s', (id) => {
  test.each([
    ['missing', undefined, 'ids is missing'],
    ['not a list', 'sub_1', 'ids must be a list'],
    ['an empty list', [], 'ids must have 1 to 100 ids'],
    ['too many', MANY, 'ids must have 1 to 100 ids'],
    ['numbers', [1], 'ids[0] must be text'],
  ])('400 when ids is %s', async (_what, ids, problem) => {
    const { json } = await refusalOf(id, { params: { endpointId: 'enp_1' }, json: { ids, isRead: true } });
    expect(json.message).toBe(`The body is invalid: ${problem}.`);
  });
});
