import { ERROR_CODES, type ErrorCode } from '../../../shared/contract/errors.ts';
import { FORM_PAGES } from '../../../shared/contract/formPages.ts';
import { preflightHeaders, REMAPPED_CHALLENGE_HEADER } from '../../../shared/contract/headers.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { newKeySecret } from '../../../shared/storage/workspaces/keySecret.ts';
import { NoResponse, SMOKE_ORIGIN, type TextResponse } from './client.ts';
import type { ExampleClient } from './exampleClient.ts';
import { demand, demandEqual } from './inspect.ts';

/** A check besides the operations' successes. The report includes the text it returns. */
export interface Check {
  name: string;
  run: (examples: ExampleClient) => Promise<string | undefined>;
}

const MEGABYTE = 1_048_576;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const UNKNOWN_ENDPOINT = { endpointId: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', id: 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
const FORM = { Accept: '*/*', 'Content-Type': 'application/x-www-form-urlencoded' };
/** A form that a person's browser sends, and that a page's script sends: they differ only in the headers that the edge has to pass on. */
const BROWSER = { ...FORM, 'Sec-Fetch-Mode': 'navigate' };
const SCRIPT = { ...FORM, 'Sec-Fetch-Mode': 'cors' };

const postTo = (examples: ExampleClient, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
  examples.ask('createSubmission', { endpointId: examples.get('endpoint') }, { headers, body });

/** Checks that a request fails with an error in the contract's form. */
const refused = (code: ErrorCode, what: string, send: (examples: ExampleClient) => Promise<TextResponse>): Check => ({
  name: `${code} for ${what}`,
  run: async (examples) => {
    examples.inspector.error(await send(examples), code);
  },
});

const wrongChecksum = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');

const CREDENTIALS: [string, string][] = [
  ['no credential', 'none'],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
  ['junk', 'Bearer junk'],
  ['a key with a wrong checksum', `Bearer ${wrongChecksum(newKeySecret())}`],
  ['an unknown key', `Bearer ${newKeySecret()}`],
];

/** A 401 names the required scheme, in API Gateway's renamed header. */
const unauthorized = (what: string, authorization: string): Check => ({
  name: `UNAUTHORIZED for ${what}`,
  run: async (examples) => {
    const response = await examples.ask('listKeys', {}, { authorization });
    examples.inspector.error(response, 'UNAUTHORIZED');
    const name = REMAPPED_CHALLENGE_HEADER;
    demandEqual(`the header ${name}`, response.headers.get(name), 'Bearer');
  },
});

/** Errors of functions. */
const REQUESTS: Check[] = [
  ...CREDENTIALS.map(([what, authorization]) => unauthorized(what, authorization)),
  refused('BAD_REQUEST', 'malformed JSON', (examples) => postTo(examples, JSON_TYPE, '{"message": ')),
  refused('BAD_REQUEST', 'a body that is not an object', (examples) => postTo(examples, JSON_TYPE, '[]')),
  refused('BAD_REQUEST', 'an invalid field', (examples) =>
    examples.ask('createEndpoint', {}, { json: { slug: 'No slug' } }),
  ),
  refused('BAD_REQUEST', 'page 0', (examples) => examples.ask('listEndpoints', {}, { query: '?page=0' })),
  refused('UNSUPPORTED_MEDIA_TYPE', 'another content type', (examples) =>
    examples.ask('createEndpoint', {}, { headers: { 'Content-Type': 'text/plain' }, body: 'Hello' }),
  ),
  refused('NOT_FOUND', 'an unknown endpoint', (examples) => examples.ask('retrieveEndpoint', UNKNOWN_ENDPOINT)),
  refused('NOT_FOUND', 'a page past the last', (examples) =>
    examples.ask('listSubmissions', { endpointId: examples.get('endpoint') }, { query: '?page=1000' }),
  ),
  refused('CONFLICT', 'a slug that is taken', (examples) =>
    examples.ask('createEndpoint', {}, { json: { slug: examples.get('endpoint', 'slug'), targetEmails: [] } }),
  ),
];

/** Errors of the gateway and the fallback function. */
const GATEWAY: Check[] = [
  refused('NOT_FOUND', 'an unknown path', (examples) => examples.client.send('GET', '/v1/nope')),
  {
    name: 'METHOD_NOT_ALLOWED for a wrong method, and Allow names the right ones',
    run: async (examples) => {
      const response = await examples.client.send('PATCH', '/v1/endpoint');
      examples.inspector.error(response, 'METHOD_NOT_ALLOWED');
      demandEqual('the header Allow', response.headers.get('allow'), 'POST, OPTIONS');
    },
  },
  refused('PAYLOAD_TOO_LARGE', 'a body of 1 MB', (examples) => postLarge(examples, 1)),
  { name: 'PAYLOAD_TOO_LARGE for a body of 7 MB', run: refuse7Megabytes },
  { name: 'PAYLOAD_TOO_LARGE for a body of 11 MB', run: refuse11Megabytes },
  { name: 'preflights of every path', run: preflightAll },
];

/** A rejected body: the connection may close before all of it is read, so it must not be reused. */
const postLarge = (examples: ExampleClient, megabytes: number) =>
  postTo(examples, { ...JSON_TYPE, Connection: 'close' }, blanks(megabytes));

const blanks = (megabytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(megabytes * MEGABYTE).fill(0x20);

const LAMBDA_LIMIT = 'rejected by AWS Lambda before it reached the service: a server error in the form of all errors';

/** From 4.5 MB on, AWS Lambda may reject the event; the gateway's error in that case is undocumented. */
async function refuse7Megabytes(examples: ExampleClient): Promise<string | undefined> {
  const response = await postLarge(examples, 7);
  const isServerError = response.status === ERROR_CODES.INTERNAL_SERVER_ERROR.status;
  examples.inspector.error(response, isServerError ? 'INTERNAL_SERVER_ERROR' : 'PAYLOAD_TOO_LARGE');
  return isServerError ? LAMBDA_LIMIT : undefined;
}

const AWS_EDGE = 'rejected in AWS’s own form: its edge accepts 10 MB, and no setting changes that response';

/** Error codes of a connection that closed while sending. */
const CONNECTION_ENDED: (string | undefined)[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Above 10 MB API Gateway's edge responds with 413, or closes the connection, before the service is involved. */
async function refuse11Megabytes(examples: ExampleClient): Promise<string | undefined> {
  try {
    const response = await postLarge(examples, 11);
    demand(response.status === 413, `responded with ${response.status} instead of 413: ${response.text.slice(0, 300)}`);
    if ((response.json as { code?: unknown } | undefined)?.code === undefined) return AWS_EDGE;
    examples.inspector.error(response, 'PAYLOAD_TOO_LARGE');
  } catch (error) {
    // The connection may close before the client has read the response.
    if (error instanceof NoResponse && CONNECTION_ENDED.includes(error.code)) return AWS_EDGE;
    throw error;
  }
}

async function preflightAll(examples: ExampleClient): Promise<undefined> {
  for (const { path, method } of OPERATIONS) {
    const headers = { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'traceparent' };
    const response = await examples.client.send('OPTIONS', path.replace(/\{\w+\}/g, 'enp_1'), {
      authorization: 'none',
      headers,
    });
    examples.inspector.success(response, 204);
    const sent = { origin: SMOKE_ORIGIN, 'access-control-request-headers': 'traceparent' };
    for (const [name, value] of Object.entries(preflightHeaders(path, sent)))
      demandEqual(`the header ${name} of ${path}`, response.headers.get(name), value);
    const allowed = response.headers.get('access-control-allow-methods') ?? '';
    demand(allowed.split(', ').includes(method), `${path} does not allow ${method}, only ${allowed}`);
  }
}

/** Responses to a form. */
const FORMS: Check[] = [
  {
    name: 'a form is stored and its sender redirected',
    run: async (examples) => {
      const response = await postTo(examples, BROWSER, 'email=ada%40example.com&message=Hello');
      examples.inspector.success(response, 303);
      demandEqual('the header Location', response.headers.get('location'), examples.get('endpoint', 'redirectUrl'));
    },
  },
  {
    name: 'a script’s form is stored and gets JSON, also with a slash at the end of its URL',
    run: async (examples) => {
      const { client, inspector } = examples;
      const request = { authorization: 'none', headers: SCRIPT, body: 'message=Hello' };
      inspector.success(await client.send('POST', `/v1/f/${examples.get('endpoint')}/`, request), 201);
    },
  },
  {
    name: 'a form to an unknown endpoint is redirected to a page that says so',
    run: async (examples) => {
      const request = { headers: BROWSER, body: 'message=Hello' };
      const response = await examples.ask('createSubmission', UNKNOWN_ENDPOINT, request);
      examples.inspector.success(response, 303);
      const page = examples.inspector.siteUrl + FORM_PAGES.notFound;
      demandEqual('the header Location', response.headers.get('location'), page);
    },
  },
];

export const CHECKS: Record<string, Check[]> = { Requests: REQUESTS, Gateway: GATEWAY, Forms: FORMS };
