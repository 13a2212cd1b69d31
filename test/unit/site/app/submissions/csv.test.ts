import { describe, expect, test } from '@jest/globals';
import { CsvFile } from '../../../../../site/app/submissions/csv.ts';
import { exportedOf } from '../../../../../site/app/submissions/exported.ts';
import { parseCsv } from '../../../../support/csv.ts';

const ID = 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const FACTS = { id: ID, receivedAt: '2016-07-30T23:54:10.259Z', endpointId: 'enp_1', location: 'Spain' };
const FLAGS = { isSpam: 'false', isRead: 'true' };

const submission = (data: Record<string, unknown>) =>
  exportedOf({
    id: ID,
    endpointId: 'enp_1',
    location: 'Spain',
    isSpam: false,
    isRead: true,
    data,
    createdAt: '2016-07-30 23:54:10.259000',
  });

async function recordsOf(...pages: Record<string, unknown>[][]): Promise<Record<string, string>[]> {
  const file = new CsvFile();
  for (const page of pages) file.add(page.map(submission));
  return parseCsv(new TextDecoder().decode(await file.finish().arrayBuffer()));
}

const fields = (length: number, value: unknown) =>
  Object.fromEntries(Array.from({ length }, (_, place) => [`f${place}`, value]));

describe("the dashboard's CSV", () => {
  test('has the common columns, then fields in order of first appearance, then the rest', async () => {
    const [first, second] = await recordsOf([{ b: 1, a: 'x' }], [{ a: 'y', c: true }]);
    expect(Object.keys(first ?? {})).toEqual([
      'id',
      'receivedAt',
      'endpointId',
      'location',
      'isSpam',
      'spamReason',
      'isRead',
      'confirmedAt',
      'charset',
      'knownSender',
      'files',
      'data.b',
      'data.a',
      'data.c',
      'otherData',
    ]);
    expect(first).toEqual({
      ...FACTS,
      ...FLAGS,
      spamReason: '',
      confirmedAt: '',
      charset: '',
      knownSender: '',
      files: '',
      'data.b': '1',
      'data.a': 'x',
      'data.c': '',
      otherData: '',
    });
    expect(second).toMatchObject({ 'data.b': '', 'data.a': 'y', 'data.c': 'true' });
  });

  test('has the time of confirmation, a known sender, and the names of files', async () => {
    const file = new CsvFile();
    const { facts, ...rest } = submission({});
    const files = ['cv.pdf', '=a.png'].map((name) => ({
      id: 'fil_1',
      field: 'cv',
      name,
      type: 'application/pdf',
      bytes: 1,
      scan: 'clean' as const,
    }));
    const knownSender = { keyId: 'key_1', name: 'Agent' };
    file.add([{ facts: { ...facts, confirmedAt: '2026-11-22 09:12:45.000000', knownSender, files }, ...rest }]);
    const [record] = parseCsv(new TextDecoder().decode(await file.finish().arrayBuffer()));
    expect(record).toMatchObject({
      confirmedAt: '2026-11-22T09:12:45.000Z',
      knownSender: 'Agent',
      files: 'cv.pdf, =a.png',
    });
  });

  test('keeps commas, quotation marks, line breaks and nested values', async () => {
    const text = 'a, "b"\r\nc';
    const lists = { list: ['Web', 'Shop'], commas: ['Web, Shop', 'a'], one: ['Web'], none: [], numbers: [1, 2] };
    const unclear = { both: ['Web, Shop; Blog', 'a'], alone: ['Web, Shop'] };
    const [ofLists] = await recordsOf([{ ...lists, ...unclear }]);
    expect(ofLists).toMatchObject({
      'data.list': 'Web, Shop',
      'data.commas': 'Web, Shop; a',
      'data.one': 'Web',
      'data.none': '',
      'data.numbers': '1, 2',
      'data.both': '["Web, Shop; Blog","a"]',
      'data.alone': '["Web, Shop"]',
    });
    const [record] = await recordsOf([{ text, nested: ['x', { y: null }], empty: '' }]);
    expect(record).toMatchObject({ 'data.text': text, 'data.nested': '["x",{"y":null}]', 'data.empty': '' });
  });

  test('puts the fields beyond 500 names into the last column', async () => {
    const [record] = await recordsOf([fields(501, 1)]);
    expect(Object.keys(record ?? {})).toHaveLength(11 + 500 + 1);
    expect(record?.otherData).toBe('{"f500":1}');
  });

  test.each([
    ['that nobody filled in take half of the columns', fields(600, ' '), { 'data.email': 'ada@example.com' }],
    ['of a form with few have a column each', fields(249, []), { 'data.f248': '', otherData: '' }],
  ])('fields %s', async (_what, blank, expected) => {
    const records = await recordsOf([blank], [{ email: 'ada@example.com' }]);
    expect(records[1]).toMatchObject(expected);
  });

  test('treats names such as __proto__ as ordinary', async () => {
    const [first, second] = await recordsOf([JSON.parse('{"__proto__": "p", "constructor": "c"}')], [{}]);
    expect(first).toMatchObject({ 'data.__proto__': 'p', 'data.constructor': 'c' });
    expect(second).toMatchObject({ 'data.__proto__': '', 'data.constructor': '' });
  });
});
