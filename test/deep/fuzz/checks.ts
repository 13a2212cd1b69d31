import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ERROR_CODES, type ErrorCode, RESERVED_CODES } from '../../../shared/contract/errors.ts';
import { FORM_PAGES } from '../../../shared/contract/formPages.ts';
import type { Operation } from '../../../shared/contract/operations/index.ts';
import { FieldIssue } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { type FuzzRequest, type FuzzResponse, headerOf, jsonOf, type Service, textOf } from './exchange.ts';
import type { FuzzWorld } from './world.ts';

const FieldIssues = z.array(z.strictObject(FieldIssue.shape)).check(z.minLength(1));
const MESSAGE_LENGTH_MAX = 10_000;
/** Against sniffing, caching and plain HTTP. */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
};

export function checkResponse(service: Service, request: FuzzRequest, answer: FuzzResponse): string[] {
  const { status, headers } = answer;
  const operation = service.operationOf(request);
  const problems: string[] = [];
  if (status >= 500) problems.push(`the status is ${status}`);
  if (!headers['x-request-id']) problems.push('X-Request-Id is missing');
  problems.push(...checkReaders(request, answer));
  for (const [name, value] of Object.entries(SAFE))
    if (headers[name] !== value) problems.push(`${name} is ${headers[name]}`);
  if (status >= 400) problems.push(...checkError(service, request, answer));
  else if (status === 302) problems.push(...checkFileAddress(service, request, answer));
  else if (status === 303) problems.push(...checkRedirect(service, request, answer));
  else if (operation) problems.push(...checkSuccess(operation, request, answer));
  else if (status !== 204 || request.method !== 'OPTIONS') problems.push(`no operation, but the status is ${status}`);
  return problems;
}

/** Any page may read a response, with credentials only if its origin is named. */
function checkReaders(request: FuzzRequest, { headers }: FuzzResponse): string[] {
  const { 'access-control-allow-origin': readers, 'access-control-allow-credentials': credentials } = headers;
  if (readers === '*') return credentials === undefined ? [] : ['credentials for all origins'];
  return readers === headerOf(request, 'origin') ? [] : [`Access-Control-Allow-Origin is ${readers}`];
}

function checkError(service: Service, request: FuzzRequest, answer: FuzzResponse): string[] {
  const { status, headers } = answer;
  if (request.method === 'HEAD') return [];
  if (isFormPage(answer)) return checkFormPage(service, request, answer);
  const body = jsonOf(answer) as Record<string, unknown> | undefined;
  const text = textOf(answer).slice(0, 300);
  if (body === undefined || body === null) return [`an error of status ${status} is not JSON: ${text}`];
  const problems: string[] = [];
  const { code, message, docs, requestId, issues, ...others } = body;
  if (issues !== undefined && service.operationOf(request)?.id !== 'createSubmission')
    problems.push('issues of another operation');
  if (issues !== undefined && !FieldIssues.safeParse(issues).success) problems.push(`no issues: ${text}`);
  if (Object.keys(others).length > 0) problems.push(`other fields than four: ${text}`);
  if (ERROR_CODES[code as ErrorCode]?.status !== status) problems.push(`the code ${code} does not fit ${status}`);
  if (RESERVED_CODES.includes(code as ErrorCode)) problems.push(`the code ${code} is reserved`);
  if (typeof message !== 'string' || message === '') problems.push(`there is no message: ${text}`);
  else if (message.length > MESSAGE_LENGTH_MAX) problems.push(`the message has ${message.length} characters`);
  if (docs !== `${service.siteUrl}/errors/${code}`) problems.push(`docs is ${docs}`);
  if (requestId !== headers['x-request-id']) problems.push(`requestId is ${requestId}`);
  if (headers['content-type'] !== 'application/json') problems.push(`Content-Type is ${headers['content-type']}`);
  if (status === 405 && !headers.allow) problems.push('a 405 without Allow');
  if (service.operationOf(request)?.id === 'createSubmission' && isPlainForm(request))
    problems.push(`a person's browser got ${status} instead of a page`);
  return problems;
}

export const isFormPage = ({ status, headers }: FuzzResponse): boolean =>
  status === 400 && headers['content-type'] === 'text/html; charset=utf-8';

function checkFormPage(service: Service, request: FuzzRequest, answer: FuzzResponse): string[] {
  const problems: string[] = [];
  if (service.operationOf(request)?.id !== 'createSubmission') problems.push('a form from another operation');
  if (asksForJson(request)) problems.push('a form although JSON was sent or asked for');
  if (!answer.headers['content-security-policy']?.startsWith("default-src 'none'"))
    problems.push('a form without a policy');
  if (!textOf(answer).includes('class="error"') && !textOf(answer).includes('<bdi>'))
    problems.push('a form without an error');
  return problems;
}

