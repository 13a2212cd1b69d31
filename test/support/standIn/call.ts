import type { IncomingMessage } from 'node:http';

export interface Call {
  /** `CreateEmailIdentity`, or the method and path if the path names it. */
  name: string;
  path: string[];
  query: URLSearchParams;
  body: string;
}

export interface ServiceResponse {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string;
}

export type Service = (call: Call) => ServiceResponse | undefined;

export async function callOf(incoming: IncomingMessage): Promise<Call> {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const target = String(incoming.headers['x-amz-target'] ?? '').split('.')[1];
  const action = pathname === '/' ? new URLSearchParams(body).get('Action') : null;
  const path = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return { name: action ?? target ?? `${incoming.method} ${pathname}`, path, query: searchParams, body };
}

export const json = (value: unknown): ServiceResponse => ({ type: 'application/json', body: JSON.stringify(value) });

export const jsonError = (status: number, name: string, message = name): ServiceResponse => ({
  ...json({ __type: name, message }),
  status,
  headers: { 'x-amzn-ErrorType': name },
});

export const xml = (body: string): ServiceResponse => ({ body });

export const xmlError = (status: number, code: string, message = code): ServiceResponse => ({
  status,
  body: `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

export const result = (action: string, content: string): ServiceResponse =>
  xml(`<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`);
