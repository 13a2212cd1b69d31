import { createHash } from 'node:crypto';
import { readUpTo } from '../../http/http.ts';
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

/** Authorizes a list. Returns its page, the last entry if more follow, and the continuation attributes of each kind of list. */
function pageOf<Entry>({ bucket, query, caller }: S3Request, action: string, list: (prefix?: string) => Entry[]) {
  const prefix = query.get('prefix');
  requireAllowed(caller, { action, resource: bucket.arn, context: { 's3:prefix': prefix ?? [] } });
  const asked = query.get('max-keys') ?? String(PAGE_MAX);
  if (!/^\d+$/.test(asked)) throw new S3Error('InvalidArgument');
  const MaxKeys = Math.min(PAGE_MAX, Number(asked));
  const entries = list(prefix);
  const page = entries.slice(0, MaxKeys);
  const last = entries.length > page.length ? page.at(-1) : undefined;
  return { page, last, about: { Name: bucket.name, Prefix: prefix ?? '', MaxKeys, IsTruncated: last !== undefined } };
}

/** ListObjectsV2. */
export function listObjects(request: S3Request): S3Response {
  const { bucket, query } = request;
  const token = query.get('continuation-token');
  const passed = token && Buffer.from(token, 'base64url').toString();
  const { page, last, about } = pageOf(request, 's3:ListBucket', (prefix) =>
    bucket.objects.list(prefix).filter(({ key }) => isAfter(key, passed)),
  );
  return xmlResponse('ListBucketResult', {
    ...about,
    KeyCount: page.length,
    ContinuationToken: token,
    NextContinuationToken: last && Buffer.from(last.key).toString('base64url'),
    Contents: page.map((head) => ({ Key: head.key, ...contentOf(head) })),
  });
}

/** Lists are sorted by bytes. */
const isAfter = (name: string, other: string | undefined): boolean =>
  other === undefined || Buffer.compare(Buffer.from(name), Buffer.from(other)) > 0;

const contentOf = ({ size, etag, lastModified }: ObjectHead) => ({
  LastModified: new Date(lastModified).toISOString(),
  ETag: `"${etag}"`,
  Size: size,
  StorageClass: 'STANDARD',
});

/** ListObjectVersions. */
export function listVersions(request: S3Request): S3Response {
  const { bucket, query } = request;
  const [key, versionId] = [query.get('key-marker'), query.get('version-id-marker')];
  const { page, last, about } = pageOf(request, 's3:ListBucketVersions', (prefix) =>
    versionsAfter(bucket.objects.versions(prefix), key, versionId),
  );
  return xmlResponse('ListVersionsResult', {
    ...about,
    KeyMarker: key ?? '',
    VersionIdMarker: versionId ?? '',
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
