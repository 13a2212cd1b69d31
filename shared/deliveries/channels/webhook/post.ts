import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { WEBHOOK_ANSWER_BYTES_MAX } from '../../../contract/limits.ts';
import type { ATTEMPT_ERRORS } from '../../../contract/schemas/webhooks/webhook.ts';
import type { Format } from '../../../messages/formats/format.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { type HostLookup, lookUp } from './lookUp.ts';
import { hostOf, isLoopbackName, isReachable, isReceiver } from './receiver.ts';
import { responseBeginning, retryAfterSecondsOf } from './response.ts';
import { POST_TIMEOUT_MS } from './webhookTiming.ts';

/** Timeout of connecting to one of several addresses before the next one is tried. */
const CONNECT_TIMEOUT_MS = 2_000;
const HEADER_BYTES_MAX = 16_384;
/** Bytes read from a receiver before it is cut off: headers, interim responses, chunks and trailers. */
const RECEIVED_BYTES_MAX = 65_536;

/**
 * Why a delivery failed: `timeout`; `dns`, the name has no address; `blocked`, the name or one of its addresses is not
 * public; `tls`, certificate or handshake failed; `refused`, no connection, a broken one, or a response that is not
 * HTTP; `status` and `answer`, a response that is not a success.
 */
export type PostError = (typeof ATTEMPT_ERRORS)[number];

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  judge: Format['judge'];
  /** Aborts the attempt with `timeout`. */
  signal?: AbortSignal | undefined;
}

/** The outcome of an attempt. It succeeded if there is no `error`. */
export interface PostResult {
  durationMs: number;
  status?: number;
  /** The start of the response's body: at most 4,096 bytes in UTF-8. */
  answer?: string;
  /** The wait that the receiver asks for, at most a day. */
  retryAfterSeconds?: number;
  isGone?: boolean;
  error?: PostError;
}

export type Post = (request: PostRequest) => Promise<PostResult>;
type Outcome = Omit<PostResult, 'durationMs'>;

export interface PosterOptions extends Reach {
  /** Resolves names; by default DNS. */
  lookup?: HostLookup;
  /** Trusted certificates (PEM) instead of the public authorities'. */
  authorities?: string | string[];
  timeoutMs?: number;
}

/**
 * Sends events to untrusted receivers. Connects only to checked addresses, follows no redirects, shares no connections
 * between attempts, and ends within `POST_TIMEOUT_MS`, after at most 4 kB of a response. Nothing that a receiver does
 * makes it throw.
 */
export function createPoster(options: PosterOptions): Post {
  return async (request) => {
    const startedAt = performance.now();
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, options.timeoutMs ?? POST_TIMEOUT_MS);
    request.signal?.addEventListener('abort', end);
    if (request.signal?.aborted) end();
    try {
      const outcome = await attempt(request, options, ending.signal);
      return { durationMs: Math.round(performance.now() - startedAt), ...outcome };
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', end);
      end();
    }
  };
}

async function attempt(request: PostRequest, options: PosterOptions, signal: AbortSignal): Promise<Outcome> {
  if (!isReceiver(request.url, options)) return { error: 'blocked' };
  const addresses = await addressesOf(hostOf(new URL(request.url)), options, signal);
  if (signal.aborted) return { error: 'timeout' };
  if (addresses.length === 0) return { error: 'dns' };
  if (!addresses.every((address) => isReachable(address, options))) return { error: 'blocked' };
  return exchange(request, addresses, options, signal);
}

/** The addresses of a host, IPv4 first; empty if it has none or the signal times out. */
async function addressesOf(
  host: string,
  { lookup = lookUp }: PosterOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLoopbackName(host)) return ['127.0.0.1', '::1'];
  const ended = new Promise<string[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]), { once: true });
    if (signal.aborted) resolve([]);
  });
  const found = await Promise.race([lookup(host, signal).catch(() => []), ended]);
  return found.toSorted((one, other) => isIP(one) - isIP(other));
}

function exchange(
  { url, headers, body, judge }: PostRequest,
  addresses: readonly string[],
  { authorities }: PosterOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const settings = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A new connection that is not shared.
    agent: false,
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    rejectUnauthorized: true,
    ...(authorities && { ca: authorities }),
    signal,
  };
  const outgoing = request(url, settings);
  const outcome = outcomeOf(outgoing, judge, signal);
  outgoing.end(body);
  return outcome;
}

/** The lookup for `net`, which returns only the checked addresses. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

/** Waits until the response was read or the connection failed, then closes it. */
function outcomeOf(outgoing: ClientRequest, judge: Format['judge'], signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    let errorKind: PostError = 'refused';
    let incoming: IncomingMessage | undefined;
    let answer = Buffer.alloc(0);
    /** The first outcome counts. */
    const settle = (failure?: PostError) => {
      resolve(incoming === undefined ? { error: failure ?? 'refused' } : answered(incoming, answer, judge, failure));
      outgoing.destroy();
    };
    const fail = (error?: NodeJS.ErrnoException) =>
      settle(signal.aborted || error?.code === 'ETIMEDOUT' ? 'timeout' : errorKind);

    outgoing.on('error', fail);
    outgoing.on('close', fail);
    outgoing.on('socket', (socket) => {
      limitBytes(outgoing);
      socket.on('connect', () => {
        if (outgoing.protocol === 'https:') errorKind = 'tls';
      });
      socket.on('secureConnect', () => {
        errorKind = 'refused';
      });
    });
    outgoing.on('response', (response) => {
      incoming = response;
      // Some receivers send a body with it, which HTTP does not allow: the parser would fail.
      if (response.statusCode === 204) return settle();
      response.on('error', fail);
      response.on('data', (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk.subarray(0, WEBHOOK_ANSWER_BYTES_MAX - answer.length)]);
        if (answer.length === WEBHOOK_ANSWER_BYTES_MAX) settle();
      });
      response.on('end', () => settle());
    });
  });
}

/** The format judges the response; a success that breaks off before it is read fails. */
function answered(
  { statusCode = 0, headers }: IncomingMessage,
  body: Buffer,
  judge: Format['judge'],
  failure?: PostError,
): Outcome {
  const answer = responseBeginning(body, WEBHOOK_ANSWER_BYTES_MAX);
  const verdict = judge({ status: statusCode, headers, body: answer });
  const error = verdict.error ?? failure;
  const retryAfterSeconds = verdict.retryAfterSeconds ?? retryAfterSecondsOf(headers['retry-after'], Date.now());
  return {
    status: statusCode,
    answer,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(verdict.isGone && { isGone: true }),
    ...(error && { error }),
  };
}

/** The parser limits each response's headers, but not the number of interim responses, chunks and trailers. */
function limitBytes(outgoing: ClientRequest): void {
  let received = 0;
  outgoing.socket?.on('data', (chunk: Buffer) => {
    // Earlier bytes were passed on: if they contained enough of a response, the outcome is already decided.
    if (received > RECEIVED_BYTES_MAX) outgoing.destroy(new Error('the response is too large'));
    received += chunk.length;
  });
}
