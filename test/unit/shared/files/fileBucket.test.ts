import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { LOCAL } from '../../../../infra/localService/template.ts';
import { FileBucket, ObjectChanged, type UploadUrl } from '../../../../shared/files/fileBucket.ts';
import { SignedRequests } from '../../../../shared/files/signedRequests.ts';
import { BUCKET, startS3 } from '../../../support/cloud/localS3.ts';
import { ofSuite } from '../../../support/jest/ofSuite.ts';

const s3 = ofSuite(startS3);

const bucketAs = (name: string) =>
  new FileBucket({
    bucket: BUCKET,
    region: LOCAL.region,
    endpoint: s3.endpoint,
    credentials: async () => s3.credentials(name),
  });

const UPLOAD = { key: 'uploads/e/u', bytes: 5, type: 'text/plain', name: 'ä "1".txt', field: 'größe' };

async function send({ url, headers }: UploadUrl, content: string): Promise<number> {
  return (await fetch(url, { method: 'PUT', headers, body: content })).status;
}

describe('the bucket of files', () => {
  test('accepts an upload at its URL once, describes it, copies it unchanged, and serves it as an attachment', async () => {
    const keeper = bucketAs('keeper');
    const address = await bucketAs('uploader').uploadUrl(UPLOAD, 900, new Date());
    expect(await send(address, 'hell')).toBe(403);
    const compressed = { ...address, headers: { ...address.headers, 'Content-Encoding': 'gzip' } };
    expect(await send(compressed, 'hello')).toBe(403);
    expect(await send(address, 'hello')).toBe(200);
    expect(await send(address, 'again')).toBe(412);
    const found = await keeper.findUpload(UPLOAD.key, 2);
    const { name, field, type, bytes } = UPLOAD;
    expect(found).toEqual({ name, field, type, bytes, etag: expect.stringMatching(/\S/), start: Buffer.from('he') });
    const etag = found?.etag ?? '';
    expect((await keeper.read(UPLOAD.key, { from: 2, to: 5 }, etag)).toString()).toBe('llo');
    await keeper.copy(UPLOAD.key, 'files/e/s/f', etag);
    const answer = await fetch(await keeper.downloadUrl('files/e/s/f', name, 300, new Date()));
    expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%A4%20%221%22.txt");
    await s3.as('operator').send(new PutObjectCommand({ Bucket: BUCKET, Key: UPLOAD.key, Body: 'later' }));
    await expect(keeper.copy(UPLOAD.key, 'files/e/s/g', etag)).rejects.toThrow(ObjectChanged);
    await expect(keeper.read(UPLOAD.key, { from: 0, to: 1 }, etag)).rejects.toThrow(ObjectChanged);
  });

  test('returns undefined for a missing object', async () => {
    expect(await bucketAs('keeper').findUpload('uploads/e/none', 1)).toBeUndefined();
    await expect(bucketAs('keeper').copy('uploads/e/none', 'files/e/s/h', '"x"')).rejects.toThrow(ObjectChanged);
  });

  test('removes exactly the objects with the prefix, until its time is up', async () => {
    const keeper = bucketAs('keeper');
    for (const key of ['files/a/s/1', 'files/a/s/2', 'files/ab/s/1']) await keeper.put(key, new Uint8Array([1]));
    expect(await keeper.removeAll('files/a/', () => false)).toEqual({ removed: 0, left: true });
    expect(await keeper.removeAll('files/a/', () => true)).toEqual({ removed: 2, left: false });
    expect((await fetch(await keeper.downloadUrl('files/ab/s/1', 'a', 60, new Date()))).status).toBe(200);
  });

  test('rejects callers without permission', async () => {
    await expect(bucketAs('uploader').put('files/a/s/1', new Uint8Array([1]))).rejects.toThrow(
      'S3 rejected the request: 403',
    );
  });

  test('retries failures, then gives up', async () => {
    const keeper = bucketAs('keeper');
    s3.faults.set([{ service: 's3', action: 'PutObject', kind: 'unavailable', times: 2 } as never]);
    await keeper.put('files/a/s/1', new Uint8Array([1]));
    s3.faults.set([{ service: 's3', action: 'PutObject', kind: 'unavailable', times: 3 } as never]);
    await expect(keeper.put('files/a/s/1', new Uint8Array([1]))).rejects.toThrow('throttled or slow');
  });
});

test('an upload’s URL has each header signed, and contains nothing of the file', async () => {
  const { url, headers } = await bucketAs('uploader').uploadUrl(UPLOAD, 900, new Date());
  expect(headers).toEqual({
    'Content-Type': 'text/plain',
    'Content-Encoding': 'identity',
    'If-None-Match': '*',
    'x-amz-meta-name': '%C3%A4%20%221%22.txt',
    'x-amz-meta-field': 'gr%C3%B6%C3%9Fe',
  });
  const { searchParams } = new URL(url);
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe(
    'content-encoding;content-length;content-type;host;if-none-match;x-amz-meta-field;x-amz-meta-name',
  );
  expect([...searchParams.keys()].sort()).toEqual([
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-Signature',
    'X-Amz-SignedHeaders',
    'x-amz-content-sha256',
  ]);
});

test('a URL is that of the bucket in its region', async () => {
  const credentials = async () => ({
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  });
  const requests = new SignedRequests({ bucket: 'examplebucket', region: 'us-east-1', credentials });
  const url = await requests.presign({ method: 'GET', key: 'test.txt' }, 86_400, new Date('2013-05-24T00:00:00Z'));
  expect(url).toMatch(/^https:\/\/examplebucket\.s3\.us-east-1\.amazonaws\.com\/test\.txt\?/);
});
