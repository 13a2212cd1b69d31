import { expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { requireValidFields } from '../../../../shared/fields/requireValid.ts';
import { admit } from '../../../../shared/receiving/admit.ts';
import type { Sent } from '../../../../shared/receiving/sent.ts';
import type { StoredEndpoint } from '../../../../shared/storage/endpoints/storedEndpoint.ts';

const FILES = { maxBytes: 1_000, types: ['text/plain'] };
const ENDPOINT = {
  id: 'enp_1',
  workspaceId: 'ws_1',
  slug: 'contact',
  name: 'Contact',
  isEnabled: true,
  files: FILES,
  fields: [
    { name: 'name', type: 'text' },
    { name: 'cv', type: 'file' },
  ] as FieldRule[],
} as StoredEndpoint;

const fileIn = (field: string) => ({ field, name: 'a.txt', type: 'text/plain', content: Buffer.from('a') });
const SENT = {
  endpointId: 'enp_1',
  headers: {},
  location: 'Spain',
  body: { name: 'Ada', other: 'text' },
  files: [fileIn('cv'), fileIn('photo')],
};
const admitTo = (settings: object, sent: Sent = SENT) =>
  admit({ ...ENDPOINT, ...settings }, sent, {
    fieldCheck: async () => requireValidFields,
    siteUrl: 'https://a.example',
  });

test('drops values and files of fields without a rule', async () => {
  const { data, files } = await admitTo({ unknownFields: 'drop' });
  expect(data).toEqual({ name: 'Ada' });
  expect(files.map(({ field }) => field)).toEqual(['cv']);
});

test.each([
  ['that are allowed', { unknownFields: 'keep' }],
  ['of an endpoint without rules', { fields: undefined }],
])('keeps values and files of fields %s', async (_what, settings) => {
  const { data, files } = await admitTo(settings);
  expect([data, files]).toEqual([SENT.body, SENT.files]);
});

test.each<[FieldRule, unknown, unknown]>([
  [{ name: 'a', type: 'checkbox', multiple: true, options: ['web', 'shop'] }, 'web', ['web']],
  [{ name: 'a', type: 'select', multiple: true, options: ['web', 'shop'] }, ['web', 'shop'], ['web', 'shop']],
  [{ name: 'a', type: 'text', multiple: true }, 'one, two', ['one, two']],
  [{ name: 'a', type: 'email', multiple: true }, 'a@example.com, b@example.com', ['a@example.com', 'b@example.com']],
  [{ name: 'a', type: 'hidden', multiple: true }, '', ['']],
  [{ name: 'a', type: 'number', multiple: true }, 5, 5],
  [{ name: 'a', type: 'text' }, 'web', 'web'],
])('by the rule %j, stores %j as %j', async (rule, sent, stored) => {
  const { data } = await admitTo({ fields: [rule] }, { ...SENT, body: { a: sent }, files: [] });
  expect(data).toEqual({ a: stored });
});

test.each([
  ['sent.html', 'https://page.example/de/sent.html'],
  ['https://page.example/sent', 'https://page.example/sent'],
  ['https://evil.example/', 'https://a.example/thank-you'],
])('the page with a rejected form keeps %s relative to the form’s page', async (_next, expected) => {
  const headers = { origin: 'https://page.example', referer: 'https://page.example/de/form.html' };
  const body = { email: 'ada', _next: '', _redirect: _next };
  const sent = { ...SENT, headers, body, files: [] };
  const refused = await admitTo({ fields: [{ name: 'email', type: 'email' }] }, sent).catch((error) => error);
  const { html } = refused.document('/v1/f/enp_1');
  expect(/name="_next" value="(.*?)"/.exec(html)?.[1]).toBe(expected);
});
