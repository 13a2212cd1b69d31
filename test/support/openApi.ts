import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../shared/openapi/document.ts';
import type { OperationObject, Reference, Response, Schema } from '../../shared/openapi/types.ts';
import { API_PLACEHOLDER } from '../../site/guide/examples.ts';
import { resolve } from '../../site/reference/resolve.ts';
import type { Answer } from './service.ts';

export const document = openApiDocument({ apiUrl: API_PLACEHOLDER });

/** Every operation of the document by its id, with its method and path. */
export const operations: Record<string, { method: string; path: string; operation: OperationObject }> =
  Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { method, path, operation }]),
    ),
  );

/** What a reference stands for. */
export const resolved = <Part extends object>(part: Part | Reference): Part => resolve(document, part);

/** Validates by the document's schemas; `closed` allows an object no field but those that it has. */
function validatorFor({ closed }: { closed: boolean }): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
  formats.default(ajv);
  ajv.addVocabulary(['components']);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    closed && schema.properties ? { ...schema, additionalProperties: false } : schema,
  ]);
  ajv.addSchema({ $id: 'document', components: { schemas: Object.fromEntries(schemas) } });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const found = compiled.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/', '"document#/')));
    compiled.set(key, found);
    return found;
  };
}

const open = validatorFor({ closed: false });
const closed = validatorFor({ closed: true });

/** What is wrong with a value by a schema of the document. */
export function problemsOf(schema: Schema, value: unknown, { exactly = false } = {}): string[] {
  const validate = (exactly ? closed : open)(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

/** The response that the document has for an operation and a status, other than for any. */
export function responseOf(operationId: string, status: number): Response | undefined {
  const response = operations[operationId]?.operation.responses[status];
  return response && resolved<Response>(response);
}

/** The answer is one that the document describes: its status, its headers, its body, and the code of an error. */
export function expectDocumented(operationId: string, { status, headers, text, json }: Answer): void {
  const response = responseOf(operationId, status);
  if (!response) throw new Error(`The document has no ${status} of ${operationId}.`);
  for (const [name, part] of Object.entries(response.headers)) {
    const { schema, required } = resolved<{ schema: Schema; required: boolean }>(part);
    if (!required && !headers.has(name)) continue;
    expect({ name, problems: problemsOf(schema, headers.get(name)) }).toEqual({ name, problems: [] });
  }
  const media = response.content?.['application/json'];
  if (!media) {
    expect(text).toBe('');
    return;
  }
  expect(problemsOf(media.schema, json, { exactly: true })).toEqual([]);
  if (status >= 400) expect(Object.keys(media.examples ?? {})).toContain(json.code);
}
