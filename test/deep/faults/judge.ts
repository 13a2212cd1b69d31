import { ERROR_CODES, type ErrorCode } from '../../../shared/contract/errors.ts';
import { FORM_PAGES, thankYouUrl } from '../../../shared/contract/formPages.ts';
import { REQUEST_ID_HEADER } from '../../../shared/contract/headers.ts';
import { isAudited } from '../../../shared/contract/operations/define.ts';
import { docsUrl, unsubscribePageUrl } from '../../../shared/contract/sitePages.ts';
import { PARTITION_PREFIX } from '../../../shared/storage/table/partitions.ts';
import { SITE_URL } from '../../support/simulator/consumers.ts';
import { MEMBER_ADDRESS } from './memberScenarios.ts';
import { operationOf, type SimulatedCloud, type SimulatedResponse } from './simulatedCloud.ts';
import { PERSONAL, RECEIVER, RECIPIENTS, SENDERS } from './submissionScenarios.ts';

export function formProblems(name: string, { statusCode, headers = {}, body, requestId }: SimulatedResponse): string[] {
  if (headers[REQUEST_ID_HEADER] !== requestId) return ['the answer has no id of its request'];
  if (statusCode === 303) return pageProblems(String(headers.Location));
  const json = JSON.parse(body);
  if (statusCode < 400) {
    const { status, response } = operationOf(name);
    if (status !== statusCode) return [`a success has the status ${statusCode}`];
    return response.safeParse(json).success ? [] : ['a success is not in its schema'];
  }
  return errorProblems(statusCode, json, requestId);
}

function pageProblems(location: string): string[] {
  const pages = Object.values(FORM_PAGES).map((page) => SITE_URL + page);
  return pages.includes(location) || isUnsubscribePage(location) ? [] : [`there is no page ${location}`];
}

const isUnsubscribePage = (location: string): boolean => location.startsWith(unsubscribePageUrl(SITE_URL, ''));

function errorProblems(statusCode: number, json: Record<string, unknown>, requestId: string): string[] {
  const code = json.code as ErrorCode;
  const expected = { code, message: json.message, docs: docsUrl(SITE_URL, code), requestId };
  if (ERROR_CODES[code]?.status !== statusCode) return [`${code} has the status ${statusCode}`];
  const isRight =
    typeof json.message === 'string' && JSON.stringify(Object.entries(json).sort()) === sortedText(expected);
  return isRight ? [] : [`an error is not in the contract's form: ${JSON.stringify(json)}`];
}

const sortedText = (fields: object): string => JSON.stringify(Object.entries(fields).sort());

/** The status of a response; for a browser the status of its page, because all responses are redirects. */
export function statusOf({ statusCode, headers }: SimulatedResponse): number {
  if (statusCode !== 303) return statusCode;
  const location = String(headers?.Location);
  if (location === thankYouUrl(SITE_URL) || isUnsubscribePage(location)) return 303;
  return location === SITE_URL + FORM_PAGES.error ? 504 : 404;
}

/** A success has one entry in the audit log, if its operation is recorded; a refusal has none. */
export function auditProblems({ services }: SimulatedCloud, name: string, answer: SimulatedResponse): string[] {
  const { statusCode, requestId } = answer;
  if (statusCode >= 500) return [];
  const isRecorded = statusCode < 400 && (isAudited(operationOf(name)) || name === 'signIn');
  const entries = [...services.items.state().values()].filter(
    (item) =>
      String(item.PK).startsWith(PARTITION_PREFIX.audit) && item.requestId === requestId && item.operation === name,
  );
  return entries.length === Number(isRecorded)
    ? []
    : [`a ${statusCode} has ${entries.length} entries in the audit log`];
}

export function leaksOf({ logged, key }: SimulatedCloud): string[] {
  const secrets = [PERSONAL, key, MEMBER_ADDRESS, ...RECIPIENTS, ...Object.values(SENDERS), ...Object.values(RECEIVER)];
  const leaked = secrets.filter((secret) => logged.some((line) => line.includes(secret)));
  return leaked.map((secret) => `a log line holds "${secret}"`);
}
