import { createHash } from 'node:crypto';
import { readUpTo } from '../../http.ts';
import type { ObjectHead } from './objectStore.ts';
import { objectArn, requireAllowed, type S3Answer, type S3Request } from './requests.ts';
import { S3Error } from './s3Error.ts';
import { uriEncode } from './signatureV4.ts';
import { xmlAnswer } from './writeObject.ts';
import { textsOf } from './xml.ts';

const PAGE_MAX = 1_000;
const KEYS_MAX = 1_000;
/** 1,000 keys of 1 kB, each character of them as a reference. */
const DELETE_BYTES_MAX = 8_000_000;

export function deleteObject({ bucket, key, caller }: S3Request): S3Answer {
  requireAllowed(caller, { action: 's3:DeleteObject', resource: objectArn(bucket, key) });
  bucket.objects.delete(key);
  return { status: 204 };
}

/** DeleteObjects: each key is allowed or refused by itself. */
export async function deleteObjects(request: S3Request): Promise<S3Answer> {
  const { bucket, body, caller, payloadHash } = request;
  const bytes = await readUpTo(body, DELETE_BYTES_MAX);
  if (!bytes) throw new S3Error('MalformedXML');
  if (payloadHash !== undefined && payloadHash !== createHash('sha256').update(bytes).digest('hex'))
    throw new S3Error('XAmzContentSHA256Mismatch');
  const xml = bytes.toString();
  const keys = textsOf(xml, 'Key');
  if (keys.length === 0 || keys.length > KEYS_MAX) throw new S3Error('MalformedXML');
  const isAllowed = (key: string) => caller.allows({ action: 's3:DeleteObject', resource: objectArn(bucket, key) });
  const allowed = keys.filter(isAllowed);
  for (const key of allowed) bucket.objects.delete(key);
  const refused = keys.filter((key) => !isAllowed(key));
  const isQuiet = textsOf(xml, 'Quiet')[0] === 'true';
  return xmlAnswer('DeleteResult', {
    Deleted: isQuiet ? undefined : allowed.map((Key) => ({ Key })),
    Error: refused.map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
  });
}

/** A line of a list: an object, or all that share the part of their keys up to a delimiter. */
interface Line {
  /** The key, or the shared part. */
  name: string;
  head?: ObjectHead;
}

/** ListObjectsV2. */
export function listObjects({ bucket, query, caller }: S3Request): S3Answer {
  const [prefix, delimiter] = [query.get('prefix'), query.get('delimiter')];
  const context = {
    's3:prefix': prefix === undefined ? [] : [prefix],
    's3:delimiter': delimiter === undefined ? [] : [delimiter],
    's3:max-keys': query.get('max-keys') ?? [],
  };
  requireAllowed(caller, { action: 's3:ListBucket', resource: bucket.arn, context });
  const pageSize = Math.min(PAGE_MAX, numberOf(query.get('max-keys') ?? String(PAGE_MAX)));
  const token = query.get('continuation-token');
  const heads = bucket.objects.list(prefix).filter(({ key }) => isAfter(key, query.get('start-after')));
  const passed = token && Buffer.from(token, 'base64url').toString();
  const lines = linesOf(heads, prefix ?? '', delimiter).filter(({ name }) => isAfter(name, passed));
  const page = lines.slice(0, pageSize);
  const isTruncated = lines.length > page.length && page.length > 0;
  const encode = query.get('encoding-type') === 'url' ? uriEncode : (text: string) => text;
  return xmlAnswer('ListBucketResult', {
    Name: bucket.name,
    Prefix: encode(prefix ?? ''),
    Delimiter: delimiter && encode(delimiter),
    MaxKeys: pageSize,
    KeyCount: page.length,
    EncodingType: query.get('encoding-type'),
    IsTruncated: isTruncated,
    ContinuationToken: token,
    NextContinuationToken: isTruncated ? Buffer.from(page.at(-1)?.name ?? '').toString('base64url') : undefined,
    StartAfter: query.get('start-after'),
    Contents: page.flatMap(({ head }) => (head ? [contentsOf(head, encode)] : [])),
    CommonPrefixes: page.flatMap(({ name, head }) => (head ? [] : [{ Prefix: encode(name) }])),
  });
}

/** In the order of lists, which is that of the bytes. */
const isAfter = (name: string, other: string | undefined): boolean =>
  other === undefined || Buffer.compare(Buffer.from(name), Buffer.from(other)) > 0;

function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new S3Error('InvalidArgument');
}

const contentsOf = ({ key, size, etag, lastModified }: ObjectHead, encode: (text: string) => string) => ({
  Key: encode(key),
  LastModified: new Date(lastModified).toISOString(),
  ETag: `"${etag}"`,
  Size: size,
  StorageClass: 'STANDARD',
});

function linesOf(heads: ObjectHead[], prefix: string, delimiter: string | undefined): Line[] {
  const lines = new Map<string, Line>();
  for (const head of heads) {
    const at = delimiter ? head.key.indexOf(delimiter, prefix.length) : -1;
    const name = at < 0 ? head.key : head.key.slice(0, at + (delimiter ?? '').length);
    if (!lines.has(name)) lines.set(name, at < 0 ? { name, head } : { name });
  }
  return [...lines.values()];
}
