import type { ReceiverResponse, ResponseVerdict } from './format.ts';

/** 410 Gone, from any receiver: it wants no more requests. */
const GONE = 410;

/** Only the status counts: 2xx is success. */
export function judgeStatus({ status }: ReceiverResponse): ResponseVerdict {
  if (status >= 200 && status < 300) return {};
  return { error: 'status', ...(status === GONE && { isGone: true }) };
}

/** The object in a response's body; empty if there is none. */
export function objectIn(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Parses a number of seconds in a response, rounded up. */
export const wholeSeconds = (value: unknown): Pick<ResponseVerdict, 'retryAfterSeconds'> =>
  typeof value === 'number' && value >= 0 ? { retryAfterSeconds: Math.ceil(value) } : {};
