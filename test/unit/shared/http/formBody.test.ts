import { expect, test } from '@jest/globals';
import { parseUrlEncoded } from '../../../../shared/http/formBody.ts';

const parse = (text: string) =>
  parseUrlEncoded(Buffer.from(text), { contentType: 'application/x-www-form-urlencoded' });

test('a form in another encoding has at most as many fields as a submission, which bounds the time of decoding', async () => {
  expect((await parse(`a=%ff${'&a'.repeat(16_665)}`)).fields.a).toHaveLength(16_666);
  await expect(parse(`a=%ff${'&a'.repeat(16_666)}`)).rejects.toMatchObject({ status: 413 });
});

test.each([
  ['topics[]=web', { 'topics[]': ['web'] }],
  ['topics%5B%5D=web', { 'topics[]': ['web'] }],
  ['topics[]=web&topics[]=shop', { 'topics[]': ['web', 'shop'] }],
  ['topics[]=', { 'topics[]': [''] }],
  ['topics%5B%5D=%e9', { 'topics[]': ['é'] }],
  ['topics[a]=web', { 'topics[a]': 'web' }],
  ['topics=web', { topics: 'web' }],
])('%s has the fields %j', async (text, fields) => {
  expect((await parse(text)).fields).toEqual(fields);
});
