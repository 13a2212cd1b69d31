import type { Readable } from 'node:stream';
import { OBJECT_METADATA_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import { isOfDisk } from '../../files.ts';
import type { Bucket } from './bucket.ts';
import type { ObjectHead } from './objectHead.ts';
import type { Staged } from './objectStore.ts';
import { objectArn, requireAllowed, type S3Request, type S3Response, xmlResponse } from './requests.ts';
import { S3Error } from './s3Error.ts';
import { objectIn, versionHeaders } from './versions.ts';

const KEY_BYTES_MAX = 1_024;
/** Request headers stored with the object. */
const KEPT_HEADER = /^(?:content-(?:type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.+)$/;
const METADATA_PREFIX = 'x-amz-meta-';
const DEFAULT_TYPE = 'binary/octet-stream';

const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');

/** @throws S3Error if the key is too long */
function checkKey(key: string): void {
  if (key === '' || Buffer.byteLength(key) > KEY_BYTES_MAX) throw new S3Error('KeyTooLongError');
}

/** @throws S3Error if the object's own metadata is too large */
function aboutObject(key: string, headers: S3Request['headers']): Omit<ObjectHead, 'size' | 'etag'> {
  const kept = Object.entries(headers as ObjectHead['headers']).filter(([name]) => KEPT_HEADER.test(name));
  const own = kept.filter(([name]) => name.startsWith(METADATA_PREFIX));
  const bytes = Buffer.byteLength(own.flat().join('')) - own.length * METADATA_PREFIX.length;
  if (bytes > OBJECT_METADATA_BYTES_MAX) throw new S3Error('MetadataTooLarge');
  return { key, lastModified: Date.now(), headers: { 'content-type': DEFAULT_TYPE, ...Object.fromEntries(kept) } };
}

/** `If-None-Match: *` and `If-Match` of a write. */
const writeCondition =
  ({ 'if-none-match': noneMatch, 'if-match': match }: S3Request['headers']) =>
  (present: ObjectHead | undefined): void => {
    if (noneMatch !== undefined && noneMatch !== '*') throw new S3Error('NotImplemented', 'If-None-Match must be *.');
    const isRefused = (noneMatch === '*' && present) || (match !== undefined && !isMatch(match, present));
    if (isRefused) throw new S3Error('PreconditionFailed');
  };

export const isMatch = (header: string, head: ObjectHead | undefined): boolean =>
  head !== undefined && (header === '*' || header.replaceAll('"', '') === head.etag);

export async function putObject(request: S3Request): Promise<S3Response> {
  const { bucket, key, headers, body, caller } = request;
  checkKey(key);
  requireAllowed(caller, { action: 's3:PutObject', resource: objectArn(bucket, key) });
  if (headers['content-length'] === undefined) throw new S3Error('MissingContentLength');
  const about = aboutObject(key, headers);
  // Checked again at the last moment: of concurrent writes the first to finish succeeds.
  writeCondition(headers)(bucket.objects.head(key));
  const staged = await stage(bucket, body);
  try {
    checkDigests(staged, request);
  } catch (error) {
    bucket.objects.discard(staged);
    throw error;
  }
  const head = await bucket.objects.commit(staged, about, writeCondition(headers));
  await bucket.noteCreated(head);
  return { status: 200, headers: { ETag: `"${head.etag}"`, ...versionHeaders(head) } };
}

/** @throws S3Error if the body is cut short */
async function stage({ objects }: Bucket, body: Readable): Promise<Staged> {
  try {
    return await objects.stage(body);
  } catch (cause) {
    throw isOfDisk(cause) ? cause : Object.assign(new S3Error('IncompleteBody'), { cause });
  }
}

/** Checks the digests in headers. Trailing checksums are not supported. */
function checkDigests(staged: Staged, { headers, payloadHash }: S3Request): void {
  if (payloadHash?.startsWith('STREAMING-')) throw new S3Error('NotImplemented', `The body may not be ${payloadHash}.`);
  if (payloadHash !== undefined && payloadHash !== staged.sha256) throw new S3Error('XAmzContentSHA256Mismatch');
  const expected: [header: string, digest: string][] = [
    ['content-md5', staged.md5],
    ['x-amz-checksum-sha256', staged.sha256],
    ['x-amz-checksum-crc32', staged.crc32],
  ];
  if (expected.some(([name, digest]) => headers[name] !== undefined && headers[name] !== toBase64(digest)))
    throw new S3Error('BadDigest');
}

export async function copyObject(request: S3Request): Promise<S3Response> {
  const { bucket, key, headers, caller } = request;
  checkKey(key);
  const { from, source } = sourceOf(request);
  requireAllowed(caller, { action: 's3:PutObject', resource: objectArn(bucket, key) });
  const match = headers['x-amz-copy-source-if-match'];
  if (match !== undefined && !isMatch(match, source)) throw new S3Error('PreconditionFailed');
  const isReplaced = headers['x-amz-metadata-directive'] === 'REPLACE';
  if (from === bucket && source === bucket.objects.head(key) && !isReplaced)
    throw new S3Error('InvalidRequest', 'This copy request is illegal: it copies an object to itself unchanged.');
  const replaced = aboutObject(key, headers);
  const about = isReplaced ? replaced : { ...replaced, headers: source.headers };
  const staged = await bucket.objects.stage(from.objects.read(source));
  const head = await bucket.objects.commit(staged, about, writeCondition(headers));
  await bucket.noteCreated(head);
  const result = { LastModified: new Date(head.lastModified).toISOString(), ETag: `"${head.etag}"` };
  return xmlResponse('CopyObjectResult', result, versionHeaders(head));
}

/** `/bucket/key` or `/bucket/key?versionId=…`, percent-encoded. */
function sourceOf({ headers, caller, bucketNamed }: S3Request): { from: Bucket; source: ObjectHead } {
  const [encoded = '', versionId] = (headers['x-amz-copy-source'] ?? '').split('?versionId=');
  const path = decodeURIComponent(encoded).replace(/^\//, '');
  const slash = path.indexOf('/');
  const from = bucketNamed(path.slice(0, slash));
  if (!from) throw new S3Error('NoSuchBucket');
  const key = path.slice(slash + 1);
  const action = versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion';
  requireAllowed(caller, { action, resource: objectArn(from, key) });
  return { from, source: objectIn(caller, from, { key, versionId }) };
}
