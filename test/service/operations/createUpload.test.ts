import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { FileSettings } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { createUpload, filePath, PNG, upload } from '../../support/cloud/postedFiles.ts';
import { send } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';

async function contentOf({ id, files }: { id: string; files: { id: string }[] }): Promise<string> {
  const headers = { Accept: 'application/json' };
  const answer = await owner.send('GET', filePath(owner.endpointId, id, files[0]?.id ?? ''), { headers });
  return (await fetch(answer.json.url)).text();
}

const owner = ownEndpoint({ files: { maxCount: 2, maxBytes: 1_000, types: ['image/png', 'text/plain'] } });

const FILES = FileSettings.parse({});
const PICTURE = { name: 'a.png', type: 'image/png', bytes: PNG.length, field: 'picture' };

const submit = (ids: unknown, endpointId = owner.endpointId) =>
  send('POST', `/v1/f/${endpointId}`, { json: { message: 'Hello', _uploads: ids } });

async function uploaded(endpointId = owner.endpointId): Promise<string> {
  const created = await createUpload(endpointId, PICTURE);
  expect(created.status).toBe(201);
  expect(await upload(created.json, PNG)).toBe(200);
  return created.json.id;
}

describe('POST /v1/f/{endpointId}/uploads', () => {
  test('201 returns a URL that accepts the file, and the submission that names it has it', async () => {
    const id = await uploaded();
    const { status, json } = await submit([id]);
    expect([status, json.files]).toEqual([
      201,
      [
        {
          id: expect.stringMatching(/^fil_/),
          field: 'picture',
          name: 'a.png',
          type: 'image/png',
          bytes: PNG.length,
          scan: 'not scanned',
        },
      ],
    ]);
    const [stored] = await submissionsOf(owner.key, owner.endpointId);
    expect(stored).toEqual({ ...json, data: { message: 'Hello' } });
    const answer = await owner.send('GET', filePath(owner.endpointId, json.id, json.files[0].id), {
      headers: { Accept: 'application/json' },
    });
    const file = await fetch(answer.json.url);
    expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="a.png"; filename*=UTF-8''a.png`);
  });

  test('an upload is valid for one submission, also when two claim it at once', async () => {
    const id = await uploaded();
    const statuses = (await Promise.all([submit(id), submit([id, id]), submit([id])])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400, 400]);
    expect((await submit([id])).json.message).toContain('already submitted');
  });

  test('an upload with a Content-Encoding is rejected by S3', async () => {
    const content = gzipSync(PNG);
    const { json } = await createUpload(owner.endpointId, { ...PICTURE, bytes: content.length });
    expect(await upload({ ...json, headers: { ...json.headers, 'Content-Encoding': 'gzip' } }, content)).toBe(403);
  });

  test('an upload is only valid for its own endpoint', async () => {
    const other = await owner.newEndpoint({ files: FILES });
    const id = await uploaded(other.id);
    expect((await submit([id])).status).toBe(400);
    expect((await submit([id], other.id)).status).toBe(201);
  });

  test.each<[string, unknown]>([
    ['was never sent', 'upl_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['is no id', 'upl_../../x'],
    ['is another thing', 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ])('400 for an upload that %s', async (_what, id) => {
    expect((await submit([id])).status).toBe(400);
  });

  test('an endpoint without files stores the field unchanged', async () => {
    const plain = await owner.newEndpoint();
    expect((await submit(['upl_01ARZ3NDEKTSV4RRFFQ69G5FAV'], plain.id)).status).toBe(201);
    const [stored] = await submissionsOf(owner.key, plain.id);
    expect(stored?.data).toEqual({ message: 'Hello', _uploads: ['upl_01ARZ3NDEKTSV4RRFFQ69G5FAV'] });
  });
});

describe('POST /v1/f/{endpointId}/uploads refuses', () => {
  test.each<[number, string, object]>([
    [413, 'a file that is too large', { bytes: 1_001 }],
    [415, 'a program', { name: 'a.exe', type: 'image/png' }],
    [415, 'a page', { name: 'a', type: 'text/html' }],
    [400, 'an empty file', { bytes: 0 }],
    [400, 'a size that is none', { bytes: 1.5 }],
    [400, 'no name', { name: '' }],
    [400, 'a name of a field that S3 would not store', { field: '名'.repeat(67) }],
    [400, 'a name of 1,001 characters', { name: 'x'.repeat(1_001) }],
  ])('%i %s', async (status, _what, fields) => {
    expect((await createUpload(owner.endpointId, { ...PICTURE, ...fields })).status).toBe(status);
  });

  test('415 for an endpoint that accepts no files', async () => {
    const { id } = await owner.newEndpoint();
    const { status, json } = await createUpload(id, PICTURE);
    expect([status, json.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('403 for an endpoint that is disabled, or only accepts other websites', async () => {
    const disabled = await owner.newEndpoint({ files: FILES, isEnabled: false });
    expect((await createUpload(disabled.id, PICTURE)).json.code).toBe('DISABLED');
    const guarded = await owner.newEndpoint({ files: FILES, allowedOrigins: ['https://example.com'] });
    expect((await createUpload(guarded.id, PICTURE)).json.code).toBe('FORBIDDEN');
  });
});

describe('the URL of an upload', () => {
  test('contains nothing of the file', async () => {
    const { json } = await createUpload(owner.endpointId, {
      ...PICTURE,
      name: 'Ada-Lovelace.png',
      field: 'her-picture',
    });
    expect(json.url).not.toMatch(/Lovelace|her-picture|image/);
    expect(json.headers).toMatchObject({ 'x-amz-meta-name': 'Ada-Lovelace.png', 'x-amz-meta-field': 'her-picture' });
  });

  test('accepts the longest names of a file and its field', async () => {
    const names = { name: `${'名'.repeat(64)}.png`, field: `${'名'.repeat(66)}ab` };
    const created = await createUpload(owner.endpointId, { ...PICTURE, ...names });
    expect([created.status, await upload(created.json, PNG)]).toEqual([201, 200]);
    expect((await submit([created.json.id])).json.files).toMatchObject([names]);
  });

  test('accepts nothing after the upload was claimed', async () => {
    const created = await createUpload(owner.endpointId, { ...PICTURE, type: 'text/plain', name: 'a.txt', bytes: 5 });
    await upload(created.json, Buffer.from('first'));
    const { json } = await submit([created.json.id]);
    expect(await upload(created.json, Buffer.from('later'))).toBe(412);
    expect(await contentOf(json)).toBe('first');
  });

  test('accepts a file of another type, which is rejected when it is claimed', async () => {
    const created = await createUpload(owner.endpointId, { ...PICTURE, bytes: 5 });
    expect(await upload(created.json, Buffer.from('MZ\0\0\0'))).toBe(200);
    expect((await submit([created.json.id])).status).toBe(415);
  });
});
