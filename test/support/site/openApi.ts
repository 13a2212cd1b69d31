import { expect } from '@jest/globals';
import type { Response, Schema } from '../../../shared/openapi/types.ts';
import type { TextResponse } from '../cloud/service.ts';
import { document, operations, problemsOf, resolved } from './document.ts';

export { document, operations, problemsOf, resolved };

/** The documented response of an operation for a status, other than the default one. */
export function responseOf(operationId: string, status: number): Response | undefined {
  const response = operations[operationId]?.operation.responses[status];
  return response && resolved<Response>(response);
}

/** Asserts that a response matches the document: status, headers, body, and error code. */
export function expectDocumented(operationId: string, { status, headers, text, json }: TextResponse): void {
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
