import { describe, expect, test } from '@jest/globals';
import { postForm, sitePage } from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { filePath, PNG } from '../../support/cloud/postedFiles.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';

const owner = ownEndpoint({ files: { maxCount: 2, maxBytes: 60_000, types: ['image/*'] } });

const urlOf = (content: Buffer) => `data:image/png;base64,${content.toString('base64')}`;
/** As large as a signature pad's picture, with more bytes than a submission's text may have. */
const DRAWN = Buffer.concat([PNG, Buffer.alloc(55_000, 'x')]);

const post = (data: object, headers: Record<string, string> = {}) =>
  postForm(owner.endpointId, JSON.stringify(data), 'application/json', headers);

describe('POST /v1/f/{endpointId} with a data URL', () => {
  test.each([
    ['JSON', JSON.stringify({ name: 'Ada', signature: urlOf(DRAWN) }), 'application/json'],
    ['a form', new URLSearchParams({ name: 'Ada', signature: urlOf(DRAWN) }).toString(), undefined],
  ])('in %s stores it as a file, byte for byte', async (_what, body, type) => {
    const { status, json } = await postForm(owner.endpointId, body, type, { Accept: 'application/json' });
    expect(status).toBe(201);
    const [stored] = await submissionsOf(owner.key, owner.endpointId);
    expect(stored).toMatchObject({ id: json.id, data: { name: 'Ada' } });
    expect(stored?.data).toEqual({ name: 'Ada' });
    expect(stored?.files).toEqual([
      expect.objectContaining({ field: 'signature', name: 'signature.png', type: 'image/png', bytes: DRAWN.length }),
    ]);
    const found = await owner.send('GET', filePath(owner.endpointId, json.id, stored?.files?.[0]?.id ?? ''), {
      headers: { Accept: 'application/json' },
    });
    const answer = await fetch(found.json.url);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(DRAWN)).toBe(true);
  });

  test('the same form again is a replay, another picture with the same name is a conflict', async () => {
    const name = { 'Idempotency-Key': `signature-${Date.now()}` };
    const first = await post({ signature: urlOf(PNG) }, name);
    const again = await post({ signature: urlOf(PNG) }, name);
    expect([again.status, again.json.id]).toEqual([201, first.json.id]);
    expect((await post({ signature: urlOf(DRAWN) }, name)).status).toBe(409);
  });

  test.each<[number, string, string, object]>([
    [400, '/form/files', 'too many', { a: [urlOf(PNG), urlOf(PNG)], b: urlOf(PNG) }],
    [413, '/form/too-large', 'one that is too large', { a: urlOf(Buffer.alloc(60_001)) }],
    [415, '/form/files', 'a page that says it is a picture', { a: urlOf(Buffer.from('<script>alert(1)</script>')) }],
    [415, '/form/files', 'a program that says it is a picture', { a: urlOf(Buffer.from('MZ\0\0')) }],
    [415, '/form/files', 'a text that says it is a picture', { a: urlOf(Buffer.from('Hello')) }],
  ])('%i, or 303 to %s for a person, for %s; nothing is stored', async (status, page, _what, data) => {
    const before = (await submissionsOf(owner.key, owner.endpointId)).length;
    expect((await post(data)).status).toBe(status);
    const person = await post(data, { 'Sec-Fetch-Mode': 'navigate' });
    expect([person.status, person.headers.get('location')]).toEqual([303, sitePage(page)]);
    expect(await submissionsOf(owner.key, owner.endpointId)).toHaveLength(before);
  });

  test('stays text, at most 50,000 bytes of it, if the endpoint takes no files', async () => {
    const { id } = await owner.newEndpoint();
    const small = { signature: urlOf(PNG) };
    expect((await postForm(id, JSON.stringify(small), 'application/json')).status).toBe(201);
    expect((await submissionsOf(owner.key, id))[0]?.data).toEqual(small);
    const large = JSON.stringify({ signature: urlOf(DRAWN) });
    expect((await postForm(id, large, 'application/json')).status).toBe(413);
  });

  test('is held with the other files of a spam submission', async () => {
    const { json } = await post({ signature: urlOf(PNG), _gotcha: 'filled' });
    const [stored] = await submissionsOf(owner.key, owner.endpointId);
    expect(stored).toMatchObject({ id: json.id, isSpam: true, files: [{ name: 'signature.png' }] });
  });
});
