import type { Readable } from 'node:stream';
import { OBJECT_METADATA_BYTES_MAX } from '../../../shared/runtime/awsLimits.ts';
import { isOfDisk } from '../../process/diskFiles.ts';
import type { Bucket } from './bucket.ts';
import { type ObjectHead, versionHeader } from './objectHead.ts';
import type { Staged } from './objectStore.ts';
import { notFound, objectArn, requireAllowed, type S3Request, type S3Response, xmlResponse } from './requests.ts';
import { S3Error } from './s3Error.ts';

const KEY_BYTES_MAX = 1_024;
/** Request headers stored with the object. */
const KEPT_HEADER = /^(?:content-(?:type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.+)$/;
const METADATA_PREFIX = 'x-amz-meta-';
const DEFAULT_TYPE = 'binary/octet-stream';

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

/** The only condition of a write is `If-None-Match: *`. */
const writeCondition =
  ({ 'if-none-match': noneMatch, 'if-match': match }: S3Request['headers']) =>
  (present: ObjectHead | undefined): void => {
    if (match !== undefined || (noneMatch ?? '*') !== '*') throw new S3Error('NotImplemented');
    if (noneMatch === '*' && present) throw new S3Error('PreconditionFailed');
  };

export const isMatch = (header: string, head: ObjectHead | undefined): boolean =>
  head !== undefined && (header === '*' || header.replaceAll('"', '') === head.etag);

export async function putObject(request: S3Request): Promise<S3Response> {
  const { bucket, key, headers, body, caller, payloadHash } = request;
  checkKey(key);
  requireAllowed(caller, { action: 's3:PutObject', resource: objectArn(bucket, key) });
  if (headers['content-length'] === undefined) throw new S3Error('MissingContentLength');
  const about = aboutObject(key, headers);
  // Checked again at the last moment: of concurrent writes the first to finish succeeds.
  writeCondition(headers)(bucket.objects.head(key));
  const staged = await stage(bucket, body);
  if (payloadHash !== undefined && payloadHash !== staged.sha256) {
    bucket.objects.discard(staged);
    throw new S3Error('XAmzContentSHA256Mismatch');
  }
  const head = await bucket.objects.commit(staged, about, writeCondition(headers));
  await bucket.noteCreated(head);
  return { status: 200, headers: { ETag: `"${head.etag}"`, ...versionHeader(head) } };
}

/** @throws S3Error if the body is cut short */
async function stage({ objects }: Bucket, body: Readable): Promise<Staged> {
  try {
    return await objects.stage(body);
  } catch (cause) {
    throw isOfDisk(cause) ? cause : Object.assign(new S3Error('IncompleteBody'), { cause });
  }
}

export async function copyObject(request: S3Request): Promise<S3Response> {
  const { bucket, key, headers, caller } = request;
  checkKey(key);
  if (headers['x-amz-metadata-directive'] !== 'REPLACE') throw new S3Error('NotImplemented');
  const { from, source } = sourceOf(request);
  requireAllowed(caller, { action: 's3:PutObject', resource: objectArn(bucket, key) });
  const match = headers['x-amz-copy-source-if-match'];
  if (match !== undefined && !isMatch(match, source)) throw new S3Error('PreconditionFailed');
  const about = aboutObject(key, headers);
  const staged = await bucket.objects.stage(from.objects.read(source));
  const head = await bucket.objects.commit(staged, about, writeCondition(headers));
  await bucket.noteCreated(head);
  const result = { LastModified: new Date(head.lastModified).toISOString(), ETag: `"${head.etag}"` };
  return xmlResponse('CopyObjectResult', result);
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
  const source = versionId === undefined ? from.objects.head(key) : from.objects.version(key, versionId);
  if (!source || source.isDeleteMarker) throw notFound(caller, from, key);
  return { from, source };
}
