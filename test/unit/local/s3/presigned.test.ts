import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BUCKET, startS3, type TestS3 } from '../../../support/localS3.ts';
import { eventually } from '../../../support/service.ts';

let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  s3.remove();
});

const KEY = 'uploads/enp_1/upl_1';
const MINUTE_MS = 60_000;

type Conditions = NonNullable<PresignedPostOptions['Conditions']>;
const RANGE: Conditions = [['content-length-range', 3, 1_000]];

/** A form as a function signs it: one key, one type, a range of sizes, a quarter of an hour. */
const newForm = ({ Key = KEY, Conditions = RANGE, name = 'uploader', Fields = {} } = {}) =>
  createPresignedPost(s3.as(name), {
    Bucket: BUCKET,
    Key,
    Conditions: [['eq', '$Content-Type', 'image/png'], ...Conditions],
    Fields: { 'Content-Type': 'image/png', ...Fields },
    Expires: 15 * 60,
  });

type Form = Awaited<ReturnType<typeof newForm>>;

async function post(
  { url, fields }: Form,
  content: string | Uint8Array<ArrayBuffer>,
  changes: Record<string, string> = {},
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) body.append(name, value);
  body.append('file', new Blob([content], { type: 'text/html' }), 'name.html');
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const read = async (Key: string) =>
  (await s3.as('operator').send(new GetObjectCommand({ Bucket: BUCKET, Key }))).Body?.transformToString();
const filesOnDisk = () => readdirSync(join(s3.folder, 'objects', BUCKET)).sort();

