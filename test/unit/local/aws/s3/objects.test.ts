import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { OBJECT_METADATA_BYTES_MAX } from '../../../../../shared/runtime/awsLimits.ts';
import { BUCKET, startS3 } from '../../../../support/cloud/localS3.ts';
import { ofSuite } from '../../../../support/jest/ofSuite.ts';

const s3 = ofSuite(startS3);
let operator: S3Client;
beforeAll(async () => {
  operator = s3.as('operator');
});

const put = (Key: string, Body: string | Uint8Array, more: Partial<PutObjectCommandInput> = {}, client = operator) =>
  client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }));
const get = (Key: string, more = {}, client = operator) =>
  client.send(new GetObjectCommand({ Bucket: BUCKET, Key, ...more }));
const textOf = async (Key: string, more = {}) => (await get(Key, more)).Body?.transformToString();
const filesOnDisk = () => readdirSync(join(s3.folder, 'objects', BUCKET));

const status = (httpStatusCode: number, name?: string) =>
  expect.objectContaining({ $metadata: expect.objectContaining({ httpStatusCode }), ...(name && { name }) });

test('an object may have at most 2 kB of metadata of its own', async () => {
  const putWith = (bytes: number) => put('files/m', 'x', { Metadata: { a: 'x'.repeat(bytes - 1) } });
  await putWith(OBJECT_METADATA_BYTES_MAX);
  await expect(putWith(OBJECT_METADATA_BYTES_MAX + 1)).rejects.toMatchObject({ name: 'MetadataTooLarge' });
});

test('an object survives a restart; a half-written one does not', async () => {
  const first = await startS3();
  await put('files/kept', 'kept', {}, first.as('operator'));
  await first.stop();
  const folder = join(first.folder, 'objects', BUCKET);
  writeFileSync(join(folder, 'half.staged'), 'half');
  const second = await startS3({ folder: first.folder });
  expect(await (await get('files/kept', {}, second.as('operator'))).Body?.transformToString()).toBe('kept');
  expect(readdirSync(folder)).toHaveLength(1);
  await second.close();
});

test('a range is cut at the end of its object', async () => {
  await put('files/digits', '0123456789');
  const answer = await get('files/digits', { Range: 'bytes=5-99' });
  expect([answer.$metadata.httpStatusCode, answer.ContentRange]).toEqual([206, 'bytes 5-9/10']);
  expect(await answer.Body?.transformToString()).toBe('56789');
});

