import { expect, test } from '@jest/globals';
import type { FieldRule } from '../../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { takeDataUrls } from '../../../../shared/receiving/dataUrlFiles.ts';
import { PNG } from '../../../support/samples/fileContents.ts';

const SIGNATURE = `data:image/png;base64,${PNG.toString('base64')}`;
const FILES = { types: ['image/*', '.pdf'] };
const take = (data: Record<string, unknown>, settings: object = {}) =>
  takeDataUrls(data, { files: FILES, ...settings });
const file = (field: string, name = `${field}.png`) => ({ field, name, type: 'image/png', content: PNG });

test('takes pictures out of fields, also of a list, with all their bytes', () => {
  const data = { name: 'Ada', signature: SIGNATURE, pictures: [SIGNATURE, 'text', SIGNATURE], age: 36, nothing: null };
  const { data: rest, files } = take(data);
  expect(rest).toEqual({ name: 'Ada', pictures: ['text'], age: 36, nothing: null });
  expect(files).toEqual([file('signature'), file('pictures'), file('pictures')]);
});

test('accepts a data URL with blanks for plus signs, as in a form encoded without escapes', () => {
  const [taken] = take({ signature: SIGNATURE.replaceAll('+', ' ') }).files;
  expect(taken?.content).toEqual(PNG);
});

test('names a file as its data URL does', () => {
  const named = SIGNATURE.replace(';', ';name=my%20photo.png;');
  expect(take({ photo: named }).files).toEqual([file('photo', 'my photo.png')]);
});

test.each<[string, unknown, object]>([
  ['of an endpoint without files', SIGNATURE, { files: undefined }],
  ['of a type that the endpoint does not accept', SIGNATURE, { files: { types: ['application/pdf'] } }],
  ['of a type that no endpoint accepts', SIGNATURE.replace('image/png', 'image/svg+xml'), {}],
  ['of a page', SIGNATURE.replace('image/png', 'text/html'), { files: { types: ['text/*'] } }],
  ['of an empty canvas', 'data:,', {}],
  ['within a text', `See ${SIGNATURE}`, {}],
  ['within an object', { image: SIGNATURE }, {}],
])('leaves a data URL %s where it is', (_what, value, settings) => {
  const data = { a: value };
  expect(take(data, settings)).toEqual({ data, files: [], judged: data });
});

test('rules judge it as a file in file fields, and only its beginning in others', () => {
  const fields = [
    { name: 'signature', type: 'hidden', required: true },
    { name: 'photo', type: 'file' },
  ] as FieldRule[];
  const { judged } = take({ signature: SIGNATURE, photo: SIGNATURE }, { fields });
  expect(judged).toEqual({ signature: 'data:image/png;base64,' });
});

test('names of properties of Object.prototype do no harm', () => {
  const data = JSON.parse(`{"__proto__": "${SIGNATURE}", "constructor": "text"}`);
  const { data: rest, files } = take(data);
  expect([Object.entries(rest), files.map(({ field }) => field)]).toEqual([[['constructor', 'text']], ['__proto__']]);
});
