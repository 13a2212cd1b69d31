import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { OBJECT_METADATA_BYTES_MAX } from '../../../../../shared/runtime/awsLimits.ts';
import { BUCKET, startS3 } from '../../../../support/localS3.ts';
import { ofSuite } from '../../../../support/ofSuite.ts';
import { eventually } from '../../../../support/service.ts';

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

describe('an object', () => {
  test('is returned byte for byte, with its metadata', async () => {
    const Body = randomBytes(300_000);
    const { ETag } = await put('files/a b/ü?#%+.bin', Body, {
      ContentType: 'image/png',
      ContentDisposition: 'attachment',
      Metadata: { note: 'kept' },
    });
    const answer = await get('files/a b/ü?#%+.bin');
    expect(Buffer.from((await answer.Body?.transformToByteArray()) ?? [])).toEqual(Body);
    expect(answer).toMatchObject({
      ETag,
      ContentType: 'image/png',
      ContentDisposition: 'attachment',
      ContentLength: 300_000,
      Metadata: { note: 'kept' },
    });
  });

  test('has at most 2 kB of metadata of its own', async () => {
    const putWith = (bytes: number) => put('files/m', Buffer.from('x'), { Metadata: { a: 'x'.repeat(bytes - 1) } });
    await putWith(OBJECT_METADATA_BYTES_MAX);
    await expect(putWith(OBJECT_METADATA_BYTES_MAX + 1)).rejects.toMatchObject({ name: 'MetadataTooLarge' });
  });

  test('may be empty', async () => {
    await put('files/empty', new Uint8Array());
    expect(await textOf('files/empty')).toBe('');
    expect((await get('files/empty')).ContentLength).toBe(0);
  });

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('is read in part: %s', async (Range, text, ContentRange) => {
    await put('files/digits', '0123456789');
    const answer = await get('files/digits', { Range });
    expect([await answer.Body?.transformToString(), answer.ContentRange]).toEqual([text, ContentRange]);
    expect(answer.$metadata.httpStatusCode).toBe(206);
  });

  test('is not read from beyond its end: 416', async () => {
    await put('files/digits', '0123456789');
    await expect(get('files/digits', { Range: 'bytes=10-12' })).rejects.toEqual(status(416, 'InvalidRange'));
  });

  test('is read with If-Match only if unchanged: else 412', async () => {
    const { ETag = '' } = await put('files/same', 'one');
    expect(await textOf('files/same', { IfMatch: ETag })).toBe('one');
    await put('files/same', 'two');
    await expect(get('files/same', { IfMatch: ETag })).rejects.toEqual(status(412));
  });

  test('is written with If-None-Match by one of many concurrent requests', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => put('files/once', String(i), { IfNoneMatch: '*' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(await textOf('files/once')).toBe(String(winner));
    await expect(put('files/once', 'more', { IfNoneMatch: '*' })).rejects.toEqual(status(412, 'PreconditionFailed'));
  });

  test('is copied with its metadata or with new metadata', async () => {
    await put('uploads/source ü', 'copied', { ContentType: 'text/plain', Metadata: { note: 'kept' } });
    const CopySource = `${BUCKET}/${encodeURIComponent('uploads/source ü')}`;
    await operator.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'files/copy', CopySource }));
    expect(await get('files/copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { note: 'kept' } });
    expect(await textOf('files/copy')).toBe('copied');
    const other = { MetadataDirective: 'REPLACE', ContentType: 'text/csv' } as const;
    await operator.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'files/other', CopySource, ...other }));
    expect((await get('files/other')).ContentType).toBe('text/csv');
    const changed = new CopyObjectCommand({ Bucket: BUCKET, Key: 'files/no', CopySource, CopySourceIfMatch: '"0"' });
    await expect(operator.send(changed)).rejects.toEqual(status(412));
  });

  test('is gone once it is deleted, and deleting it again does no harm', async () => {
    await put('files/gone', 'one');
    for (let i = 0; i < 2; i++) {
      const { $metadata } = await operator.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: 'files/gone' }));
      expect($metadata.httpStatusCode).toBe(204);
    }
    await expect(get('files/gone')).rejects.toEqual(status(404, 'NoSuchKey'));
  });

  test('is deleted with many others', async () => {
    const keys = ['files/many/1', 'files/many/<2> & "3"', 'files/many/ü'];
    for (const key of keys) await put(key, key);
    const Delete = { Objects: keys.map((Key) => ({ Key })) };
    const { Deleted } = await operator.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(keys);
    const { KeyCount } = await operator.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'files/many/' }));
    expect(KeyCount).toBe(0);
  });

  test('survives a restart; a half-written object does not', async () => {
    const first = await startS3();
    await first.as('operator').send(new PutObjectCommand({ Bucket: BUCKET, Key: 'files/kept', Body: 'kept' }));
    await first.stop();
    const folder = join(first.folder, 'objects', BUCKET);
    writeFileSync(join(folder, 'half.staged'), 'half');
    const second = await startS3({ folder: first.folder });
    const answer = await second.as('operator').send(new GetObjectCommand({ Bucket: BUCKET, Key: 'files/kept' }));
    expect(await answer.Body?.transformToString()).toBe('kept');
    expect(readdirSync(folder)).toHaveLength(1);
    await second.close();
  });
});

