import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { localTable } from '../../../infra/localService/localTable.ts';
import { sendExactly } from '../../../infra/tools/exactRequest.ts';
import type { FunctionUsage } from '../../../local/functions/usage.ts';
import type { Permission } from '../../../shared/contract/choices.ts';
import { ERROR_CODES } from '../../../shared/contract/errors.ts';
import type { Narrowing } from '../../../shared/contract/narrowing.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { Keys } from '../../../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import type { Json } from '../json.ts';
import { outputs } from './sharedCloud.ts';

export { outputs };

export interface TextResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: Json;
}

export interface RequestOptions {
  key?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
  headers?: Record<string, string>;
  baseUrl?: string;
}

/** Sends a request with these headers only, without following redirects, and checks that errors have the contract's form. */
export async function send(method: string, path: string, options: RequestOptions = {}): Promise<TextResponse> {
  const { key, json, body, headers = {}, baseUrl = outputs().apiUrl } = options;
  const sent = new Response(json === undefined ? (body ?? null) : JSON.stringify(json));
  const type = json === undefined ? sent.headers.get('content-type') : 'application/json';
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const answer = await sendExactly(baseUrl + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(type !== null && !isTyped && { 'Content-Type': type }),
      ...headers,
    },
    body: sent.body && new Uint8Array(await sent.arrayBuffer()),
  });
  const response = { ...answer, json: parseJson(answer.text) };
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
  if (response.status >= 400 && method !== 'HEAD') expectContractError(response);
  return response;
}

/**
 * Exactly the four string fields, a code that matches the status, the header's request id, and issues if there are any.
 */
export function expectContractError({ status, headers, json }: TextResponse): void {
  const { issues, ...fields } = json;
  if (issues !== undefined) expect(issues.length).toBeGreaterThan(0);
  expect(fields).toEqual({
    code: expect.any(String),
    message: expect.any(String),
    docs: `${outputs().siteUrl}/errors/${json.code}`,
    requestId: headers.get('x-request-id'),
  });
  expect(ERROR_CODES[json.code as keyof typeof ERROR_CODES].status).toBe(status);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const table = () => localTable(outputs());

/** A new workspace for a test, as the operator's command creates it. */
export const newWorkspace = () => new Workspaces(table()).create('Test');

/** A key as the operator's command creates it; by default read-only and without expiry. */
export async function newKey(
  workspaceId: string,
  {
    permission = 'read' as Permission,
    expiresAt = NEVER,
    ...narrowing
  }: Narrowing & { permission?: Permission; expiresAt?: string } = {},
) {
  return new Keys(table()).create(workspaceId, { name: 'Test key', expiresAt, ...narrowing }, permission);
}

/** The shared local cloud's table, for states that no operation shows or causes. */
export const sharedTable = table;

export const uniqueSlug = (): string => `slug-${randomBytes(6).toString('hex')}`;

export async function newEndpoint(key: string, fields: Partial<Endpoint> = {}): Promise<Endpoint> {
  const answer = await send('POST', '/v1/endpoint', { key, json: { slug: uniqueSlug(), targetEmails: [], ...fields } });
  expect(answer.status).toBe(201);
  return answer.json;
}

/** Creates a submission; returns its id. */
export async function newSubmission(endpointId: string, data: unknown = { message: 'Hello' }): Promise<string> {
  const answer = await send('POST', `/v1/f/${endpointId}`, { json: data });
  expect(answer.status).toBe(201);
  return answer.json.id;
}

export interface Mail {
  messageId: string;
  from: string;
  replyTo: string[];
  destination: { to: string[] };
  subject: string;
  body: { html: string; text: string };
}

export async function mailsTo(address: string, inboxUrl = outputs().inboxUrl): Promise<Mail[]> {
  const { emails } = (await (await fetch(`${inboxUrl}/store`)).json()) as { emails: Mail[] };
  return emails.filter(({ destination }) => destination.to.includes(address));
}

const pauseMs = (elapsedMs: number): number => Math.min(500, Math.max(20, elapsedMs / 5));

/** Polls until a value fits. */
export async function eventually<T>(
  ask: () => Promise<T>,
  fits: (value: T) => boolean,
  timeoutMs = 30_000,
): Promise<T> {
  for (const start = Date.now(); ; await sleep(pauseMs(Date.now() - start))) {
    const value = await ask();
    if (fits(value)) return value;
    if (Date.now() - start > timeoutMs) throw new Error(`after ${timeoutMs} ms it was still ${JSON.stringify(value)}`);
  }
}

/** Waits until an address has exactly this many mails. */
export const awaitMailsTo = (address: string, count = 1): Promise<Mail[]> =>
  eventually(
    () => mailsTo(address),
    ({ length }) => length === count,
  );

/** The usage of every function of a local cloud since the last reset. */
export const usageOf = async (usageUrl = outputs().usageUrl): Promise<Record<string, FunctionUsage>> =>
  (await (await fetch(usageUrl)).json()) as Record<string, FunctionUsage>;
