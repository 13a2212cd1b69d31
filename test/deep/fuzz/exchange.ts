import { gunzipSync } from 'node:zlib';
import type { Operation } from '../../../shared/contract/operations/index.ts';

export interface FuzzRequest {
  method: string;
  /** With its query; one character is one byte. */
  path: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

export interface FuzzResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Service {
  siteUrl: string;
  send: (request: FuzzRequest) => Promise<FuzzResponse>;
  operationOf: (request: FuzzRequest) => Operation | undefined;
}

export const headerOf = ({ headers }: FuzzRequest, name: string): string | undefined =>
  headers.findLast(([other]) => other.toLowerCase() === name)?.[1];

/** True if nothing was done: an error, or a redirect to an error page. */
export const isRefusal = ({ status, headers }: FuzzResponse): boolean =>
  status >= 400 || (status === 303 && /\/form\/[a-z-]+$/.test(headers.location ?? ''));

export const textOf = ({ headers, body }: FuzzResponse): string =>
  (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');

export function jsonOf(answer: FuzzResponse): unknown {
  try {
    return JSON.parse(textOf(answer));
  } catch {
    return undefined;
  }
}

const SHOWN_MAX = 600;

export function show({ method, path, headers, body }: FuzzRequest): string {
  const lines = headers.map(([name, value]) => `  ${name}: ${shorten(JSON.stringify(value))}`);
  const content = body.length === 0 ? [] : [`  ${shorten(JSON.stringify(body.toString('latin1')))}`];
  return [`${method} ${shorten(JSON.stringify(path))}`, ...lines, ...content].join('\n');
}

const shorten = (text: string): string =>
  text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)` : text;
