import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMPRESSED_SHARE } from '../../../../../infra/operator/cost/measured.ts';
import { SUBMISSION_BYTES_MAX } from '../../../../../shared/contract/limits.ts';
import { parseSpamMark, parseSubmission } from '../../../../../shared/storage/submissions/storedSubmission.ts';
import { orderedDataOf, type StoredData, withData } from '../../../../../shared/storage/submissions/submittedData.ts';
import { itemBytes } from '../../../../../shared/storage/table/itemBytes.ts';
import { submissionKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { anyHostileSubmission } from '../../../../support/samples/hostileSubmissions.ts';
import { proseOf } from '../../../../support/site/prose.ts';

const ITEM = {
  ...submissionKey(`enp_${'0'.repeat(26)}`, `sub_${'0'.repeat(26)}`),
  location: 'Unknown',
  mailSubject: undefined,
};
const OTHER_BYTES = itemBytes({ ...ITEM, data: '' });
const unitsOf = (item: object): number => Math.ceil(itemBytes({ ...item }) / 1_024);
const dataOf = (stored: StoredData) => orderedDataOf(stored).data;
const stored = (data: object) => withData(ITEM, JSON.stringify(data));

/** Data for an item of this many bytes. */
const dataForItemOf = (bytes: number) => ({ message: 'x'.repeat(bytes - OTHER_BYTES - '{"message":""}'.length) });
/** Hardly compressible: three quarters of its size remain. */
const noise = (bytes: number) => ({ message: randomBytes(bytes).toString('base64') });

describe('data of a submission', () => {
  test('is read exactly as sent, and never costs more write units than its JSON', () => {
    fc.assert(
      fc.property(fc.oneof(anyHostileSubmission, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 9 }))), (data) => {
        const json = JSON.stringify(data);
        fc.pre(Buffer.byteLength(json) <= SUBMISSION_BYTES_MAX);
        const item = withData(ITEM, json);
        expect(JSON.stringify(dataOf(item.data))).toBe(json);
        expect(unitsOf(item)).toBeLessThanOrEqual(unitsOf({ ...ITEM, data: json }));
      }),
      { examples: [[{}], [{ ['__proto__']: 1, text: '\ud800 \u0000 😀' }]] },
    );
  });

  test.each([1_000, 1_400, 1_800])('of %i bytes of prose costs one write unit, as in `npm run cost`', (bytes) => {
    const item = stored(proseOf(bytes));
    expect([unitsOf(item), dataOf(item.data)]).toEqual([1, proseOf(bytes)]);
    expect(item.data.length / bytes).toBeLessThanOrEqual(COMPRESSED_SHARE);
    expect(item.data.length / bytes).toBeGreaterThan(COMPRESSED_SHARE - 0.05);
  });

  test('is compressed from the first byte that would cost another write unit', () => {
    expect([typeof stored(dataForItemOf(1_024)).data, typeof stored(dataForItemOf(1_025)).data]).toEqual([
      'string',
      'object',
    ]);
  });

  test('stays JSON where compression saves bytes but no write unit', () => {
    const data = noise(1_100);
    expect(brotliCompressSync(JSON.stringify(data)).length).toBeLessThan(JSON.stringify(data).length - 300);
    expect([typeof stored(data).data, unitsOf(stored(data))]).toEqual(['string', 2]);
    const more = noise(1_520);
    expect([typeof stored(more).data, unitsOf(stored(more))]).toEqual(['object', 2]);
  });

  test('is the same for lists and training', () => {
    const item = stored(proseOf(1_800));
    expect(parseSubmission(item).data).toEqual(proseOf(1_800));
    expect(parseSpamMark({ ...item, isSpam: true })?.data).toEqual(proseOf(1_800));
  });

  test('of the maximum size is read', () => {
    const data = { message: 'x'.repeat(SUBMISSION_BYTES_MAX - '{"message":""}'.length) };
    const item = stored(data);
    expect(item.data).toBeInstanceOf(Uint8Array);
    expect(dataOf(item.data)).toEqual(data);
  });

  test.each([
    ['text that is no JSON', '{"message":'],
    ['bytes that are not compressed', Uint8Array.from([1, 2, 3])],
    ['no bytes', new Uint8Array()],
    ['compressed bytes without their end', brotliCompressSync(JSON.stringify(proseOf(1_800))).subarray(0, 300)],
    ['JSON of nothing', 'null'],
    ['JSON of a list', '[{}]'],
    ['compressed text that is no JSON', brotliCompressSync('{"message":')],
    [
      'bytes that decompress to more than a submission may have',
      brotliCompressSync(`"${'x'.repeat(SUBMISSION_BYTES_MAX)}"`),
    ],
  ])('is malformed as %s', (_, data) => {
    expect(() => dataOf(data)).toThrow(SyntaxError);
  });
});

test('an item’s size is that of its names, values, and the overhead of lists and maps', () => {
  expect(itemBytes({ é: 'é', absent: undefined })).toBe(4);
  expect(itemBytes({ a: true, b: null, c: new Uint8Array(5), d: 1 })).toBe(1 + 1 + 1 + 1 + 1 + 5 + 1 + 21);
  expect(itemBytes({ m: { k: 'v' }, l: ['x'] })).toBe(1 + 3 + 1 + 2 + (1 + 3 + 1 + 2));
});