test('a list is sorted by the bytes of the keys, page by page', async () => {
  const names = ['list/a/1', 'list/a/2', 'list/b', 'list/<c>', 'list/é'].sort();
  for (const name of names.toReversed()) await put(name, name);
  const pages: unknown[] = [];
  let ContinuationToken: string | undefined;
  do {
    const list = { Bucket: BUCKET, Prefix: 'list/', MaxKeys: 3, ContinuationToken };
    const page = await operator.send(new ListObjectsV2Command(list));
    pages.push(page.Contents?.map(({ Key }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(pages).toEqual([names.slice(0, 3), names.slice(3)]);
});

test('a page of a list has at most 1,000 entries', async () => {
  const list = (MaxKeys: number) => operator.send(new ListObjectsV2Command({ Bucket: BUCKET, MaxKeys }));
  expect((await list(5_000)).MaxKeys).toBe(1_000);
  await expect(list(1.5)).rejects.toEqual(status(400, 'InvalidArgument'));
});

test('a replaced object is not read as its predecessor', async () => {
  const { ETag } = await put('files/replaced', 'one');
  expect(await textOf('files/replaced', { IfMatch: ETag })).toBe('one');
  await put('files/replaced', 'two');
  await expect(get('files/replaced', { IfMatch: ETag })).rejects.toEqual(status(412, 'PreconditionFailed'));
});

describe('an action that the policy does not grant', () => {
  test('is refused: another prefix, another action, another bucket', async () => {
    const uploader = s3.as('uploader');
    await put('uploads/mine', 'one', {}, uploader);
    await expect(put('files/mine', 'one', {}, uploader)).rejects.toEqual(status(403, 'AccessDenied'));
    await expect(get('uploads/mine', {}, uploader)).rejects.toEqual(status(403, 'AccessDenied'));
    await expect(put('files/none', 'one', { Bucket: 'Other' }, uploader)).rejects.toEqual(status(404, 'NoSuchBucket'));
  });

  test('is denied only for its own entry of a batch', async () => {
    await put('files/mine', 'one');
    const Delete = { Objects: [{ Key: 'files/mine' }, { Key: 'uploads/mine' }] };
    const command = new DeleteObjectsCommand({ Bucket: BUCKET, Delete });
    const { Deleted, Errors } = await s3.as('keeper').send(command);
    expect([Deleted?.map(({ Key }) => Key), Errors?.map(({ Key, Code }) => [Key, Code])]).toEqual([
      ['files/mine'],
      [['uploads/mine', 'AccessDenied']],
    ]);
  });

  test('a copy needs permission to read the source and write the target', async () => {
    await put('uploads/from', 'one');
    const copy = (Key: string, CopySource: string, name: string) =>
      s3.as(name).send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource, MetadataDirective: 'REPLACE' }));
    await copy('files/to', `${BUCKET}/uploads/from`, 'keeper');
    await expect(copy('uploads/to', `${BUCKET}/uploads/from`, 'keeper')).rejects.toEqual(status(403));
    await expect(copy('uploads/to', `${BUCKET}/uploads/from`, 'uploader')).rejects.toEqual(status(403));
  });

  test('a list is limited to the prefix in the policy', async () => {
    const list = (Prefix?: string) => s3.as('keeper').send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
    expect((await list('files/x')).KeyCount).toBe(0);
    await expect(list('uploads/')).rejects.toEqual(status(403, 'AccessDenied'));
    await expect(list()).rejects.toEqual(status(403, 'AccessDenied'));
  });

  test('only callers that may list the bucket get NoSuchKey', async () => {
    await expect(get('files/nothing', {}, s3.as('keeper'))).rejects.toEqual(status(403, 'AccessDenied'));
    await expect(get('files/nothing')).rejects.toEqual(status(404, 'NoSuchKey'));
  });

  test('an unknown function, a wrong secret, an old and a missing signature are rejected', async () => {
    await expect(get('files/a', {}, s3.as('somebody'))).rejects.toEqual(status(403, 'InvalidAccessKeyId'));
    const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
    const forger = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
    await expect(get('files/a', {}, forger)).rejects.toEqual(status(403, 'SignatureDoesNotMatch'));
    const late = s3.as('operator');
    late.config.systemClockOffset = -901_000;
    await expect(get('files/a', {}, late)).rejects.toEqual(status(403, 'RequestTimeTooSkewed'));
    for (const method of ['GET', 'PUT', 'DELETE', 'POST'])
      expect((await fetch(`${s3.endpoint}/${BUCKET}/files/a`, { method })).status).toBe(403);
  });
});

describe('a bucket with versions', () => {
  const bucketProperties = { VersioningConfiguration: { Status: 'Enabled' } };
  const versioned = ofSuite(() => startS3({ bucketProperties }));
  const putInto = async (Key: string) => (await put(Key, 'one', {}, versioned.as('operator'))).VersionId;
  const remove = (Key: string) => versioned.as('keeper').send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
  const versionsIn = async (client: S3Client, Prefix: string) => {
    const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix }));
    return [Versions?.map(({ VersionId }) => VersionId), DeleteMarkers?.length];
  };

  test('keeps them over a restart', async () => {
    const version = await putInto('files/kept');
    await remove('files/kept');
    const other = await startS3({ folder: versioned.folder, bucketProperties });
    expect(await versionsIn(other.as('operator'), 'files/kept')).toEqual([[version], 1]);
    await other.stop();
  });

  test('has nothing to copy in a delete marker', async () => {
    await putInto('files/gone');
    await remove('files/gone');
    const client = versioned.as('operator');
    const list = new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: 'files/gone' });
    const { DeleteMarkers: [marker] = [] } = await client.send(list);
    const CopySource = `${BUCKET}/files/gone?versionId=${marker?.VersionId}`;
    const copy = { Bucket: BUCKET, Key: 'files/copy', CopySource, MetadataDirective: 'REPLACE' } as const;
    await expect(client.send(new CopyObjectCommand(copy))).rejects.toEqual(status(404, 'NoSuchKey'));
  });

  test('lets no function remove or list versions that may only delete and list objects', async () => {
    const version = await putInto('files/own');
    const keeper = versioned.as('keeper');
    const Delete = { Objects: [{ Key: 'files/own', VersionId: version }] };
    const { Errors } = await keeper.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }));
    expect(Errors).toEqual([expect.objectContaining({ Code: 'AccessDenied' })]);
    await expect(versionsIn(keeper, 'files/own')).rejects.toEqual(status(403));
    await remove('files/own');
    expect(await versionsIn(versioned.as('operator'), 'files/own')).toEqual([[version], 1]);
  });
});

test('a body that differs from its signature is rejected and not stored', async () => {
  const before = filesOnDisk();
  const client = s3.as('operator');
  client.middlewareStack.add(
    (next) => (args) => {
      (args.request as { body: unknown }).body = 'two';
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await expect(put('files/bent', 'one', {}, client)).rejects.toEqual(status(400, 'XAmzContentSHA256Mismatch'));
  expect(filesOnDisk()).toEqual(before);
});

test('requests are counted by the function that signed them, and fail on demand', async () => {
  s3.usage.reset();
  await put('files/counted', 'one', {}, s3.as('keeper'));
  expect(s3.usage.toJSON().keeper).toMatchObject({ s3: { PutObject: 1 } });
  s3.faults.set([{ service: 's3', action: 'GetObject', containing: 'files/counted', kind: 'throttled', times: 1 }]);
  await expect(get('files/counted')).rejects.toEqual(status(503, 'SlowDown'));
  expect(await textOf('files/counted')).toBe('one');
  s3.faults.set([{ service: 's3', action: 'PutObject', kind: 'lost', times: 1 }]);
  await expect(put('files/counted', 'two')).rejects.toThrow();
  expect(await textOf('files/counted')).toBe('two');
});

test.each([
  ['other operations', () => new GetObjectAclCommand({ Bucket: BUCKET, Key: 'files/a' })],
  ['other parameters', () => new ListObjectsV2Command({ Bucket: BUCKET, Delimiter: '/' })],
  ['parts of an object', () => new GetObjectCommand({ Bucket: BUCKET, Key: 'files/a', PartNumber: 1 })],
  ['conditions', () => new PutObjectCommand({ Bucket: BUCKET, Key: 'files/a', Body: 'a', IfMatch: '"a"' })],
  ['copies', () => new CopyObjectCommand({ Bucket: BUCKET, Key: 'files/a', CopySource: `${BUCKET}/files/mine` })],
])('unsupported %s are rejected', async (_what, command) => {
  await expect(operator.send(command() as GetObjectCommand)).rejects.toEqual(status(501, 'NotImplemented'));
});
