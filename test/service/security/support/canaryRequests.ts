import { request } from 'node:http';
import * as z from 'zod/mini';
import { refusesUnknownQuery } from '../../../../shared/contract/operations/define.ts';
import type { Operation } from '../../../../shared/contract/operations/index.ts';
import { docsOf } from '../../../../shared/openapi/operationDocs.ts';
import type { Own } from '../../../support/cloud/rightRequests.ts';
import { type NamedInPath, pathWith, rightRequest, UNKNOWN } from '../../../support/cloud/rightRequests.ts';
import { outputs, uniqueSlug } from '../../../support/cloud/service.ts';
import { canary, canaryEmail, canaryId, canarySecret, canaryUrl, MARK } from '../../../support/samples/canaries.ts';

/** Requests come from this loopback address, which nothing else uses. */
export const SENDER_IP = '127.83.61.47';

export interface CanaryRequest {
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

const canaryHeaders = (): Record<string, string> => ({
  'User-Agent': `Mozilla/5.0 (${canary()})`,
  'X-Forwarded-For': `203.0.113.7, ${canary()}`,
  'X-Real-IP': canary(),
  'True-Client-IP': canary(),
  'CloudFront-Viewer-Address': canary(),
  'CloudFront-Viewer-Country': canary(),
  Forwarded: `for=${canary()}`,
  From: canaryEmail(),
  Referer: canaryUrl(),
  Origin: `https://${canary()}.example`,
  Cookie: `session=${canary()}`,
  'X-Request-Id': canary(),
  'X-Amzn-RequestId': canary(),
  'X-Amzn-Trace-Id': `Root=1-67891233-${canary()}`,
  'X-Api-Key': canary(),
  [`X-${canary()}`]: canary(),
});

const rightFields = () => ({
  slug: `${uniqueSlug().slice(0, 10)}${canary()}`,
  name: canary(),
  targetEmails: [canaryEmail(), canaryEmail()],
  redirectUrl: canaryUrl(),
  honeypotField: canary(),
  allowedOrigins: [`https://${canary()}.example`],
  blockedTerms: [canary(), canaryEmail()],
  captcha: { provider: 'turnstile', siteKey: canary(), secret: canary() },
  fields: [{ name: canary(), label: canary(), type: 'select', options: [canary()], message: canary() }],
  confirmation: { subject: canary(), text: `${canary()} ${canaryUrl()} {{field.${canary()}}}`, emailField: 'email' },
  _subject: canary(),
  _next: canaryUrl(),
  expiresAt: '1-day',
  email: canaryEmail(),
  [canary()]: { [canary()]: [canary(), { [canary()]: canary() }] },
  id: canaryId('enp'),
  workspaceId: canaryId('ws'),
});

/** Bodies in which every field has a wrong value, and one in which every value of the documented ones is a canary. */
function wrongFields(operation: Operation): object[] {
  const examples = Object.values(docsOf(operation.id).body ?? {}).map(({ value }) => value);
  const { properties = {} } = z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' });
  const wrong = [() => `${canary()} !`, () => [canary()], () => ({ [canary()]: canary() })];
  return [
    JSON.parse(JSON.stringify(Object.assign({}, ...examples)), (_, value) => (isLeaf(value) ? canary() : value)),
    ...wrong.map((make) => Object.fromEntries([...Object.keys(properties), canary()].map((name) => [name, make()]))),
  ];
}

const isLeaf = (value: unknown): boolean => typeof value !== 'object' || value === null;

const JSON_TYPE = `application/json; charset=utf-8; ${canary()}=${canary()}`;
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const takesBody = ({ bodyTypes }: Operation): boolean => bodyTypes.length > 0;

export function rightCanaryRequest(operation: Operation, own: Own): CanaryRequest {
  const { params, json: body } = rightRequest(operation, own);
  return {
    what: 'right',
    method: operation.method,
    path: refusesUnknownQuery(operation)
      ? pathWith(operation, params)
      : withQuery(pathWith(operation, params), `${canary()}=${canary()}&email=${canaryEmail()}`),
    headers: {
      ...canaryHeaders(),
      ...(operation.redirectStatus === undefined ? {} : { Accept: 'application/json' }),
      Authorization: `Bearer ${own.key}`,
      'Content-Type': JSON_TYPE,
    },
    body: takesBody(operation) ? json({ ...body, ...rightFields(), ...namesOf(operation) }) : undefined,
  };
}

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

function namesOf({ id }: Operation): object {
  if (/^(?:create|update)(?:Endpoint|Key)$/.test(id)) return { name: canary() };
  if (/^(?:create|update)Webhook$/.test(id))
    return {
      url: `https://${MARK}.invalid/${canary()}?${canary()}`,
      template: JSON.stringify({ [canary()]: `${canary()} {{fields}}` }),
      headers: { [canary()]: canary() },
    };
  return id === 'createUpload' ? { name: `${canary()}.png`, field: canary(), captcha: canary() } : {};
}

export function wrongCanaryRequests(operation: Operation, own: Own): CanaryRequest[] {
  const right = rightCanaryRequest(operation, own);
  const change = (what: string, changes: Partial<CanaryRequest>): CanaryRequest => ({ ...right, what, ...changes });
  const withHeader = (what: string, headers: Record<string, string>, changes: Partial<CanaryRequest> = {}) =>
    change(what, { ...changes, headers: { ...right.headers, ...headers } });
  const { params: rightParams } = rightRequest(operation, own);
  const at = (params: NamedInPath) => pathWith(operation, params);
  const credentials = [canary(), canarySecret(), `${own.key}${canary()}`, canaryId('fbk'), '\u00e4'];
  return [
    ...credentials.map((secret) => withHeader('credential', { Authorization: `Bearer ${secret}` })),
    withHeader('scheme', { Authorization: `Basic ${Buffer.from(`${canary()}:${canary()}`).toString('base64')}` }),
    withHeader('read-only', { Authorization: `Bearer ${own.readKey}` }),
    ...(operation.group === 'confirmations'
      ? [change('unknown token', { path: at({ ...rightParams, token: canary() }) })]
      : []),
    change('unknown id', { path: at({ ...UNKNOWN, id: UNKNOWN.endpointId }) }),
    change('id of its own', { path: at({ endpointId: canaryId('enp'), id: canaryId('sub') }) }),
    change('malformed id', { path: at({ endpointId: canary(), id: `${canary()}%20${canary()}` }) }),
    ...(operation.path.includes('{fileId}')
      ? [change('id of no file', { path: pathWith(operation, { ...rightParams, fileId: canaryId('fil') }) })]
      : []),
    change('bad query', {
      path: withQuery(at(rightParams), `page=${canary()}&limit=${canary()}&cursor=${canary()}&unscanned=${canary()}`),
    }),
    change('unknown query', { path: withQuery(at(rightParams), `${canary()}=${canary()}&email=${canaryEmail()}`) }),
    change('percent', { path: `${at({ endpointId: `${canary()}%zz`, id: `%ff${canary()}` })}` }),
    change('unknown path', { path: `${right.path.split('?')[0]}/${canary()}/${canaryEmail()}` }),
    change('wrong method', { method: 'PATCH', body: json(rightFields()) }),
    ...(takesBody(operation) ? wrongBodies(operation, own, withHeader) : []),
  ];
}

type WithHeader = (what: string, headers: Record<string, string>, changes?: Partial<CanaryRequest>) => CanaryRequest;

function wrongBodies(operation: Operation, own: Own, withHeader: WithHeader): CanaryRequest[] {
  const body = (what: string, bytes: Buffer, type = JSON_TYPE) =>
    withHeader(what, { 'Content-Type': type }, { body: bytes });
  const { json: right } = rightRequest(operation, own);
  return [
    ...wrongFields(operation).map((fields) => body('wrong fields', json(fields))),
    body('taken slug', json({ ...right, ...rightFields(), slug: own.takenSlug })),
    body('no JSON', Buffer.from(`{"${canary()}": "${canary()}`)),
    body('junk', Buffer.from(canary())),
    body('a text', json(canary())),
    body('no UTF-8', Buffer.from(`{"name": "${canary()}\xe4"}`, 'latin1')),
    body('other type', json(rightFields()), `text/${canary()}; ${canary()}`),
    body('other charset', json(rightFields()), `application/json; charset=${canary()}`),
    body('too large', json({ text: canary().padEnd(600_000, MARK) })),
    body('large data', json({ text: canary().padEnd(60_000, MARK) })),
    body('form', Buffer.from(`${canary()}=${canary()}&email=${canaryEmail()}`), 'application/x-www-form-urlencoded'),
    body('form, no UTF-8', Buffer.from(`${canary()}=%E9${canary()}`), 'application/x-www-form-urlencoded'),
    body('multipart', multipart(`name="${canary()}"`, canary()), MULTIPART),
    body('file', multipart(`name="${canary()}"; filename="${canary()}.txt"`, canary()), MULTIPART),
    body('multipart cut off', multipart(`name="${canary()}"`, canary()).subarray(0, -12), MULTIPART),
    body('bad boundary', multipart(`name="${canary()}"`, canary()), `multipart/form-data; boundary=${canary()}`),
  ];
}

const BOUNDARY = `x${MARK}`;
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const multipart = (disposition: string, value: string): Buffer =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n--${BOUNDARY}--\r\n`);

/** Sends it and returns the status; headers go out as latin-1. */
export function sendCanary({ method, path, headers, body }: CanaryRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(outputs().apiUrl + path, {
      method,
      localAddress: SENDER_IP,
      headers: { ...headers, ...(body ? { 'Content-Length': body.length } : {}) },
    });
    outgoing.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.end(body);
  });
}
