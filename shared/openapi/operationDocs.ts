import { AUDIT_DOCS } from '../contract/operations/auditDocs.ts';
import { CONFIRMATIONS_DOCS } from '../contract/operations/confirmationsDocs.ts';
import type { ParamDocs, ToolDocs } from '../contract/operations/documented.ts';
import { ENDPOINTS_DOCS } from '../contract/operations/endpointsDocs.ts';
import { FILES_DOCS } from '../contract/operations/filesDocs.ts';
import { OPERATIONS, type Operation } from '../contract/operations/index.ts';
import { KEYS_DOCS } from '../contract/operations/keysDocs.ts';
import { MEMBERS_DOCS } from '../contract/operations/membersDocs.ts';
import { pageQuery, pathParams } from '../contract/operations/partsDocs.ts';
import { SUBMISSIONS_DOCS } from '../contract/operations/submissionsDocs.ts';
import { WEBHOOKS_DOCS } from '../contract/operations/webhooksDocs.ts';
import { PageQuery } from '../contract/schemas/common.ts';
import type { HeaderName } from './headers.ts';
import { docsOfSchema } from './schemas.ts';
import type { ExampleObject } from './types.ts';

interface OwnDocs {
  description: string;
  query?: Record<string, ParamDocs>;
  body?: Record<string, { summary: string; value?: unknown }>;
  response?: string;
  example?: unknown;
  responseHeader?: HeaderName;
  tool?: ToolDocs;
}

const OPERATION_DOCS: Record<string, OwnDocs> = {
  ...ENDPOINTS_DOCS,
  ...SUBMISSIONS_DOCS,
  ...FILES_DOCS,
  ...KEYS_DOCS,
  ...WEBHOOKS_DOCS,
  ...CONFIRMATIONS_DOCS,
  ...AUDIT_DOCS,
  ...MEMBERS_DOCS,
};

/** The operations in the order of their docs, which follows the contract. */
export const DOCUMENTED_IDS = Object.keys(OPERATION_DOCS);

export interface Docs extends Pick<OwnDocs, 'description' | 'responseHeader' | 'tool'> {
  params: Record<string, ParamDocs>;
  query: Record<string, ParamDocs>;
  body?: Record<string, ExampleObject>;
  response: { description: string; example: unknown };
}

/**
 * An operation's docs, completed by those of its path and schemas.
 * @throws Error when the operation or its schemas have no docs
 */
export function docsOf(id: string): Docs {
  const operation = OPERATIONS.find((each) => each.id === id);
  const docs = OPERATION_DOCS[id];
  if (!operation || !docs) throw new Error(`The operation ${id} has no docs.`);
  const { description, response, example, responseHeader, tool } = docs;
  const ofResponse = docsOfSchema(operation.response);
  return {
    description,
    params: pathParams(operation),
    query: docs.query ?? (operation.query === PageQuery ? pageQuery : {}),
    ...(docs.body && { body: examplesOf(docs.body, operation) }),
    response: { description: response ?? ofResponse.description, example: example ?? ofResponse.example },
    ...(responseHeader && { responseHeader }),
    ...(tool && { tool }),
  };
}

const examplesOf = (body: NonNullable<OwnDocs['body']>, operation: Operation): Record<string, ExampleObject> =>
  Object.fromEntries(
    Object.entries(body).map(([name, { summary, value = docsOfSchema(operation.body).example }]) => [
      name,
      { summary, value },
    ]),
  );
