import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { FileSettings } from '../../../shared/contract/schemas/files.ts';
import { announce, filePath, moveClock, PNG, upload } from '../../support/files.ts';
import { newEndpoint, newWorkspace, send } from '../../support/service.ts';
import { submissionsOf } from '../../support/submissions.ts';

let key: string;
let endpoint: Endpoint;

beforeAll(async () => {
  ({ key } = await newWorkspace());
  endpoint = await newEndpoint(key, { files: { maxCount: 2, maxBytes: 1_000, types: ['image/png', 'text/plain'] } });
});

/** The defaults. */
const FILES = FileSettings.parse({});
const PICTURE = { name: 'a.png', type: 'image/png', bytes: PNG.length, field: 'picture' };

const submit = (ids: unknown, endpointId = endpoint.id) =>
  send('POST', `/v1/f/${endpointId}`, { json: { message: 'Hello', _uploads: ids } });

async function uploaded(endpointId = endpoint.id): Promise<string> {
  const announced = await announce(endpointId, PICTURE);
  expect(announced.status).toBe(201);
  expect(await upload(announced.json, PNG)).toBe(204);
  return announced.json.id;
}

describe('POST /v1/f/{endpointId}/uploads', () => {
  test('201 answers a form that takes the file, and the submission that names it has it', async () => {
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
    const [stored] = await submissionsOf(key, endpoint.id);
    expect(stored).toEqual({ ...json, data: { message: 'Hello' } });
    const answer = await send('GET', filePath(endpoint.id, json.id, json.files[0].id), {
      key,
      headers: { Accept: 'application/json' },
    });
    const file = await fetch(answer.json.url);
    expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true);
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="a.png"; filename*=UTF-8''a.png`);
  });

  test('an upload counts for one submission, also when two claim it at once', async () => {
    const id = await uploaded();
    const statuses = (await Promise.all([submit(id), submit([id, id]), submit([id])])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400, 400]);
    expect((await submit([id])).json.message).toContain('submitted already');
  });

  test('an upload counts for its own endpoint alone', async () => {
    const other = await newEndpoint(key, { files: FILES });
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

  test('an upload that nobody claims is gone within three days; a claimed one stays', async () => {
    const [claimed, forgotten] = [await uploaded(), await uploaded()];
    const { json } = await submit([claimed]);
    await moveClock(`uploads/${endpoint.id}`, 3 * 86_400_000);
    await moveClock(`files/${endpoint.id}`, 365 * 86_400_000);
    expect((await submit([forgotten])).status).toBe(400);
    await moveClock(`uploads/${endpoint.id}`, 0);
    await moveClock(`files/${endpoint.id}`, 0);
    const headers = { Accept: 'application/json' };
    const answer = await send('GET', filePath(endpoint.id, json.id, json.files[0].id), { key, headers });
    expect((await fetch(answer.json.url)).status).toBe(200);
  });

  test('what an endpoint takes no files of is stored with the field as it is', async () => {
    const plain = await newEndpoint(key);
    expect((await submit(['upl_01ARZ3NDEKTSV4RRFFQ69G5FAV'], plain.id)).status).toBe(201);
    const [stored] = await submissionsOf(key, plain.id);
    expect(stored?.data).toEqual({ message: 'Hello', _uploads: ['upl_01ARZ3NDEKTSV4RRFFQ69G5FAV'] });
  });
});

describe('POST /v1/f/{endpointId}/uploads refuses', () => {
  test.each<[number, string, object]>([
    [413, 'a file that is too large', { bytes: 1_001 }],
    [415, 'a type that the endpoint does not take', { name: 'a.pdf', type: 'application/pdf' }],
    [415, 'a program', { name: 'a.exe', type: 'image/png' }],
    [415, 'a page', { name: 'a', type: 'text/html' }],
    [400, 'an empty file', { bytes: 0 }],
    [400, 'a size that is none', { bytes: 1.5 }],
    [400, 'no name', { name: '' }],
    [400, 'a name of 1,001 characters', { name: 'x'.repeat(1_001) }],
  ])('%i %s', async (status, _what, fields) => {
    expect((await announce(endpoint.id, { ...PICTURE, ...fields })).status).toBe(status);
  });

  test('415 for an endpoint that takes no files', async () => {
    const { id } = await newEndpoint(key);
    const { status, json } = await announce(id, PICTURE);
    expect([status, json.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('403 for an endpoint that is disabled, or takes submissions from other websites', async () => {
    const disabled = await newEndpoint(key, { files: FILES, isEnabled: false });
    expect((await announce(disabled.id, PICTURE)).json.code).toBe('DISABLED');
    const guarded = await newEndpoint(key, { files: FILES, allowedOrigins: ['https://example.com'] });
    expect((await announce(guarded.id, PICTURE)).json.code).toBe('FORBIDDEN');
  });

  test('404 for an endpoint that does not exist', async () => {
    expect((await announce('enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', PICTURE)).status).toBe(404);
  });
});

describe('a presigned form cannot be bent', () => {
  const bent = async (fields: Record<string, string>, content: Uint8Array = PNG) => {
    const announced = await announce(endpoint.id, PICTURE);
    Object.assign(announced.json.fields, fields);
    return { status: await upload(announced.json, content), id: announced.json.id };
  };

  test.each<[string, Record<string, string>, Uint8Array?]>([
    ['to another key', { key: 'uploads/enp_01ARZ3NDEKTSV4RRFFQ69G5FAV/upl_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
    ['to a file of a submission', { key: 'files/x' }],
    ['to another type', { 'Content-Type': 'text/html' }],
    ['to another name', { 'x-amz-meta-name': 'evil.png' }],
    ['to be public', { acl: 'public-read' }],
    ['to be larger', {}, Buffer.concat([PNG, Buffer.from('x')])],
    ['to be smaller', {}, PNG.subarray(1)],
    [
      'to last longer',
      { policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64') },
    ],
  ])('%s', async (...row) => {
    // Not as three parameters: Jest would take the last for a callback where a row has two.
    const [, fields, content] = row;
    const { status, id } = await bent(fields, content);
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await submit([id])).status).toBe(400);
  });

  test('after its time', async () => {
    const announced = await announce(endpoint.id, PICTURE);
    await moveClock(announced.json.fields.key, 16 * 60_000);
    expect(await upload(announced.json, PNG)).toBe(403);
    await moveClock(announced.json.fields.key, 0);
  });

  test('what is sent again after it was claimed changes nothing', async () => {
    const announced = await announce(endpoint.id, { ...PICTURE, type: 'text/plain', name: 'a.txt', bytes: 5 });
    await upload(announced.json, Buffer.from('first'));
    const { json } = await submit([announced.json.id]);
    expect(await upload(announced.json, Buffer.from('later'))).toBe(204);
    const headers = { Accept: 'application/json' };
    const answer = await send('GET', filePath(endpoint.id, json.id, json.files[0].id), { key, headers });
    expect(await (await fetch(answer.json.url)).text()).toBe('first');
  });

  test('what turns out to be something else is refused at its claim', async () => {
    const announced = await announce(endpoint.id, { ...PICTURE, bytes: 5 });
    expect(await upload(announced.json, Buffer.from('MZ\0\0\0'))).toBe(204);
    expect((await submit([announced.json.id])).status).toBe(415);
  });
});
