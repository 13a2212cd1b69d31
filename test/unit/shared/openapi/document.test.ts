import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ERROR_CODES, RESERVED_CODES } from '../../../../shared/contract/errors.ts';
import { OPERATIONS } from '../../../../shared/contract/operations/index.ts';
import { openApiDocument } from '../../../../shared/openapi/document.ts';
import type { Header, MediaType, Response, Schema } from '../../../../shared/openapi/types.ts';
import { API_PLACEHOLDER } from '../../../../site/placeholders.ts';
import { document, operations, problemsOf, resolved } from '../../../support/site/openApi.ts';

const ids = OPERATIONS.map(({ id }) => id);
const CODES = Object.keys(ERROR_CODES);

const operationOf = (id: string) => {
  const found = operations[id]?.operation;
  if (!found) throw new Error(`The document has no ${id}.`);
  return found;
};

const responsesOf = (id: string): [string, Response][] =>
  Object.entries(operationOf(id).responses).map(([status, part]) => [status, resolved<Response>(part)]);

function examples(): { where: string; schema: Schema; value: unknown }[] {
  const inMedia = (where: string, { schema, example, examples = {} }: MediaType) => [
    ...(example === undefined ? [] : [{ where, schema, value: example }]),
    ...Object.entries(examples).map(([name, part]) => ({
      where: `${where} ${name}`,
      schema,
      value: resolved<{ value: unknown }>(part).value,
    })),
  ];
  const inContent = (where: string, content: Record<string, MediaType> = {}) =>
    Object.entries(content).flatMap(([type, media]) => inMedia(`${where} ${type}`, media));
  return [
    ...ids.flatMap((id) => [
      ...inContent(`${id} request`, operationOf(id).requestBody?.content),
      ...responsesOf(id).flatMap(([status, { content }]) => inContent(`${id} ${status}`, content)),
      ...(operationOf(id).parameters ?? []).map(({ name, schema, example }) => ({
        where: `${id} ${name}`,
        schema,
        value: example,
      })),
    ]),
    ...Object.entries(document.components.headers).map(([name, { schema, example }]: [string, Header]) => ({
      where: `header ${name}`,
      schema,
      value: example,
    })),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      (schema.examples as unknown[]).map((value) => ({ where: `schema ${name}`, schema, value })),
    ),
  ];
}

const EXAMPLES = examples();

/** Unions of several types within a schema. One type or null is no union. */
function unnamedUnions(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  const { anyOf, oneOf, ...others } = part as { anyOf?: Schema[]; oneOf?: Schema[] };
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])].filter(({ type }) => type !== 'null');
  return [...(choices.length > 1 ? [choices] : []), ...[...choices, ...Object.values(others)].flatMap(unnamedUnions)];
}

async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('the OpenAPI document', () => {
  test('passes a linter, which finds a removed summary', async () => {
    const { summary, ...withoutSummary } = operationOf('createKey');
    expect(summary).toBeTruthy();
    const paths = { ...document.paths, '/v1/key': { post: withoutSummary } };
    expect(await lint(JSON.stringify({ ...document, paths }))).toEqual([expect.stringMatching(/^operation-summary: /)]);
  });

  test('names no schema like another with New, Get or Is in front, because Go’s generator names functions so', () => {
    const names = Object.keys(document.components.schemas);
    const alike = names.filter((name) => ['New', 'Get', 'Is'].some((prefix) => names.includes(prefix + name)));
    expect(alike).toEqual([]);
  });

  test('names each union, because generators of classes need names', () => {
    const { components, paths } = document;
    const named = Object.values(components.schemas).flatMap((schema) => Object.values(schema));
    expect(unnamedUnions([named, paths])).toEqual([]);
    expect(unnamedUnions({ items: { anyOf: [{ type: 'string' }, { type: 'number' }] } })).toHaveLength(1);
  });

  test('has only the declared operations', () => {
    expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(OPERATIONS.length);
  });

  test.each(OPERATIONS)('has $id as it is declared', ({ id, method, path, permission, bodyTypes, status, group }) => {
    const { operation, ...at } = operations[id] ?? {};
    expect(at).toEqual({ method: method.toLowerCase(), path });
    expect(operation?.tags?.map((tag) => tag.toLowerCase())).toEqual([group]);
    expect(operation?.security ?? document.security).toEqual(permission === 'public' ? [] : [{ bearer: [] }]);
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(bodyTypes);
    const successes = Object.keys(operation?.responses ?? {}).filter((each) => /^[23]/.test(each));
    const redirects: Record<string, string[]> = {
      createSubmission: ['303'],
      retrieveFile: ['302'],
      openUnsubscribePage: ['303'],
    };
    expect(successes).toEqual([String(status), ...(redirects[id] ?? [])]);
  });

  test.each(ids)('%s refers to schemas and repeats none', (id) => {
    const contents = [operationOf(id).requestBody, ...responsesOf(id).map(([, response]) => response)].map(
      (part) => part?.content ?? {},
    );
    const schemas = contents.flatMap((content) => Object.values(content).map(({ schema }) => schema));
    expect(schemas.length).toBeGreaterThanOrEqual(8);
    for (const schema of schemas) expect(Object.keys(schema)).toEqual(['$ref']);
  });

  test.each(ids)('%s has a request id and no caching on every response, and calls with curl', (id) => {
    for (const [, { headers }] of responsesOf(id)) {
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', 'Cache-Control']));
    }
    const [sample] = operationOf(id)['x-codeSamples'];
    expect(sample?.source).toMatch(new RegExp(`^curl .*${API_PLACEHOLDER}/v1/`));
  });

  test('has a header that only one response has', () => {
    const having = (name: string) =>
      ids.flatMap((id) =>
        responsesOf(id)
          .filter(([, { headers }]) => name in headers)
          .map(([status]) => `${id} ${status}`),
      );
    expect(having('X-Api-Key-Secret')).toEqual(['createKey 201']);
    expect(having('Location')).toEqual(['createSubmission 303', 'retrieveFile 302', 'openUnsubscribePage 303']);
    expect(having('Allow')).toEqual(ids.map((id) => `${id} 405`));
    expect(having('x-amzn-Remapped-WWW-Authenticate')).toEqual(
      OPERATIONS.filter(({ id, permission }) => permission !== 'public' || id === 'signIn').map(
        ({ id }) => `${id} 401`,
      ),
    );
  });
});

