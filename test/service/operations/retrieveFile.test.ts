import { describe, expect, test } from '@jest/globals';
import { sitePage } from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { filePath, PDF, PNG, postFiles } from '../../support/cloud/postedFiles.ts';
import { eventually } from '../../support/cloud/service.ts';
import { submissionPath, submissionsOf } from '../../support/cloud/submissions.ts';

const owner = ownEndpoint({ files: { maxCount: 3, maxBytes: 2_000_000, types: ['image/*', 'application/pdf'] } });

const PICTURE = { field: 'photos', name: 'a.png', type: 'image/png', content: PNG };
const JSON_ONLY = { Accept: 'application/json' };

const urlOf = async (id: string, fileId: string): Promise<string> =>
  (await owner.send('GET', filePath(owner.endpointId, id, fileId), { headers: JSON_ONLY })).json.url;

describe('POST /v1/f/{endpointId} with files', () => {
  test('201 stores three files and the fields, and each is returned byte for byte', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(1_500_000, 'x')]);
    const sent = [
      PICTURE,
      { ...PICTURE, name: '../履歴書.png', content: large },
      { field: 'cv', name: 'cv.pdf', content: PDF },
    ];
    const { status, json } = await postFiles(owner.endpointId, sent, { message: 'Hello' });
    expect(status).toBe(201);
    expect(
      json.files.map(({ field, name, type, bytes }: Record<string, unknown>) => [field, name, type, bytes]),
    ).toEqual([
      ['photos', 'a.png', 'image/png', PNG.length],
      ['photos', '履歴書.png', 'image/png', large.length],
      ['cv', 'cv.pdf', 'application/pdf', PDF.length],
    ]);
    // Without the setting scanFiles.
    for (const { scan } of json.files) expect(scan).toBe('not scanned');
    const [stored] = await submissionsOf(owner.key, owner.endpointId);
    expect(stored).toEqual({ ...json, data: { message: 'Hello' } });
    for (const [index, { content }] of sent.entries()) {
      const answer = await fetch(await urlOf(json.id, json.files[index].id));
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    }
  });

  test.each<[number, string, string, Parameters<typeof postFiles>[1]]>([
    [400, '/form/files', 'too many files', [PICTURE, PICTURE, PICTURE, PICTURE]],
    [
      413,
      '/form/too-large',
      'a file that is too large',
      [{ ...PICTURE, content: Buffer.concat([PNG, Buffer.alloc(2_000_000)]) }],
    ],
    [
      413,
      '/form/too-large',
      'too much in all',
      [1, 2, 3].map(() => ({ ...PICTURE, content: Buffer.alloc(1_520_000) })),
    ],
    [415, '/form/files', 'a program that says it is a picture', [{ ...PICTURE, content: Buffer.from('MZ\0\0') }]],
  ])('%i, or 303 to %s for a person, for %s; nothing is stored', async (status, page, _what, files) => {
    const before = (await submissionsOf(owner.key, owner.endpointId)).length;
    expect((await postFiles(owner.endpointId, files)).status).toBe(status);
    const person = await postFiles(owner.endpointId, files, {}, { Accept: 'text/html' });
    expect([person.status, person.headers.get('location')]).toEqual([303, sitePage(page)]);
    expect(await submissionsOf(owner.key, owner.endpointId)).toHaveLength(before);
  });
});

describe('GET /v1/submission/{endpointId}/{id}/file/{fileId}', () => {
  test('302 to the file; with Accept: application/json 200 with its URL for five minutes', async () => {
    const { json } = await postFiles(owner.endpointId, [PICTURE]);
    const path = filePath(owner.endpointId, json.id, json.files[0].id);
    const { status, headers } = await owner.send('GET', path);
    expect([status, (await fetch(headers.get('location') ?? '')).status]).toEqual([302, 200]);
    const answer = await owner.send('GET', path, { headers: JSON_ONLY });
    expect(answer.json).toEqual({ url: expect.stringContaining('X-Amz-Expires=300'), expiresAt: expect.any(String) });
    for (const bent of [
      answer.json.url.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'),
      answer.json.url.replace(json.files[0].id, 'fil_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
      answer.json.url.replace('attachment', 'inline'),
    ]) {
      expect((await fetch(bent)).status).toBe(403);
    }
  });

  test('404 for a file that its submission does not have', async () => {
    const { json } = await postFiles(owner.endpointId, [PICTURE]);
    expect((await owner.send('GET', filePath(owner.endpointId, json.id, 'fil_1'))).status).toBe(404);
  });

  test('the file is removed with its submission, and with its endpoint', async () => {
    const other = await owner.newEndpoint({ files: owner.endpoint.files });
    const [first, second] = [await postFiles(owner.endpointId, [PICTURE]), await postFiles(other.id, [PICTURE])];
    const urls = [await urlOf(first.json.id, first.json.files[0].id)];
    const path = filePath(other.id, second.json.id, second.json.files[0].id);
    urls.push((await owner.send('GET', path, { headers: JSON_ONLY })).json.url);
    expect((await owner.send('DELETE', submissionPath(owner.endpointId, first.json.id))).status).toBe(200);
    expect((await owner.send('DELETE', `/v1/endpoint/${other.id}`)).status).toBe(200);
    for (const url of urls) {
      await eventually(
        async () => (await fetch(url)).status,
        (status) => status !== 200,
      );
    }
  });
});
