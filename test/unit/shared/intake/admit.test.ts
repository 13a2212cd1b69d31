import { expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../shared/contract/schemas/fieldRules.ts';
import { requireValidFields } from '../../../../shared/fields/requireValid.ts';
import { admit } from '../../../../shared/intake/admit.ts';
import type { StoredEndpoint } from '../../../../shared/storage/endpoints.ts';

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
const admitTo = (settings: object) =>
  admit({ ...ENDPOINT, ...settings }, SENT, {
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