describe('a list', () => {
  beforeAll(async () => {
    for (const name of ['b', 'a/2', 'a/1', 'c', 'é', 'd']) await put(`list/${name}`, name);
  });
  const list = (more = {}) => operator.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'list/', ...more }));

  test('is sorted by the bytes of the keys, page by page', async () => {
    const keys: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    const sizes: (number | undefined)[] = [];
    do {
      const page = await list({ MaxKeys: 4, ContinuationToken });
      keys.push(...(page.Contents ?? []).map(({ Key }) => Key));
      sizes.push(page.KeyCount);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(keys).toEqual(['list/a/1', 'list/a/2', 'list/b', 'list/c', 'list/d', 'list/é']);
    expect(sizes).toEqual([4, 2]);
  });

  test('is rejected with a delimiter or a start key, which nothing uses', async () => {
    for (const more of [{ Delimiter: '/' }, { StartAfter: 'list/c' }])
      await expect(list(more)).rejects.toEqual(status(501, 'NotImplemented'));
  });
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
      s3.as(name).send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource }));
    await copy('files/to', `${BUCKET}/uploads/from`, 'keeper');
    await expect(copy('uploads/to', `${BUCKET}/uploads/from`, 'keeper')).rejects.toEqual(status(403));
    await expect(copy('uploads/to', `${BUCKET}/uploads/from`, 'uploader')).rejects.toEqual(status(403));
  });

  test('a list is bound to the prefix that the policy names', async () => {
    const list = (Prefix?: string) => s3.as('keeper').send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
    expect((await list('files/x')).KeyCount).toBe(0);
    await expect(list('uploads/')).rejects.toEqual(status(403, 'AccessDenied'));
    await expect(list()).rejects.toEqual(status(403, 'AccessDenied'));
  });

  test('NoSuchKey is only for callers that may list the bucket', async () => {
    await expect(get('files/nothing', {}, s3.as('keeper'))).rejects.toEqual(status(403, 'AccessDenied'));
    await expect(get('files/nothing')).rejects.toEqual(status(404, 'NoSuchKey'));
  });

  test('an unknown function, a wrong secret and a missing signature are rejected', async () => {
    await expect(get('files/a', {}, s3.as('somebody'))).rejects.toEqual(status(403, 'InvalidAccessKeyId'));
    const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
    const forger = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
    await expect(get('files/a', {}, forger)).rejects.toEqual(status(403, 'SignatureDoesNotMatch'));
    for (const method of ['GET', 'PUT', 'DELETE', 'POST'])
      expect((await fetch(`${s3.endpoint}/${BUCKET}/files/a`, { method })).status).toBe(403);
  });
});

describe('a body', () => {
  test('that differs from its signature is rejected, and leaves nothing behind', async () => {
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

  test('with a wrong digest is rejected', async () => {
    const wrong = { ContentMD5: Buffer.alloc(16).toString('base64') };
    await expect(put('files/digest', 'one', wrong)).rejects.toEqual(status(400, 'BadDigest'));
  });

  test('that ends too early leaves nothing behind', async () => {
    const before = filesOnDisk();
    const client = s3.as('operator');
    let sent: { headers: Record<string, string>; path: string } | undefined;
    client.middlewareStack.add(
      () => async (args) => {
        sent = args.request as typeof sent;
        throw new Error('not sent');
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await expect(put('files/half', randomBytes(200_000), {}, client)).rejects.toThrow('not sent');
    const outgoing = request(s3.endpoint + sent?.path, { method: 'PUT', headers: sent?.headers });
    outgoing.on('error', () => undefined);
    outgoing.write(randomBytes(100_000), () => outgoing.destroy());
    await expect(get('files/half')).rejects.toEqual(status(404));
    await eventually(
      async () => filesOnDisk(),
      (files) => files.join() === before.join(),
    );
  });
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

test('unsupported requests are rejected', async () => {
  const command = new GetObjectAclCommand({ Bucket: BUCKET, Key: 'files/a' });
  await expect(operator.send(command)).rejects.toEqual(status(501, 'NotImplemented'));
});
