import { expect, test } from '@jest/globals';
import { postAsBrowser, postForm, sitePage } from '../../support/cloud/forms.ts';
import { ownWorkspace } from '../../support/cloud/ownWorkspace.ts';
import { createUpload } from '../../support/cloud/postedFiles.ts';
import { send } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';

const owner = ownWorkspace();
const POSTS = 1_000;
const PLACES = 100;

const post = (id: string, json: object, headers = {}) => send('POST', `/v1/f/${id}`, { json, headers });
const placesTaken = async (id: string) => (await owner.send('GET', `/v1/endpoint/${id}/statistics`)).json.placesTaken;
const countOf = async (id: string): Promise<number> =>
  (await owner.send('GET', `/v1/submissions/${id}?limit=1`)).json._metadata.totalPages;

test('403 for all but 100 of 1,000 posts at once, and exactly 100 are stored', async () => {
  const { id } = await owner.newEndpoint({ maxSubmissions: PLACES });
  const answers = await Promise.all(Array.from({ length: POSTS }, (_, number) => post(id, { number })));
  const codes = answers.map(({ status, json }) => `${status} ${json.code ?? ''}`);
  // Some may give up while they wait for each other.
  expect(new Set([...codes, '504 GATEWAY_TIMEOUT'])).toEqual(new Set(['201 ', '403 DISABLED', '504 GATEWAY_TIMEOUT']));
  expect(codes.filter((code) => code === '201 ').length).toBeLessThanOrEqual(PLACES);
  const stored = () => countOf(id);
  for (let left = PLACES - (await stored()); left > 0; left--) expect((await post(id, { left })).status).toBe(201);
  expect((await post(id, { late: true })).status).toBe(403);
  expect([await stored(), await placesTaken(id)]).toEqual([PLACES, PLACES]);
}, 120_000);

test('a repetition takes no second place, and gets its response although the form is full', async () => {
  const { id } = await owner.newEndpoint({
    maxSubmissions: 2,
    closedText: 'All places are taken.',
    files: {},
  } as object);
  const [first, again, headers] = [
    { _id: '0'.repeat(26), a: 1 },
    { _id: `${'0'.repeat(25)}1`, a: 1 },
    { 'Idempotency-Key': 'a' },
  ];
  const answers = [await post(id, first), await post(id, first), await post(id, { a: 2 }, headers)];
  answers.push(await post(id, first), await post(id, { a: 2 }, headers));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(2);
  for (const refused of [await post(id, again), await post(id, { a: 3 }), await post(id, { _gotcha: 'x' })])
    expect([refused.status, refused.json.message]).toEqual([403, 'All places are taken.']);
  expect((await send('POST', `/v1/f/${id}?validate=only`, { json: { a: 1 } })).status).toBe(403);
  const refused = await createUpload(id, { name: 'a.png', type: 'image/png', bytes: 1 });
  expect([refused.status, refused.json.message]).toEqual([403, 'All places are taken.']);
  const person = await postAsBrowser(id, 'a=4');
  expect([person.status, person.text.includes('<h1>This form is closed</h1>')]).toEqual([403, true]);
  await owner.send('PUT', `/v1/endpoint/${id}`, { json: { closedText: null } });
  expect((await postForm(id, 'a=4')).headers.get('location')).toBe(sitePage('/form/disabled'));
  await owner.send('PUT', `/v1/endpoint/${id}`, { json: { maxSubmissions: 3 } });
  expect((await post(id, { a: 5 })).status).toBe(201);
  expect((await post(id, { a: 6 })).status).toBe(403);
});

test('what is held takes no place, a pending one does, and neither a release nor a deletion changes the count', async () => {
  const confirmation = { subject: 'Please', text: 'Confirm', verify: true };
  const { id } = await owner.newEndpoint({ maxSubmissions: 2, confirmation } as object);
  const held = (await post(id, { _gotcha: 'x' })).json.id;
  await owner.send('PUT', `/v1/submission/${id}/${held}`, { json: { isSpam: false } });
  expect([await placesTaken(id), (await submissionsOf(owner.key, id)).length]).toEqual([0, 1]);
  expect([(await post(id, { a: 1 })).json.isPending, await placesTaken(id)]).toEqual([true, 1]);
  const pending = (await post(id, { a: 2 })).json.id;
  expect((await post(id, { a: 3 })).status).toBe(403);
  expect((await owner.send('PUT', `/v1/submission/${id}/${pending}/confirmation`)).status).toBe(200);
  expect((await owner.send('DELETE', `/v1/submission/${id}/${pending}`)).status).toBe(200);
  expect([await placesTaken(id), (await post(id, { a: 4 })).status]).toEqual([2, 403]);
  for (const maxSubmissions of [null, 2]) await owner.send('PUT', `/v1/endpoint/${id}`, { json: { maxSubmissions } });
  expect((await post(id, { a: 5 })).status).toBe(403);
});

const HOUR_MS = 3_600_000;

test.each([
  ['switched off', () => ({ isEnabled: false })],
  ['archived', () => ({ isArchived: true })],
  ['past its moment', () => ({ closesAt: new Date(Date.now() - HOUR_MS).toISOString() })],
])('an endpoint that is %s repeats the response to what it stored before, and stores nothing', async (_why, close) => {
  const fields = [{ name: 'a', type: 'text', required: true }];
  const { id } = await owner.newEndpoint({ duplicates: 'merge', fields } as object);
  const [named, key, merged] = [{ _id: '0'.repeat(26), a: 'b' }, { 'Idempotency-Key': 'a' }, { a: 'c' }];
  const postAll = async () => [await post(id, named), await post(id, { a: 'd' }, key), await post(id, merged)];
  const first = await postAll();
  expect(first.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await owner.send('PUT', `/v1/endpoint/${id}`, { json: close() })).status).toBe(200);
  expect((await postAll()).map(({ json }) => json)).toEqual(first.map(({ json }) => json));
  // Other data by the same name, invalid data, new data, and a repetition of what is deleted.
  for (const refused of [await post(id, { ...named, a: 'e' }), await post(id, {}, key), await post(id, { a: 'e' })])
    expect([refused.status, refused.json.code]).toEqual([403, 'DISABLED']);
  await owner.send('DELETE', `/v1/submission/${id}/${first[0]?.json.id}`);
  expect((await post(id, named)).json.code).toBe('DISABLED');
  expect(await countOf(id)).toBe(2);
});
