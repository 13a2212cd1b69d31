import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ObjectStore } from '../../../../../local/aws/s3/objectStore.ts';
import { BUCKET, startS3 } from '../../../../support/cloud/localS3.ts';
import { eventually } from '../../../../support/cloud/service.ts';
import { ofSuite } from '../../../../support/jest/ofSuite.ts';

const s3 = ofSuite(startS3);

const KEY = 'uploads/enp_1/upl_1';

const CONTENT = 'hello';

/** A URL as a function signs it: one key, type and size, once, within a quarter of an hour. */
async function newUpload({ Key = KEY, bytes = CONTENT.length, name = 'uploader' } = {}) {
  const headers = { 'content-type': 'image/png', 'if-none-match': '*', 'x-amz-meta-name': 'a.png' };
  const about = { ContentType: 'image/png', IfNoneMatch: '*', Metadata: { name: 'a.png' }, ContentLength: bytes };
  const url = await getSignedUrl(s3.as(name), new PutObjectCommand({ Bucket: BUCKET, Key, ...about }), {
    expiresIn: 15 * 60,
    signableHeaders: new Set(['host', 'content-length', ...Object.keys(headers)]),
    unhoistableHeaders: new Set(Object.keys(headers)),
  });
  return { url, headers };
}
type NewUpload = Awaited<ReturnType<typeof newUpload>>;

async function put({ url, headers }: NewUpload, content: string | Uint8Array<ArrayBuffer> = CONTENT) {
  const answer = await fetch(url, { method: 'PUT', body: content, headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const read = async (Key: string) =>
  (await s3.as('operator').send(new GetObjectCommand({ Bucket: BUCKET, Key }))).Body?.transformToString();
const remove = (Key: string) => s3.as('operator').send(new DeleteObjectCommand({ Bucket: BUCKET, Key }));
const filesOnDisk = () => readdirSync(join(s3.folder, 'objects', BUCKET)).sort();

async function expectRefused(sent: NewUpload, content: string, status: number, code: string): Promise<string> {
  const before = filesOnDisk();
  const answer = await put(sent, content);
  expect({ status: answer.status, text: answer.text }).toEqual({
    status,
    text: expect.stringContaining(`<Code>${code}</Code>`),
  });
  expect(answer.headers.get('content-type')).toBe('application/xml');
  await eventually(
    async () => filesOnDisk(),
    (files) => files.join() === before.join(),
  );
  return answer.text;
}

describe('a presigned URL for an upload', () => {
  afterEach(() => remove(KEY));

  test('works once: 412 for all other requests, sequential or concurrent', async () => {
    const sent = await newUpload();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => put(sent, `hell${i}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    const stored = await read(KEY);
    expect(stored).toBe(`hell${answers.findIndex(({ status }) => status === 200)}`);
    await expectRefused(sent, 'later', 412, 'PreconditionFailed');
    expect(await read(KEY)).toBe(stored);
  });

  test('rejects a file that is a byte larger or smaller', async () => {
    await expectRefused(await newUpload(), `${CONTENT}!`, 403, 'SignatureDoesNotMatch');
    await expectRefused(await newUpload(), CONTENT.slice(1), 403, 'SignatureDoesNotMatch');
  });

  test('rejects a body without a length', async () => {
    const { url, headers } = await newUpload();
    const outgoing = request(url, { method: 'PUT', headers: { ...headers, 'Transfer-Encoding': 'chunked' } });
    const status = new Promise((resolve) => outgoing.on('response', ({ statusCode }) => resolve(statusCode)));
    outgoing.end(CONTENT);
    expect(await status).toBe(403);
  });

  test.each<[string, Record<string, string>]>([
    ['another type', { 'content-type': 'text/html' }],
    ['another name', { 'x-amz-meta-name': 'evil.png' }],
    ['another condition', { 'if-none-match': '"x"' }],
    ['one more header of S3', { 'x-amz-acl': 'public-read' }],
    ['a copy of another object', { 'x-amz-copy-source': `/${BUCKET}/files/a` }],
  ])('cannot be altered: %s', async (_what, changes) => {
    const { url, headers } = await newUpload();
    const answer = await put({ url, headers: { ...headers, ...changes } });
    expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(/SignatureDoesNotMatch|not signed/)]);
    await expect(read(KEY)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('is only valid for its own key', async () => {
    const { url, headers } = await newUpload();
    const moved = url.replace(encodeURI(KEY), 'files/enp_1/sub_1/file_1');
    expect(moved).not.toBe(url);
    await expectRefused({ url: moved, headers: headers }, CONTENT, 403, 'SignatureDoesNotMatch');
  });

  test('grants no more than its signer’s permissions', async () => {
    const sent = await newUpload({ Key: 'files/enp_1/sub_1/file_1' });
    expect(await expectRefused(sent, CONTENT, 403, 'AccessDenied')).toContain('s3:PutObject');
  });

  test('leaves nothing of an interrupted upload, and stays valid', async () => {
    const before = filesOnDisk();
    const sent = await newUpload({ bytes: 1_000_000 });
    const headers = { ...sent.headers, 'Content-Length': '1000000' };
    const outgoing = request(sent.url, { method: 'PUT', headers }).on('error', () => undefined);
    outgoing.write('x'.repeat(500_000));
    await eventually(
      async () => filesOnDisk(),
      (files) => files.length > before.length,
    );
    outgoing.destroy();
    await eventually(
      async () => filesOnDisk(),
      (files) => files.join() === before.join(),
    );
    expect((await put(sent, 'x'.repeat(1_000_000))).status).toBe(200);
  });
});

test('an upload to a full disk gets 503, so that it is retried', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const stage = jest.spyOn(ObjectStore.prototype, 'stage').mockRejectedValue(full);
  const said = jest.spyOn(console, 'error').mockReturnValue();
  try {
    const answer = await put(await newUpload());
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('ServiceUnavailable')]);
    expect(said.mock.calls).toEqual([['The bucket failed: ENOSPC: no space left on device, write']]);
  } finally {
    said.mockRestore();
    stage.mockRestore();
  }
});

describe('a page of another origin', () => {
  const preflight = (headers: Record<string, string>) =>
    fetch(`${s3.endpoint}/${BUCKET}/${KEY}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', ...headers },
    });

  test('may put uploads, and read the response, including errors', async () => {
    const answer = await preflight({
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type,if-none-match,x-amz-meta-name',
    });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type,if-none-match,x-amz-meta-name',
      'access-control-max-age': '7200',
    });
    const { url, headers } = await newUpload({ Key: 'uploads/enp_1/cors' });
    for (const status of [200, 412]) {
      const sent = await put({ url, headers: { ...headers, Origin: 'https://example.com' } as never });
      expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
    }
  });

  test.each([
    [{ 'Access-Control-Request-Method': 'POST' }, 403],
    [{}, 400],
  ])('may do nothing else: %j', async (headers, status) => {
    const answer = await preflight(headers);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, null]);
  });
});
