import { createHash } from 'node:crypto';
import { readUpTo } from '../../http.ts';
import type { ObjectHead } from './objectHead.ts';
import type { ObjectVersion } from './objectStore.ts';
import { objectArn, requireAllowed, type S3Request, type S3Response, xmlResponse } from './requests.ts';
import { S3Error } from './s3Error.ts';
import { elementsOf, textsOf } from './xml.ts';

const PAGE_MAX = 1_000;
const KEYS_MAX = 1_000;
/** Room for 1,000 keys of 1 kB with every character escaped. */
const DELETE_BYTES_MAX = 8_000_000;

interface Deletion {
  key: string;
  versionId: string | undefined;
}

export function deleteObject({ bucket, key, caller }: S3Request): S3Response {
  requireAllowed(caller, { action: 's3:DeleteObject', resource: objectArn(bucket, key) });
  bucket.objects.delete(key);
  return { status: 204 };
}

/** DeleteObjects. Authorizes each key separately. */
export async function deleteObjects(request: S3Request): Promise<S3Response> {
  const { body, caller, payloadHash, bucket } = request;
  const bytes = await readUpTo(body, DELETE_BYTES_MAX);
  if (!bytes) throw new S3Error('MalformedXML');
  if (payloadHash !== undefined && payloadHash !== createHash('sha256').update(bytes).digest('hex'))
    throw new S3Error('XAmzContentSHA256Mismatch');
  const xml = bytes.toString();
  const deletions = elementsOf(xml, 'Object').map((object): Deletion => {
    const [[key], [versionId]] = [textsOf(object, 'Key'), textsOf(object, 'VersionId')];
    if (key === undefined) throw new S3Error('MalformedXML');
    return { key, versionId };
  });
  if (deletions.length === 0 || deletions.length > KEYS_MAX) throw new S3Error('MalformedXML');
  const isAllowed = ({ key, versionId }: Deletion) =>
    caller.allows({
      action: versionId === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion',
      resource: objectArn(bucket, key),
    });
  const [allowed, refused] = [deletions.filter(isAllowed), deletions.filter((each) => !isAllowed(each))];
  for (const { key, versionId } of allowed)
    if (versionId === undefined) bucket.objects.delete(key);
    else bucket.objects.deleteVersion(key, versionId);
  const isQuiet = textsOf(xml, 'Quiet')[0] === 'true';
  const named = ({ key, versionId }: Deletion) => ({ Key: key, VersionId: versionId });
  return xmlResponse('DeleteResult', {
    Deleted: isQuiet ? undefined : allowed.map(named),
    Error: refused.map((deletion) => ({ ...named(deletion), Code: 'AccessDenied', Message: 'Access Denied' })),
  });
}

/** ListObjectsV2. */
export function listObjects({ bucket, query, caller }: S3Request): S3Response {
  const prefix = query.get('prefix');
  requireAllowed(caller, { action: 's3:ListBucket', resource: bucket.arn, context: { 's3:prefix': prefix ?? [] } });
  const pageSize = pageSizeOf(query);
  const token = query.get('continuation-token');
  const passed = token && Buffer.from(token, 'base64url').toString();
  const left = bucket.objects.list(prefix).filter(({ key }) => isAfter(key, passed));
  const page = left.slice(0, pageSize);
  const isTruncated = left.length > page.length && page.length > 0;
  return xmlResponse('ListBucketResult', {
    Name: bucket.name,
    Prefix: prefix ?? '',
    MaxKeys: pageSize,
    KeyCount: page.length,
    IsTruncated: isTruncated,
    ContinuationToken: token,
    NextContinuationToken: isTruncated ? Buffer.from(page.at(-1)?.key ?? '').toString('base64url') : undefined,
    Contents: page.map((head) => ({ Key: head.key, ...contentOf(head) })),
  });
}

/** Lists are sorted by bytes. */
const isAfter = (name: string, other: string | undefined): boolean =>
  other === undefined || Buffer.compare(Buffer.from(name), Buffer.from(other)) > 0;

function pageSizeOf(query: S3Request['query']): number {
  const text = query.get('max-keys') ?? String(PAGE_MAX);
  if (/^\d+$/.test(text)) return Math.min(PAGE_MAX, Number(text));
  throw new S3Error('InvalidArgument');
}

const contentOf = ({ size, etag, lastModified }: ObjectHead) => ({
  LastModified: new Date(lastModified).toISOString(),
  ETag: `"${etag}"`,
  Size: size,
  StorageClass: 'STANDARD',
});

/** ListObjectVersions. */
export function listVersions({ bucket, query, caller }: S3Request): S3Response {
  const prefix = query.get('prefix');
  requireAllowed(caller, {
    action: 's3:ListBucketVersions',
    resource: bucket.arn,
    context: { 's3:prefix': prefix ?? [] },
  });
  const pageSize = pageSizeOf(query);
  const [key, versionId] = [query.get('key-marker'), query.get('version-id-marker')];
  const { page, last, about } = pageOf(request, 's3:ListBucketVersions', (prefix) =>
    versionsAfter(bucket.objects.versions(prefix), key, versionId),
  );
  return xmlResponse('ListVersionsResult', {
    Name: bucket.name,
    Prefix: prefix ?? '',
    KeyMarker: key ?? '',
    VersionIdMarker: versionId ?? '',
    MaxKeys: pageSize,
    IsTruncated: isTruncated,
    NextKeyMarker: last?.head.key,
    NextVersionIdMarker: last?.versionId,
    DeleteMarker: page.filter(({ head }) => head.isDeleteMarker).map(aboutVersion),
    Version: page
      .filter(({ head }) => !head.isDeleteMarker)
      .map((version) => ({ ...aboutVersion(version), ...contentOf(version.head) })),
  });
}

function versionsAfter(versions: ObjectVersion[], key: string | undefined, versionId: string | undefined) {
  if (key === undefined) return versions;
  const isPassed = ({ head, versionId: id }: ObjectVersion) => head.key === key && (versionId ?? id) === id;
  const last = versions.findLastIndex(isPassed);
  if (last >= 0) return versions.slice(last + 1);
  return versions.filter(({ head }) => isAfter(head.key, key));
}

const aboutVersion = ({ head, versionId, noncurrentSince }: ObjectVersion) => ({
  Key: head.key,
  VersionId: versionId,
  IsLatest: noncurrentSince === undefined,
  LastModified: new Date(head.lastModified).toISOString(),
});
