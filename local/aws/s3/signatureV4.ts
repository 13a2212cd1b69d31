import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** `<access key>/<day>/<region>/<service>/aws4_request` */
export interface CredentialScope {
  accessKeyId: string;
  /** Such as `20130524`. */
  day: string;
  region: string;
  service: string;
}

export interface SignedRequest {
  method: string;
  /** Decoded. */
  path: string;
  /** Decoded names and values, without the signature. */
  query: [name: string, value: string][];
  /** By names in lower case. */
  headers: Record<string, string | undefined>;
  /** Names in lower case. */
  signedHeaders: string[];
  /** SHA-256 of the body in hexadecimal, or a constant such as `UNSIGNED-PAYLOAD`. */
  payloadHash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Percent-encodes the UTF-8 bytes of all but unreserved characters. */
const uriEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

const byCodeUnits = ([a, x]: [string, string], [b, y]: [string, string]): number => {
  if (a !== b) return a < b ? -1 : 1;
  if (x === y) return 0;
  return x < y ? -1 : 1;
};

/** The canonical request of Signature Version 4 in its S3 variant: the path is encoded once and not normalized. */
export function canonicalRequest(request: SignedRequest): string {
  const { method, path, query, headers, signedHeaders, payloadHash } = request;
  const pairs = query.map(([name, value]): [string, string] => [uriEncode(name), uriEncode(value)]).sort(byCodeUnits);
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  return [
    method,
    path.split('/').map(uriEncode).join('/'),
    pairs.map((pair) => pair.join('=')).join('&'),
    lines.join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
}

/** @param timestamp such as `20130524T000000Z` */
export const stringToSign = (timestamp: string, { day, region, service }: CredentialScope, canonical: string): string =>
  [ALGORITHM, timestamp, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n');

/** Signs a string to sign. Hexadecimal. */
export function signatureOf(secret: string, { day, region, service }: CredentialScope, text: string): string {
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

/** Compares in constant time. */
export function isSameSignature(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Parses a credential; undefined if it is malformed. */
export function parseCredential(text: string): CredentialScope | undefined {
  const [, accessKeyId, day, region, service] = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(text) ?? [];
  if (!accessKeyId || !day || !region || !service) return undefined;
  return { accessKeyId, day, region, service };
}

/** Milliseconds since 1970 of a timestamp such as `20130524T000000Z`; undefined if it is malformed. */
export function parseTimestamp(text: string): number | undefined {
  const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const ms = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
