import { OPERATIONS } from '../contract/operations/index.ts';
import { errorExamples, errorResponses } from './errorResponses.ts';
import { HEADERS } from './headers.ts';
import { INTRODUCTION, SUMMARY } from './introduction.ts';
import { DOCUMENTED_IDS } from './operationDocs.ts';
import { operationObject } from './operations.ts';
import { schemaComponents } from './schemas.ts';
import { TAGS } from './tags.ts';
import type { Method, OpenApiDocument, OperationObject } from './types.ts';

/**
 * The OpenAPI 3.1 document, derived from the operations and their docs.
 * @param apiUrl base URL of the API without a trailing slash; inserted as is, so it may be a token
 */
export const openApiDocument = ({ apiUrl }: { apiUrl: string }): OpenApiDocument => ({
  openapi: '3.1.1',
  info: {
    title: 'Forms Backend Service API',
    version: '1.0.0',
    summary: SUMMARY,
    description: INTRODUCTION.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n'),
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: apiUrl, description: 'Stable release' }],
  security: [{ bearer: [] }],
  tags: Object.values(TAGS),
  paths: paths(apiUrl),
  components: {
    schemas: schemaComponents(),
    responses: errorResponses(),
    headers: HEADERS,
    examples: errorExamples(),
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'fbk_…', description: 'The secret of an API key.' },
    },
  },
});

function paths(apiUrl: string): OpenApiDocument['paths'] {
  const byPath: Record<string, Partial<Record<Method, OperationObject>>> = {};
  const inOrder = OPERATIONS.toSorted((a, b) => DOCUMENTED_IDS.indexOf(a.id) - DOCUMENTED_IDS.indexOf(b.id));
  for (const operation of inOrder) {
    const method = operation.method.toLowerCase() as Method;
    byPath[operation.path] = { ...byPath[operation.path], [method]: operationObject(operation, apiUrl) };
  }
  return byPath;
}