describe('the errors of the OpenAPI document', () => {
  const codesIn = ({ content }: Response) => Object.keys(content?.['application/json']?.examples ?? {});

  test.each(ids)('%s has its errors by status, and every other of the contract by default', (id) => {
    for (const [status, response] of responsesOf(id)) {
      if (/^[23]/.test(status)) continue;
      const codes = codesIn(response);
      if (status === 'default') expect(codes).toEqual(CODES);
      else {
        expect(codes).not.toHaveLength(0);
        for (const code of codes) expect(ERROR_CODES[code as keyof typeof ERROR_CODES].status).toBe(Number(status));
      }
    }
    expect(Object.keys(operationOf(id).responses)).toContain('default');
  });

  test('are each returned by some operation, except for the reserved ones', () => {
    const answered = ids.flatMap((id) =>
      responsesOf(id)
        .filter(([status]) => status !== 'default')
        .flatMap(([, response]) => codesIn(response)),
    );
    expect([...new Set(answered)].sort()).toEqual(
      CODES.filter((code) => !RESERVED_CODES.includes(code as keyof typeof ERROR_CODES)).sort(),
    );
  });
});

describe('the words and examples of the OpenAPI document', () => {
  test('exist for every operation, parameter, schema and field', () => {
    const { info, tags, components } = document;
    const described = [
      ...ids.flatMap((id) => [operationOf(id), ...(operationOf(id).parameters ?? [])]),
      ...tags,
      info,
      ...Object.values(components.schemas).flatMap((schema) => [schema, ...Object.values(schema.properties ?? {})]),
      ...Object.values(components.headers),
      ...Object.values(components.responses),
    ];
    for (const { description } of described) expect(description).toMatch(/^[A-Z#`].*[^\s]$/s);
    expect(described.length).toBeGreaterThan(100);
  });

  test.each([...ids, 'header', 'schema'])('%s has examples, each valid by its own schema', (owner) => {
    const shown = EXAMPLES.filter(({ where }) => where.startsWith(`${owner} `));
    expect(shown.length).toBeGreaterThan(5);
    const problems = shown.map(({ where, schema, value }) => [where, ...problemsOf(schema, value, { exactly: true })]);
    expect(problems).toEqual(shown.map(({ where }) => [where]));
  });

  test.each(OPERATIONS)('$id shows its request and its response', ({ id, bodyTypes, status }) => {
    const shown = EXAMPLES.map(({ where }) => where);
    const wanted = [...bodyTypes.map((type) => `${id} request ${type}`), `${id} ${status} application/json`];
    for (const where of wanted) expect(shown).toContainEqual(expect.stringMatching(new RegExp(`^${where}( |$)`)));
  });

  test('fail the check if they contradict the schema', () => {
    expect(problemsOf({ $ref: '#/components/schemas/KeyCreate' }, { name: 'abc' })).toEqual([
      "/ must have required property 'expiresAt'",
      '/name must NOT have fewer than 4 characters',
    ]);
  });
});

test('leaves an API URL unchanged that is a token for the deployment to resolve', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as CDK writes them
  const token = 'https://${Token[TOKEN.12]}.execute-api.${Token[AWS.Region.4]}.${Token[AWS.URLSuffix.3]}/v1$&$1';
  const counts = (apiUrl: string) => JSON.stringify(openApiDocument({ apiUrl })).split(apiUrl).length - 1;
  expect(counts(token)).toBe(counts(API_PLACEHOLDER));
  // The server, and a command per operation; one operation has two.
  expect(counts(token)).toBe(1 + OPERATIONS.length + 1);
});
