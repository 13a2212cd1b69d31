import { beforeAll, describe, expect, test } from '@jest/globals';
import { ulid } from 'ulid';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { createUpload, PNG, upload } from '../../support/cloud/postedFiles.ts';
import { newEndpoint, newWorkspace, outputs, send, type TextResponse } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';

const NAVIGATION = { 'Sec-Fetch-Mode': 'navigate' };

let key: string;
beforeAll(async () => {
  ({ key } = await newWorkspace());
});

type Post = (name: string, data: Record<string, string>) => Promise<TextResponse>;

const statusOf = ({ headers }: TextResponse) => headers.get('idempotency-status');
const given = (fields: object = {}) => newEndpoint(key, fields as Partial<Endpoint>);
const listed = ({ id }: Endpoint) => submissionsOf(key, id);

const postJson =
  ({ id }: Endpoint, fields: object = {}): Post =>
  (name, data) =>
    send('POST', `/v1/f/${id}`, { json: { _id: name, ...data, ...fields } });

function multipart(name: string, data: Record<string, string>, content: string) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ _id: name, ...data })) form.set(field, value);
  form.set('picture', new File([PNG, content], 'a.png', { type: 'image/png' }));
  return form;
}

describe.each<[string, (endpoint: Endpoint) => Post]>([
  ['JSON with _id', (endpoint) => postJson(endpoint)],
  [
    'a form with _id',
    ({ id }) =>
      (name, data) =>
        send('POST', `/v1/f/${id}`, { body: new URLSearchParams({ ...data, _id: name }), headers: NAVIGATION }),
  ],
])('POST /v1/f/{endpointId} of %s', (_what, postTo) => {
  test('gives the same answer to the same data, also at the same time, and stores it once', async () => {
    const [endpoint, name] = [await given(), ulid()];
    const post = postTo(endpoint);
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => post(name, { a: '1', b: '2' })));
    others.push(await post(name, { b: '2', a: '1' }));
    for (const { status, text, headers } of others)
      expect([status, text, headers.get('location')]).toEqual([
        first?.status,
        first?.text,
        first?.headers.get('location'),
      ]);
    expect([first as TextResponse, ...others].map(statusOf).sort()).toEqual([null, 'replayed', 'replayed', 'replayed']);
    const [stored, ...more] = await listed(endpoint);
    expect([stored?.data, more]).toEqual([{ a: '1', b: '2' }, []]);
  });

  test('rejects other data with 409, or redirects to its page, and keeps the first', async () => {
    const [endpoint, name] = [await given(), ulid()];
    const post = postTo(endpoint);
    await post(name, { a: '1' });
    const { status, json, headers } = await post(name, { a: '2' });
    if (status === 303) expect(headers.get('location')).toBe(`${outputs().siteUrl}/form/invalid`);
    else expect([status, json.code, json.message]).toEqual([409, 'CONFLICT', expect.stringContaining('new one')]);
    expect((await listed(endpoint)).map(({ data }) => data)).toEqual([{ a: '1' }]);
  });
});

describe('a repeated submission', () => {
  test('is a separate one at another endpoint', async () => {
    const [name, one, two] = [ulid(), await given(), await given()];
    const answers = [await postJson(one)(name, { a: '1' }), await postJson(two)(name, { a: '2' })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.json.id).not.toBe(answers[1]?.json.id);
  });

  test('may have another boundary between the same files, but not other contents', async () => {
    const endpoint = await given({ files: { types: ['image/*'] } });
    const name = ulid();
    const post = (content: string) =>
      send('POST', `/v1/f/${endpoint.id}`, {
        body: multipart(name, { a: '1' }, content),
        headers: { Accept: 'application/json' },
      });
    const answers = [...(await Promise.all([post('x'), post('x')])), await post('x')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await post('y')).json.code).toBe('CONFLICT');
    const [stored] = await listed(endpoint);
    expect(stored?.files).toEqual(answers[0]?.json.files);
  });

  test.each<[string, object]>([
    ['with a name', {}],
    ['without one, to an endpoint that merges duplicates,', { duplicates: 'merge' }],
  ])('%s has the same uploads, also at the same time', async (_what, settings) => {
    const endpoint = await given({ files: { types: ['image/*'] }, ...settings });
    const { json } = await createUpload(endpoint.id, { name: 'a.png', type: 'image/png', bytes: PNG.length });
    expect(await upload(json, PNG)).toBe(200);
    const post = (name: string) => postJson(endpoint, { _uploads: json.id })(name, { a: '1' });
    const name = 'duplicates' in settings ? '' : ulid();
    const answers = [...(await Promise.all([post(name), post(name)])), await post(name)];
    expect(answers.map(({ status, json: { id } }) => [status, id])).toEqual(Array(3).fill([201, answers[0]?.json.id]));
    expect((await post(ulid())).json.message).toContain('already submitted');
    expect(await listed(endpoint)).toHaveLength(1);
  });
});

describe('an endpoint that merges duplicates', () => {
  const post = ({ id }: Endpoint, data = 'a=1&b=2', agent = 'Firefox') =>
    send('POST', `/v1/f/${id}`, {
      body: data,
      headers: { ...NAVIGATION, 'User-Agent': agent, 'Content-Type': 'application/x-www-form-urlencoded' },
    });

  test('stores the same data from the same sender once, with the same redirect', async () => {
    const endpoint = await given({ duplicates: 'merge' });
    const answers = [...(await Promise.all([1, 2, 3].map(() => post(endpoint)))), await post(endpoint, 'b=2&a=1')];
    for (const { status, headers } of answers)
      expect([status, headers.get('location')]).toEqual([303, `${outputs().siteUrl}/thank-you`]);
    expect(answers.map(statusOf).sort()).toEqual([null, 'replayed', 'replayed', 'replayed']);
    expect((await listed(endpoint)).map(({ data }) => data)).toEqual([{ a: '1', b: '2' }]);
  });

  test.each<[string, object, Parameters<typeof post>[1], string | undefined]>([
    ['other data', { duplicates: 'merge' }, 'a=1&b=3', undefined],
    ['another browser', { duplicates: 'merge' }, undefined, 'Chrome'],
    ['the setting keep', { duplicates: 'keep' }, undefined, undefined],
    ['no setting', {}, undefined, undefined],
  ])('stores both with %s', async (_what, settings, data, agent) => {
    const endpoint = await given(settings);
    await post(endpoint);
    expect(statusOf(await post(endpoint, data, agent))).toBeNull();
    expect(await listed(endpoint)).toHaveLength(2);
  });
});
