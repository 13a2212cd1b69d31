import { CONFIRMATIONS_DOCS } from '../contract/operations/confirmationsDocs.ts';
import type { Examples, ParamDocs } from '../contract/operations/documented.ts';
import { ENDPOINTS_DOCS } from '../contract/operations/endpointsDocs.ts';
import { FILES_DOCS } from '../contract/operations/filesDocs.ts';
import { KEYS_DOCS } from '../contract/operations/keysDocs.ts';
import { SUBMISSIONS_DOCS } from '../contract/operations/submissionsDocs.ts';
import { WEBHOOKS_DOCS } from '../contract/operations/webhooksDocs.ts';
import type { HeaderName } from './headers.ts';

export interface Docs {
  description: string;
  params: Record<string, ParamDocs>;
  query: Record<string, ParamDocs>;
  body?: Examples;
  form?: Examples<Record<string, string | string[]>>;
  multipart?: Examples<Record<string, string>>;
  text?: Examples<string>;
  response: { description: string; example: unknown };
  responseHeader?: HeaderName;
}

export const OPERATION_DOCS: Record<string, Partial<Docs> & Pick<Docs, 'description' | 'response'>> = {
  ...ENDPOINTS_DOCS,
  ...SUBMISSIONS_DOCS,
  ...FILES_DOCS,
  ...KEYS_DOCS,
  ...WEBHOOKS_DOCS,
  ...CONFIRMATIONS_DOCS,
};

/** @throws Error when the operation has no docs */
export function docsOf(id: string): Docs {
  const docs = OPERATION_DOCS[id];
  if (!docs) throw new Error(`The operation ${id} has no docs.`);
  return { params: {}, query: {}, ...docs };
}
