import { expect, test } from '@jest/globals';
import { BODY_BYTES_MAX } from '../../../shared/contract/limits.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import type { Schema } from '../../../shared/openapi/types.ts';
import { credentialFor, newOwn, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { send } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { operations, resolved } from '../../support/site/openApi.ts';

/** The local cloud refuses results that AWS Lambda refuses, with 502. A 500 counts as a failure of the function, too. */

const own = ofSuite(newOwn);

/** Texts whose characters take most in JSON or HTML. */
const COSTLY = ['"', '\u0001', '漢'];

/** The largest values of a schema: of the allowed length, or as long as the body allows. */
function largestOf(schema: Schema, text: string): unknown {
  const { properties, items, anyOf, oneOf, type, enum: values, maxLength, maxItems } = resolved<Schema>(schema);
  const [choice] = (anyOf ?? oneOf ?? []) as Schema[];
  if (choice) return largestOf(choice, text);
  if (values) return (values as unknown[]).at(-1);
  if (type === 'string') return text.repeat((maxLength as number | undefined) ?? 50_000);
  if (type === 'array') {
    const item = items ? largestOf(items as Schema, text) : text;
    const fitting = Math.floor(BODY_BYTES_MAX / (JSON.stringify(item).length * 3 + 1));
    return Array(Math.min((maxItems as number | undefined) ?? 100_000, Math.max(fitting, 1))).fill(item);
  }
  if (type === 'object' && properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, largestOf(each as Schema, text)]),
    );
  return type === 'object' ? { [text.repeat(20_000)]: text.repeat(20_000) } : 1e15;
}

function bodiesOf({ id }: Operation, right: object | undefined): object[] {
  const schema = operations[id]?.operation.requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  const { properties = {} } = resolved<Schema>(schema);
  return COSTLY.flatMap((text) => [
    largestOf(schema, text) as object,
    ...Object.entries(properties).map(([name, each]) => ({ ...right, [name]: largestOf(each as Schema, text) })),
  ]);
}

test.each(OPERATIONS)('$id › no large request makes its function fail', async (operation) => {
  const { params, json } = rightRequest(operation, own);
  const key = credentialFor(operation, own);
  const path = pathWith(operation, params);
  const query = (operations[operation.id]?.operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const ask = (asked: string, body = json) => send(operation.method, asked, { key, json: body });
  // Larger ones are rejected by the gateway.
  const long = COSTLY.map((text) => encodeURIComponent(text.repeat(800)));
  const answers = [
    ...bodiesOf(operation, json).map((body) => () => ask(path, body)),
    ...query.flatMap(({ name }) =>
      long.map((text) => () => ask(`${path}${path.includes('?') ? '&' : '?'}${name}=${text}`)),
    ),
  ];
  const statuses = new Set<number>();
  for (const answer of answers) statuses.add((await answer()).status);
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
});
