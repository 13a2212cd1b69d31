import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { WEBHOOK_ANSWER_BYTES_MAX } from '../../../contract/limits.ts';
import type { ATTEMPT_ERRORS } from '../../../contract/schemas/webhook.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { POST_TIMEOUT_MS } from '../../timing.ts';
import { answerBeginning, retryAfterSecondsOf } from './answer.ts';
import type { Format } from './formats/format.ts';
import { createLookup, type Lookup } from './lookUp.ts';
import { hostOf, isLoopbackName, isReachable, isReceiver } from './receiver.ts';

/** How long one of several addresses may take to be connected to, before the next one is tried. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Bytes of an answer's headers. */
const HEADER_BYTES_MAX = 16_384;
/** Bytes that are taken from a receiver before it is cut off: headers, interim answers, chunks and trailers. */
const RECEIVED_BYTES_MAX = 65_536;

/**
 * Why an event did not arrive: `timeout`, it took too long; `dns`, the name has no address; `blocked`, the name or one
 * of its addresses is not public; `tls`, the certificate or the handshake failed; `refused`, no connection, or one that
 * broke, or an answer that is no HTTP; `status` and `answer`, an answer that does not count as success.
 */
export type PostError = (typeof ATTEMPT_ERRORS)[number];

export interface PostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether an answer is a success. */
  judge: Format['judge'];
  /** Ends the attempt early, with `timeout`. */
  signal?: AbortSignal | undefined;
}

/** What came of an attempt. It succeeded if there is no `error`. */
export interface PostResult {
  durationMs: number;
  /** The status that the receiver answered, if it answered. */
  status?: number;
  /** The beginning of the answer's body: at most 4,096 bytes in UTF-8. */
  answer?: string;
  /** When the receiver asks to be tried again: at most a day. */
  retryAfterSeconds?: number;
  /** The receiver wants nothing more. */
  isGone?: boolean;
  error?: PostError;
}

export type Post = (request: PostRequest) => Promise<PostResult>;
type Outcome = Omit<PostResult, 'durationMs'>;

export interface PosterOptions extends Reach {
  /** Finds the addresses of a name; DNS, if left out. */
  lookup?: Lookup;
  /** Certificates (PEM) that are trusted instead of the public authorities'. */
  authorities?: string | string[];
  timeoutMs?: number;
}

/**
 * Sends events to receivers that may be anybody's. It connects only to addresses that it has checked, follows no
 * redirect, shares no connection between attempts, and ends within `POST_TIMEOUT_MS`, after at most 4 kB of an answer.
 * It throws for nothing that a receiver does.
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

/** The addresses of a host, IPv4 first; none if there are none, or once the signal says that it took too long. */
async function addressesOf(
  host: string,
  { lookup = createLookup() }: PosterOptions,
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

/** Sends the request to one of the addresses, and reads the beginning of its answer. */
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
    // A connection of its own, which nothing else uses.
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

/** What `net` asks for the addresses of a name: it connects to those that were checked. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

/** Waits until the answer was read, or the connection failed; then there is no connection left. */
function outcomeOf(outgoing: ClientRequest, judge: Format['judge'], signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    let errorKind: PostError = 'refused';
    let incoming: IncomingMessage | undefined;
    let answer = Buffer.alloc(0);
    /** The first one counts. */
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
      response.on('error', fail);
      response.on('data', (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk.subarray(0, WEBHOOK_ANSWER_BYTES_MAX - answer.length)]);
        if (answer.length === WEBHOOK_ANSWER_BYTES_MAX) settle();
      });
      response.on('end', () => settle());
    });
  });
}

/** An answer counts as the format judges it; a success that breaks off before it was read fails. */
function answered(
  { statusCode = 0, headers }: IncomingMessage,
  body: Buffer,
  judge: Format['judge'],
  failure?: PostError,
): Outcome {
  const answer = answerBeginning(body, WEBHOOK_ANSWER_BYTES_MAX);
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

/** The parser bounds each answer's headers, but not how many interim answers, chunks and trailers there are. */
function limitBytes(outgoing: ClientRequest): void {
  let received = 0;
  outgoing.socket?.on('data', (chunk: Buffer) => {
    // What came before was passed on: whatever had enough of an answer in it has settled the outcome.
    if (received > RECEIVED_BYTES_MAX) outgoing.destroy(new Error('the receiver sends too much'));
    received += chunk.length;
  });
}
