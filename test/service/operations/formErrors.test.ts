import { expect, test } from '@jest/globals';
import {
  type FormBody,
  MULTIPART,
  multipart,
  part,
  postAsBrowser,
  postForm,
  sitePage,
  URL_ENCODED,
} from '../../support/cloud/forms.ts';
import { ownWorkspace } from '../../support/cloud/ownWorkspace.ts';
import { send } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';

const owner = ownWorkspace();

type Row = [what: string, page: string, status: number, code: string, body: FormBody, type?: string, settings?: object];

const FIELDS_OF_50_KB = `a=${'x'.repeat(50_000)}`;
const REFUSED: Row[] = [
  ['201 fields', 'invalid', 400, 'BAD_REQUEST', Array.from({ length: 201 }, (_, i) => `f${i}=1`).join('&')],
  ['no body', 'invalid', 400, 'BAD_REQUEST', ''],
  ['parts that end early', 'invalid', 400, 'BAD_REQUEST', multipart([part('a', '1')], ''), MULTIPART],
  ['fields of more than 50,000 bytes', 'invalid', 413, 'PAYLOAD_TOO_LARGE', FIELDS_OF_50_KB],
  ['a body of 1 MB', 'invalid', 413, 'PAYLOAD_TOO_LARGE', FIELDS_OF_50_KB.repeat(20)],
  ['a type that is none', 'invalid', 415, 'UNSUPPORTED_MEDIA_TYPE', 'a=1', 'form'],
  ['a file', 'files', 415, 'UNSUPPORTED_MEDIA_TYPE', multipart([part('file', '', 'a.txt')]), MULTIPART],
  ['a disabled endpoint', 'disabled', 403, 'DISABLED', 'a=1', URL_ENCODED, { isEnabled: false }],
  ['an archived endpoint', 'disabled', 403, 'DISABLED', 'a=1', URL_ENCODED, { isArchived: true }],
  ['an endpoint past its time', 'disabled', 403, 'DISABLED', 'a=1', URL_ENCODED, { closesAt: '2020-01-01' }],
  ['another website', 'forbidden', 403, 'FORBIDDEN', 'a=1', URL_ENCODED, { allowedOrigins: ['https://example.com'] }],
];

test.each(REFUSED)('303 for %s to /form/%s (%i %s for a program), and nothing is stored', async (_what, ...row) => {
  const [page, status, code, body, type = URL_ENCODED, settings = {}] = row;
  const { id } = await owner.newEndpoint(settings);
  const person = await postForm(id, body, type);
  expect([person.status, person.headers.get('location'), person.text]).toEqual([303, sitePage(`/form/${page}`), '']);
  const program = await postForm(id, body, type, { Accept: 'application/json' });
  expect([program.status, program.json.code]).toEqual([status, code]);
  // That header is for errors that cannot distinguish people from programs.
  for (const { headers } of [person, program]) expect(headers.has('refresh')).toBe(false);
  expect(await submissionsOf(owner.key, id)).toEqual([]);
});

test.each([{ isEnabled: false }, { isArchived: true }, { closesAt: '2020-01-01T00:00Z' }])(
  '403 with the owner’s text, as a page for people and the message for scripts: %j',
  async (settings) => {
    const closedText = 'See <you>\nin autumn';
    const { id } = await owner.newEndpoint({
      ...settings,
      closedText,
      files: { maxCount: 1, maxBytes: 1, types: ['text/plain'] },
    });
    const person = await postAsBrowser(`${id}?lang=de`, 'a=1');
    expect([person.status, person.headers.get('location')]).toEqual([403, null]);
    expect(person.text).toContain('<h1>Dieses Formular ist geschlossen</h1>');
    expect(person.text).toContain('>See &lt;you&gt;\nin autumn</p>');
    const upload = { name: 'a.txt', type: 'text/plain', bytes: 1 };
    const forms = [`/v1/f/${id}`, `/v1/f/${id}?validate=only`].map((path) => send('POST', path, { json: { a: 1 } }));
    for (const { status, json } of await Promise.all([...forms, send('POST', `/v1/f/${id}/uploads`, { json: upload })]))
      expect([status, json.code, json.message]).toEqual([403, 'DISABLED', closedText]);
    expect(await submissionsOf(owner.key, id)).toEqual([]);
  },
);

test.each([
  ['/form/not-found', 404, 'enp_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['/form/invalid', 400, 'enp-1'],
])('303 to %s (%i for a program) for the endpoint %s', async (page, status, id) => {
  const person = await postForm(id, 'a=1');
  expect([person.status, person.headers.get('location')]).toEqual([303, sitePage(page)]);
  expect((await postForm(id, 'a=1', URL_ENCODED, { Accept: 'application/json' })).status).toBe(status);
});

test('400 and no redirect for a JSON body, even from a browser', async () => {
  const { id } = await owner.newEndpoint();
  const { status, headers } = await postForm(id, '{', 'application/json');
  expect([status, headers.get('location')]).toEqual([400, null]);
});
