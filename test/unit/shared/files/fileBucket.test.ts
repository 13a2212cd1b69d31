import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL } from '../../../../infra/local/template.ts';
import { FileBucket, ObjectChanged } from '../../../../shared/files/fileBucket.ts';
import { SignedRequests } from '../../../../shared/files/signedRequests.ts';
import { BUCKET, startS3, type TestS3 } from '../../../support/localS3.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  s3.remove();
});

const bucketAs = (name: string) =>
  new FileBucket(
    new SignedRequests({
      bucket: BUCKET,
      region: LOCAL.region,
      endpoint: s3.endpoint,
      credentials: async () => s3.credentials(name),
    }),
  );

const UPLOAD = { key: 'uploads/e/u', bytes: 5, type: 'text/plain', name: 'ä "1".txt', field: 'größe' };

async function send(
  { url, fields }: { url: string; fields: Record<string, string> },
  content: string,
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]));
  return (await fetch(url, { method: 'POST', body: form })).status;
}

describe('the bucket of files', () => {
  test('takes an upload by a form, tells of it, copies it as it was, and hands it out as an attachment', async () => {
    const keeper = bucketAs('keeper');
    const form = await bucketAs('uploader').formFor(UPLOAD, 900, new Date());
    expect(await send(form, 'hello')).toBe(204);
    const found = await keeper.findUpload(UPLOAD.key, 2);
    const { name, field, type, bytes } = UPLOAD;
    expect(found).toEqual({ name, field, type, bytes, etag: expect.stringMatching(/\S/), start: Buffer.from('he') });
    const etag = found?.etag ?? '';
    expect((await keeper.read(UPLOAD.key, { from: 2, to: 5 }, etag)).toString()).toBe('llo');
    await keeper.copy(UPLOAD.key, 'files/e/s/f', etag);
    const answer = await fetch(await keeper.addressOf('files/e/s/f', name, 300, new Date()));
    expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%A4%20%221%22.txt");
    expect(await send(await bucketAs('uploader').formFor(UPLOAD, 900, new Date()), 'later')).toBe(204);
    await expect(keeper.copy(UPLOAD.key, 'files/e/s/g', etag)).rejects.toThrow(ObjectChanged);
    await expect(keeper.read(UPLOAD.key, { from: 0, to: 1 }, etag)).rejects.toThrow(ObjectChanged);
  });

  test('has nothing where nothing is', async () => {
    expect(await bucketAs('keeper').findUpload('uploads/e/none', 1)).toBeUndefined();
    await expect(bucketAs('keeper').copy('uploads/e/none', 'files/e/s/h', '"x"')).rejects.toThrow(ObjectChanged);
  });

  test('removes all that begins so, and nothing else, for as long as it may', async () => {
    const keeper = bucketAs('keeper');
    for (const key of ['files/a/s/1', 'files/a/s/2', 'files/ab/s/1']) await keeper.put(key, new Uint8Array([1]));
    expect(await keeper.removeAll('files/a/', () => false)).toEqual({ removed: 0, left: true });
    expect(await keeper.removeAll('files/a/', () => true)).toEqual({ removed: 2, left: false });
    expect((await fetch(await keeper.addressOf('files/ab/s/1', 'a', 60, new Date()))).status).toBe(200);
  });

  test('refuses whoever may not', async () => {
    await expect(bucketAs('uploader').put('files/a/s/1', new Uint8Array([1]))).rejects.toThrow('S3 refused: 403');
  });

  test('is asked again when it fails, and at last given up', async () => {
    const keeper = bucketAs('keeper');
    s3.faults.set([{ service: 's3', action: 'PutObject', kind: 'unavailable', times: 2 } as never]);
    await keeper.put('files/a/s/1', new Uint8Array([1]));
    s3.faults.set([{ service: 's3', action: 'PutObject', kind: 'unavailable', times: 3 } as never]);
    await expect(keeper.put('files/a/s/1', new Uint8Array([1]))).rejects.toThrow('throttled or slow');
  });
});

test('addresses and forms are as AWS signs them', async () => {
  // Amazon S3, "Signature Calculations": the examples of a presigned address and of a form.
  const credentials = async () => ({
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  });
  const requests = new SignedRequests({ bucket: 'examplebucket', region: 'us-east-1', credentials });
  const policy =
    'eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9';
  expect(await requests.signText(policy, new Date('2015-12-29T00:00:00Z'))).toBe(
    '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
  );
  expect(requests.url).toBe('https://examplebucket.s3.us-east-1.amazonaws.com/');
});