/** Browsers that post forms or open their URL are redirected to a page of the site or the endpoint's URL, and from a mail's link. */
function checkRedirect(service: Service, request: FuzzRequest, { headers, body }: FuzzResponse): string[] {
  const problems: string[] = [];
  const { id = '' } = service.operationOf(request) ?? {};
  const isOpened = ['GET', 'HEAD'].includes(request.method) && headers.location?.endsWith(FORM_PAGES.address);
  if (!isOpened && !['createSubmission', 'openUnsubscribePage'].includes(id))
    problems.push('303 from another operation');
  const mayAskForJson = id === 'openUnsubscribePage' && headerOf(request, 'accept') !== 'application/json';
  if (asksForJson(request) && !mayAskForJson) problems.push('303 although JSON was sent or asked for');
  // Redirects to the site's pages, or to an endpoint's own URL, which requests may have set to any URL.
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(headers.location ?? '')) problems.push(`303 to ${headers.location}`);
  if (body.length > 0) problems.push('303 with a body');
  return problems;
}

function checkFileAddress(service: Service, request: FuzzRequest, { headers, body }: FuzzResponse): string[] {
  const problems: string[] = [];
  if (service.operationOf(request)?.id !== 'retrieveFile') problems.push('302 from another operation');
  if (headerOf(request, 'accept') === 'application/json') problems.push('302 although JSON was asked for');
  if (!/^https?:\/\/[\x21-\x7e]+\/files\/[\x21-\x7e]+$/.test(headers.location ?? ''))
    problems.push(`302 to ${headers.location}`);
  if (body.length > 0) problems.push('302 with a body');
  return problems;
}

function checkSuccess(operation: Operation, request: FuzzRequest, answer: FuzzResponse): string[] {
  const problems: string[] = [];
  const body = jsonOf(answer);
  const isValidation = operation.validationResponse !== undefined && /[?&]validate=only/.test(request.path);
  const status = isValidation ? 200 : operation.status;
  const response = (isValidation && operation.validationResponse) || operation.response;
  if (answer.status !== status) problems.push(`${operation.id} answers ${answer.status}`);
  if (answer.headers['content-type'] !== 'application/json') problems.push('a success that is not JSON');
  const parsed = response.safeParse(body);
  if (!parsed.success) problems.push(`not ${operation.id}'s response: ${textOf(answer).slice(0, 300)}`);
  else if (!isDeepStrictEqual(parsed.data, body)) problems.push(`fields beyond ${operation.id}'s response`);
  return problems;
}

/** True if the kind of client is unambiguous; otherwise the service may decide. */
const isPlainForm = (request: FuzzRequest): boolean =>
  !request.path.includes('validate=only') &&
  headerOf(request, 'content-type') === 'application/x-www-form-urlencoded' &&
  headerOf(request, 'accept') === undefined &&
  headerOf(request, 'x-requested-with') === undefined &&
  (headerOf(request, 'sec-fetch-mode') === 'navigate' ||
    // A script of an older browser names an origin, and does not ask for a page.
    (headerOf(request, 'sec-fetch-mode') === undefined && headerOf(request, 'origin') === undefined));

function asksForJson(request: FuzzRequest): boolean {
  const mode = headerOf(request, 'sec-fetch-mode');
  const acceptsHtml = headerOf(request, 'accept')?.includes('text/html');
  const isScript =
    mode === undefined
      ? headerOf(request, 'content-type') === 'application/json' ||
        headerOf(request, 'x-requested-with')?.toLowerCase() === 'xmlhttprequest' ||
        (headerOf(request, 'origin') !== undefined && !acceptsHtml)
      : mode !== 'navigate';
  return isScript || headerOf(request, 'accept') === 'application/json';
}

/** Asserts that the response contains nothing of another workspace, unless the request did. */
export function checkIsolation(world: FuzzWorld, request: FuzzRequest, answer: FuzzResponse): string[] {
  const caller = world.callerOf(request);
  const shown = `${Object.values(answer.headers).join('\n')}\n${textOf(answer)}`;
  const asked = [request.path, decoded(request.path), ...request.headers.flat(), request.body.toString('latin1')].join(
    '\n',
  );
  const others = world.workspaces.filter((workspace) => workspace !== caller);
  return others
    .flatMap(({ marks }) => marks)
    .filter((mark) => shown.includes(mark) && !asked.includes(mark))
    .filter((mark) => !(answer.status === 303 && answer.headers.location?.includes(mark)))
    .map((mark) => `it tells ${mark} of another workspace`);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