/** What is refused answers this error, and stores nothing. */
async function expectRefused(
  form: Form,
  content: string,
  changes: Record<string, string>,
  status: number,
  code: string,
) {
  const before = filesOnDisk();
  const answer = await post(form, content, changes);
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

describe('a presigned form', () => {
  test('stores the file under its key, with its type', async () => {
    const answer = await post(await newForm(), 'hello');
    expect([answer.status, answer.text]).toEqual([204, '']);
    const { Body, ContentType } = await s3.as('operator').send(new GetObjectCommand({ Bucket: BUCKET, Key: KEY }));
    expect([await Body?.transformToString(), ContentType]).toEqual(['hello', 'image/png']);
  });

  test('answers as it was asked to: 200, 201 with what was stored, 303', async () => {
    const as = async (name: string, value: string) => post(await newForm({ Fields: { [name]: value } }), 'hello');
    expect((await as('success_action_status', '200')).status).toBe(200);
    const created = await as('success_action_status', '201');
    expect([created.status, created.text]).toEqual([201, expect.stringContaining(`<Key>${KEY}</Key>`)]);
    const moved = await as('success_action_redirect', 'https://example.com/done?a=1');
    expect([moved.status, moved.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('https://example.com/done?a=1&bucket=FileBucket&key='),
    ]);
  });

  test.each([
    ['another key', { key: 'uploads/enp_2/upl_1' }, 403, 'AccessDenied'],
    ['the key of a kept file', { key: 'files/enp_1/sub_1/file_1' }, 403, 'AccessDenied'],
    ['another type', { 'Content-Type': 'text/html' }, 403, 'AccessDenied'],
    ['a field that nobody signed', { 'x-amz-meta-a': 'b' }, 403, 'AccessDenied'],
    [
      'another policy',
      { Policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64') },
      403,
      'SignatureDoesNotMatch',
    ],
    ['another signature', { 'X-Amz-Signature': '0'.repeat(64) }, 403, 'SignatureDoesNotMatch'],
    ['another signer', { 'X-Amz-Credential': 'nobody/20260101/us-east-1/s3/aws4_request' }, 403, 'InvalidAccessKeyId'],
  ])('cannot be bent: %s', async (_what, changes, status, code) => {
    await expectRefused(await newForm(), 'hello', changes, status, code);
  });

  test('takes no file that is larger, also by a byte, and none that is smaller', async () => {
    expect((await post(await newForm(), 'x'.repeat(1_000))).status).toBe(204);
    const text = await expectRefused(await newForm(), 'x'.repeat(1_001), {}, 400, 'EntityTooLarge');
    expect(text).toContain('<MaxSizeAllowed>1000</MaxSizeAllowed>');
    await expectRefused(await newForm(), 'xx', {}, 400, 'EntityTooSmall');
    await expectRefused(await newForm(), 'x'.repeat(3_000_000), {}, 400, 'EntityTooLarge');
  });

  test('is refused once it has expired', async () => {
    const form = await newForm();
    s3.clock.move(KEY, 14 * MINUTE_MS);
    expect((await post(form, 'hello')).status).toBe(204);
    s3.clock.move(KEY, 16 * MINUTE_MS);
    expect(await expectRefused(form, 'hello', {}, 403, 'AccessDenied')).toContain('Policy expired');
    s3.clock.move(KEY, 0);
  });

  test('allows no more than whoever signed it may do', async () => {
    const form = await newForm({ Key: 'files/enp_1/sub_1/file_1' });
    expect(await expectRefused(form, 'hello', {}, 403, 'AccessDenied')).toContain('s3:PutObject');
  });

  test('has one file, after its fields, and says so where it has not', async () => {
    const { url, fields } = await newForm();
    const withoutFile = new FormData();
    for (const [name, value] of Object.entries(fields)) withoutFile.append(name, value);
    const answer = await fetch(url, { method: 'POST', body: withoutFile });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('exactly one file upload')]);
    const noForm = await fetch(url, { method: 'POST', body: 'x', headers: { 'Content-Type': 'multipart/form-data' } });
    expect([noForm.status, await noForm.text()]).toEqual([400, expect.stringContaining('MalformedPOSTRequest')]);
  });

  test('takes no more than 20 kB of fields before its file', async () => {
    await expectRefused(
      await newForm(),
      'hello',
      { 'x-ignore-a': 'x'.repeat(20_000) },
      400,
      'MaxPostPreDataLengthExceeded',
    );
  });

  test('takes 60 MB, chunk by chunk', async () => {
    const bytes = randomBytes(60_000_000);
    const Key = 'uploads/enp_1/large';
    const form = await newForm({ Key, Conditions: [['content-length-range', 0, 100_000_000]] });
    expect((await post(form, bytes)).status).toBe(204);
    const url = await getSignedUrl(s3.as('operator'), new GetObjectCommand({ Bucket: BUCKET, Key }));
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe('a form that is cut off', () => {
  const BOUNDARY = 'boundary';
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const beginning = ({ fields }: Form) =>
    [
      ...Object.entries(fields).map(([name, value]) => field(name, value)),
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    ].join('');
  const open = (form: Form): ClientRequest =>
    request(form.url, { method: 'POST', headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` } }).on(
      'error',
      () => undefined,
    );

  test('by its sender leaves nothing', async () => {
    const before = filesOnDisk();
    const form = await newForm({ Key: 'uploads/enp_1/cut', Conditions: [] });
    const outgoing = open(form);
    outgoing.write(beginning(form) + 'x'.repeat(500_000));
    await eventually(
      async () => filesOnDisk(),
      (files) => files.length > before.length,
    );
    outgoing.destroy();
    await eventually(
      async () => filesOnDisk(),
      (files) => files.join() === before.join(),
    );
    await expect(read('uploads/enp_1/cut')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('before its last boundary is refused, and leaves nothing', async () => {
    const before = filesOnDisk();
    const form = await newForm({ Key: 'uploads/enp_1/cut', Conditions: [] });
    const outgoing = open(form);
    const answered = new Promise<number | undefined>((resolve) =>
      outgoing.on('response', ({ statusCode }) => resolve(statusCode)),
    );
    outgoing.end(`${beginning(form)}only half of`);
    expect(await answered).toBe(400);
    expect(filesOnDisk()).toEqual(before);
  });
});

describe('a presigned address', () => {
  beforeAll(async () => {
    await s3
      .as('operator')
      .send(new PutObjectCommand({ Bucket: BUCKET, Key: 'files/a', Body: 'content', ContentType: 'text/html' }));
  });
  const command = new GetObjectCommand({
    Bucket: BUCKET,
    Key: 'files/a',
    ResponseContentType: 'application/octet-stream',
    ResponseContentDisposition: `attachment; filename="_.txt"; filename*=UTF-8''%D9%85.txt`,
  });
  const newAddress = async () => new URL(await getSignedUrl(s3.as('keeper'), command, { expiresIn: 300 }));

  test('hands out the object as an attachment of that type and name', async () => {
    const answer = await fetch(await newAddress());
    expect([answer.status, await answer.text()]).toEqual([200, 'content']);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="_.txt"; filename*=UTF-8''%D9%85.txt`);
  });

  test.each([
    ['another object', (url: URL) => url.pathname.replace('files/a', 'files/b'), undefined],
    ['another type', undefined, ['response-content-type', 'text/html']],
    ['another disposition', undefined, ['response-content-disposition', 'inline']],
    ['a longer time', undefined, ['X-Amz-Expires', '3000']],
    ['one more parameter', undefined, ['response-cache-control', 'public']],
  ])('cannot be bent: %s', async (_what, path, parameter) => {
    const url = await newAddress();
    if (path) url.pathname = path(url);
    const [name, value] = parameter ?? [];
    if (name && value) url.searchParams.set(name, value);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
  });

  test.each(['PUT', 'DELETE', 'POST', 'HEAD'])('cannot be used with %s', async (method) => {
    expect((await fetch(await newAddress(), { method })).status).toBe(403);
  });

  test('is refused once it has expired', async () => {
    const url = await newAddress();
    s3.clock.move('files/', 6 * MINUTE_MS);
    const answer = await fetch(url);
    s3.clock.move('files/', 0);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  });

  test('allows no more than whoever signed it may do', async () => {
    const other = new GetObjectCommand({ Bucket: BUCKET, Key: 'other/a' });
    expect((await fetch(await getSignedUrl(s3.as('keeper'), other))).status).toBe(403);
  });
});

describe('a page of another origin', () => {
  const preflight = (headers: Record<string, string>) =>
    fetch(`${s3.endpoint}/${BUCKET}`, { method: 'OPTIONS', headers: { Origin: 'https://example.com', ...headers } });

  test('may post forms, and read the answer, also an error', async () => {
    const answer = await preflight({
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '3600',
    });
    for (const changes of [{}, { key: 'other' }]) {
      const { url, fields } = await newForm();
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...changes })) body.append(name, value);
      body.append('file', new Blob(['hello']));
      const posted = await fetch(url, { method: 'POST', body, headers: { Origin: 'https://example.com' } });
      expect(posted.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test.each([
    [{ 'Access-Control-Request-Method': 'PUT' }, 403],
    [{ 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-other' }, 403],
    [{}, 400],
  ])('may do nothing else: %j', async (headers, status) => {
    const answer = await preflight(headers);
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, null]);
  });
});
