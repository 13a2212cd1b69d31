import * as z from 'zod/mini';
import { HOPS_HEADER } from './headers.ts';
import { HEADER_NAME_LENGTH_MAX, HEADER_VALUE_LENGTH_MAX, WEBHOOK_HEADERS_MAX } from './limits.ts';
import { isObject, unless } from './schemas/common.ts';

/** Names that the service sets itself, that frame the request, or that belong to a connection (RFC 9110, 7.6.1). */
export const REFUSED_HEADERS = {
  names: [
    HOPS_HEADER.toLowerCase(),
    'host',
    'expect',
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ],
  prefixes: ['webhook-', 'content-', 'proxy-'],
};

const isRefused = (name: string): boolean => {
  const { names, prefixes } = REFUSED_HEADERS;
  return names.includes(name.toLowerCase()) || prefixes.some((prefix) => name.toLowerCase().startsWith(prefix));
};

/** Letters, digits, hyphens and underscores; RFC 9110 allows others, which are not used in practice. */
export const HEADER_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
/** Printable ASCII without a space at either end. */
export const HEADER_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

const isName = (name: string): boolean => name.length <= HEADER_NAME_LENGTH_MAX && HEADER_NAME.test(name);

const isValue = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= HEADER_VALUE_LENGTH_MAX && HEADER_VALUE.test(value);

/** The problem with an object of headers, if any, without their secret values. */
function problemOf(headers: Record<string, unknown>): string | undefined {
  const names = Object.keys(headers);
  if (names.length === 0 || names.length > WEBHOOK_HEADERS_MAX) return `must have 1 to ${WEBHOOK_HEADERS_MAX} headers`;
  const malformed = names.find((name) => !isName(name));
  if (malformed !== undefined) {
    return `must have names of letters, digits, hyphens and underscores, of at most ${HEADER_NAME_LENGTH_MAX} characters`;
  }
  const refused = names.find(isRefused);
  if (refused !== undefined) return `may not have ${refused}, which the service sets itself`;
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return 'must not repeat a name';
  const bad = names.find((name) => !isValue(headers[name]));
  if (bad === undefined) return undefined;
  return `must have 1 to ${HEADER_VALUE_LENGTH_MAX.toLocaleString('en')} printable ASCII characters as the value of ${bad}`;
}

/** A webhook's own headers, for receivers that require authorization: name → value. */
export const WebhookHeaders = z.custom<Record<string, string>>(isObject, 'must be an object').check(unless(problemOf));
