import { beforeAll, describe, expect, test } from '@jest/globals';
import { type FormBody, MULTIPART, multipart, part, postForm, sitePage, URL_ENCODED } from '../../support/forms.ts';
import { ownEndpoint } from '../../support/ownWorkspace.ts';
import { submissionsOf } from '../../support/submissions.ts';

const owner = ownEndpoint({ redirectUrl: 'https://example.com/thanks' });
let disabledId: string;

beforeAll(async () => {
  disabledId = (await owner.newEndpoint({ isEnabled: false })).id;
});

const manyFields = Array.from({ length: 201 }, (_, i) => `f${i}=1`).join('&');

const INVALID: [string, number, string, FormBody, string | undefined][] = [
  ['201 fields', 400, 'BAD_REQUEST', manyFields, URL_ENCODED],
  ['no body', 400, 'BAD_REQUEST', '', URL_ENCODED],
  ['a multipart body that ends early', 400, 'BAD_REQUEST', multipart([part('a', '1')], ''), MULTIPART],
  [
    'a multipart body that ends within a part',
    400,
    'BAD_REQUEST',
    multipart([part('a', '1').subarray(0, -3)], ''),
    MULTIPART,
  ],
  [
    'a multipart body with another boundary',
    400,
    'BAD_REQUEST',
    multipart([part('a', '1')]),
    'multipart/form-data; boundary=x',
  ],
  ['a multipart body that is none', 400, 'BAD_REQUEST', 'a=1', MULTIPART],
  ['fields of more than 50,000 bytes', 413, 'PAYLOAD_TOO_LARGE', `a=${'x'.repeat(50_000)}`, URL_ENCODED],
  [
    'fields of more than 50,000 bytes, multipart',
    413,
    'PAYLOAD_TOO_LARGE',
    multipart([part('a', 'x'.repeat(50_000))]),
    MULTIPART,
  ],
  ['a body of 1 MB', 413, 'PAYLOAD_TOO_LARGE', `a=${'x'.repeat(1_000_000)}`, URL_ENCODED],
  ['a type that is none', 415, 'UNSUPPORTED_MEDIA_TYPE', 'a=1', 'form'],
];

const WITH_FILES: typeof INVALID = [
  ['a file', 415, 'UNSUPPORTED_MEDIA_TYPE', multipart([part('a', '1'), part('file', 'text', 'a.txt')]), MULTIPART],
  ['a file of bytes', 415, 'UNSUPPORTED_MEDIA_TYPE', multipart([part('file', [0xff, 0xd8, 0xff], 'ä.jpg')]), MULTIPART],
  ['an empty file with a name', 415, 'UNSUPPORTED_MEDIA_TYPE', multipart([part('file', '', 'a.txt')]), MULTIPART],
  ['a file without a name', 415, 'UNSUPPORTED_MEDIA_TYPE', multipart([part('file', 'text', '')]), MULTIPART],
];

describe('POST /v1/f/{endpointId} refuses a form', () => {
  test.each([
    ...INVALID.map((row) => ['/form/invalid', ...row] as const),
    ...WITH_FILES.map((row) => ['/form/files', ...row] as const),
  ])('303 to %s for %s (%i %s for a program), and nothing is stored', async (...row) => {
    const [page, , status, code, body, type] = row;
    const person = await postForm(owner.endpointId, body, type);
    expect([person.status, person.headers.get('location')]).toEqual([303, sitePage(page)]);
    expect(person.text).toBe('');
    const program = await postForm(owner.endpointId, body, type, { Accept: 'application/json' });
    expect([program.status, program.json.code]).toEqual([status, code]);
    // That header is for errors that cannot distinguish people from programs.
    for (const { headers } of [person, program]) expect(headers.has('refresh')).toBe(false);
    expect(await submissionsOf(owner.key, owner.endpointId)).toEqual([]);
  });

  test('303 to /form/disabled while the endpoint is disabled (403 DISABLED for a program), and nothing is stored', async () => {
    const person = await postForm(disabledId, 'a=1');
    expect([person.status, person.headers.get('location')]).toEqual([303, sitePage('/form/disabled')]);
    const program = await postForm(disabledId, 'a=1', URL_ENCODED, { 'X-Requested-With': 'XMLHttpRequest' });
    expect([program.status, program.json.code]).toEqual([403, 'DISABLED']);
    expect(await submissionsOf(owner.key, disabledId)).toEqual([]);
  });

  test.each(['enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'enp_unknown'])(
    '303 to /form/not-found for the endpoint %s (404 NOT_FOUND for a program)',
    async (id) => {
      const person = await postForm(id, 'a=1');
      expect([person.status, person.headers.get('location')]).toEqual([303, sitePage('/form/not-found')]);
      const program = await postForm(id, 'a=1', URL_ENCODED, { Accept: 'application/problem+json' });
      expect([program.status, program.json.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  test('303 to /form/invalid for a malformed endpoint id (400 for a program)', async () => {
    const person = await postForm('enp-1', 'a=1');
    expect([person.status, person.headers.get('location')]).toEqual([303, sitePage('/form/invalid')]);
    expect((await postForm('enp-1', 'a=1', URL_ENCODED, { Accept: 'application/json' })).status).toBe(400);
  });

  test('400 and no redirect for a JSON body, even from a browser', async () => {
    const { status, headers } = await postForm(owner.endpointId, '{', 'application/json');
    expect([status, headers.get('location')]).toEqual([400, null]);
  });
});
