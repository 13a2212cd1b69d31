import { isDeepStrictEqual } from 'node:util';
import { ERROR_CODES, type ErrorCode } from '../../../shared/contract/errors.ts';
import { COMMON_HEADERS, REQUEST_ID_HEADER } from '../../../shared/contract/headers.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { docsUrl } from '../../../shared/contract/sitePages.ts';
import { parsedUrl } from '../../../shared/contract/webUrl.ts';
import type { TablePermission } from '../../access/access.ts';
import { accessOf, tablePermissionsOf } from '../../access/index.ts';
import { SMOKE_ORIGIN, type TextResponse } from './client.ts';

const ERROR_FIELDS = ['code', 'docs', 'message', 'requestId'];

/** @throws Error with the message unless the condition holds */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** @throws Error that shows both values unless they are equal */
export function demandEqual(what: string, actual: unknown, expected: unknown): void {
  demand(isDeepStrictEqual(actual, expected), `${what} is ${show(actual)}, not ${show(expected)}`);
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

/** Names an operation's permissions, first those of transactions, which AWS documents least. */
export function adviceOn(operationId: string): string {
  const operation = OPERATIONS.find(({ id }) => id === operationId);
  if (!operation) return '';
  const { objectPermissions = [], needs = [] } = accessOf(operation);
  const permissions = tablePermissionsOf(operation);
  const likely = permissions.filter(isOfTransaction).map(nameOf);
  const others = [
    ...permissions.filter((permission) => !isOfTransaction(permission)).map(nameOf),
    ...objectPermissions.map(({ actions, kind }) => `${actions.join(', ')} on ${kind}`),
    ...needs,
  ];
  const [first, rest] = likely.length > 0 ? [likely, others] : [others, []];
  const named = `${first.join('; ')} (infra/access)${rest.length > 0 ? `, or else ${rest.join('; ')}` : ''}`;
  return `\n              If its log has AccessDenied, the permission is likely ${named}`;
}

const LIST = new Intl.ListFormat('en-GB');
const isRead = (action: string): boolean => /^(?:Batch)?Get|^Query/.test(action);
const isOfTransaction = ({ actions, partitions }: TablePermission): boolean =>
  partitions.length > 1 && !actions.every(isRead);
/** A permission in the words of `infra/access`. */
export const nameOf = ({ actions, partitions }: TablePermission): string =>
  `${actions.join(', ')} on ${LIST.format(partitions)}`;

/** Checks the common properties of all responses of a service. */
export class Inspector {
  readonly #requestIds = new Set<string>();
  #siteUrl: string | undefined;

  /** @param siteUrl origin of the pages; default: from the first error's link */
  constructor(siteUrl?: string) {
    this.#siteUrl = siteUrl;
  }

  /** @throws Error unless the response has this status and the common headers */
  success(answer: TextResponse, status: number): void {
    const { operationId = '', text } = answer;
    demand(
      answer.status === status,
      `${operationId} responded with ${answer.status} instead of ${status}: ${text.slice(0, 300)}`.trimStart() +
        (answer.status >= 500 ? adviceOn(operationId) : ''),
    );
    for (const [name, value] of Object.entries(COMMON_HEADERS)) {
      demandEqual(`the header ${name}`, answer.headers.get(name), value);
    }
    const readers = answer.headers.get('access-control-allow-origin');
    demand(readers === '*' || readers === SMOKE_ORIGIN, `a page of another website cannot read it: ${readers}`);
    const requestId = answer.headers.get(REQUEST_ID_HEADER);
    demand(requestId !== null && requestId !== '', `there is no header ${REQUEST_ID_HEADER}`);
    demand(!this.#requestIds.has(requestId), `the header ${REQUEST_ID_HEADER} has the value of another response`);
    this.#requestIds.add(requestId);
  }

  /** @throws Error unless the response is this error in the contract's form */
  error(answer: TextResponse, code: ErrorCode): void {
    this.success(answer, ERROR_CODES[code].status);
    const body = answer.json as Record<string, unknown> | undefined;
    demandEqual('the fields of the error', Object.keys(body ?? {}).sort(), ERROR_FIELDS);
    for (const field of ERROR_FIELDS) demand(typeof body?.[field] === 'string', `${field} is not text`);
    demandEqual('code', body?.code, code);
    demandEqual('requestId', body?.requestId, answer.headers.get(REQUEST_ID_HEADER));
    this.#siteUrl ??= String(body?.docs).replace(docsUrl('', code), '');
    demand(parsedUrl(this.#siteUrl) !== undefined, `docs is not a URL: ${body?.docs}`);
    demandEqual('docs', body?.docs, docsUrl(this.#siteUrl, code));
  }

  /** Origin of the pages. @throws Error before the first error response */
  get siteUrl(): string {
    demand(this.#siteUrl !== undefined, 'skipped: no error response has contained the URL of the pages');
    return this.#siteUrl;
  }
}
