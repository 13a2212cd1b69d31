import type { ReceiverResponse, ResponseVerdict } from './format.ts';

/** 410 Gone, from any receiver: it wants no more requests. */
const GONE = 410;

/** Only the status counts: 2xx is success. */
export function judgeStatus({ status }: ReceiverResponse): ResponseVerdict {
  if (status >= 200 && status < 300) return {};
  return { error: 'status', ...(status === GONE && { isGone: true }) };
}

/**
 * The object at the beginning of a response's body, with its complete members; empty if there is none. Only the
 * beginning of a response is read, so a verdict must not depend on its end.
 */
export function objectIn(body: string): Record<string, unknown> {
  for (const json of [body, ...completed(body)]) {
    try {
      const value: unknown = JSON.parse(json);
      return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch {}
  }
  return {};
}

/** A whole string, a string that is cut off, or a bracket or comma. */
const TOKEN = /"(?:[^"\\]|\\(?:u[\da-f]{4}|[^u]))*("?)|[[\]{},]/gi;

/** Ways to end JSON that is cut off: after the beginning of its last string, or before an incomplete last member. */
function completed(json: string): string[] {
  let ends = '';
  let whole = '';
  for (const { 0: token, 1: quote, index } of json.matchAll(TOKEN)) {
    const after = json.slice(0, index + token.length);
    if (quote === '') return [`${after}"${ends}`, whole];
    if (token === '{' || token === '[') ends = `${token === '{' ? '}' : ']'}${ends}`;
    else if (token === '}' || token === ']') ends = ends.slice(1);
    else if (token !== ',') continue;
    whole = `${token === ',' ? json.slice(0, index) : after}${ends}`;
  }
  return [whole];
}

/** Parses a number of seconds in a response, rounded up. */
export const wholeSeconds = (value: unknown): Pick<ResponseVerdict, 'retryAfterSeconds'> =>
  typeof value === 'number' && value >= 0 ? { retryAfterSeconds: Math.ceil(value) } : {};
