export interface Request {
  method: string;
  /** Path with query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

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

export function callOf({ method, url, headers, body }: Request): Call {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  const target = String(headers['x-amz-target'] ?? '').split('.')[1];
  const action = pathname === '/' ? new URLSearchParams(body).get('Action') : null;
  const path = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return { name: action ?? target ?? `${method} ${pathname}`, path, query: searchParams, body };
}

export const json = (value: unknown): ServiceResponse => ({ type: 'application/json', body: JSON.stringify(value) });

export const jsonError = (status: number, name: string, message = name): ServiceResponse => ({
  ...json({ __type: name, message }),
  status,
  headers: { 'x-amzn-errortype': name },
});

export const xml = (body: string): ServiceResponse => ({ body });

export const xmlError = (status: number, code: string, message = code): ServiceResponse => ({
  status,
  body: `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

export const result = (action: string, content: string): ServiceResponse =>
  xml(`<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`);
