import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { dataOf, postJson, submissionPath, submissionsOf } from '../../support/cloud/submissions.ts';

const owner = ownEndpoint();
let refusing: Endpoint;

beforeAll(async () => {
  refusing = await owner.newEndpoint();
});

/** `{"text":"…"}` with exactly this many bytes of UTF-8. */
function jsonOfBytes(bytes: number, character = 'x'): string {
  const room = bytes - Buffer.byteLength('{"text":""}');
  const count = Math.floor(room / Buffer.byteLength(character));
  return JSON.stringify({ text: character.repeat(count) + 'x'.repeat(room - count * Buffer.byteLength(character)) });
}

const BLANKS = ['', ' \t', null, [], ['', ' '], '\u3000'];
const withFields = (count: number, blank = 0) =>
  JSON.stringify(
    Object.fromEntries(
      Array.from({ length: count + blank }, (_, i) => [`field${i}`, i < count ? i : BLANKS[i % BLANKS.length]]),
    ),
  );

/** The submission itself is the first level. */
const nestedObjects = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const nestedLists = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

/** The same character of `count` bytes, written as an escape of six. */
const escaped = (count: number) => `{"text":"${'\\u0078'.repeat(count)}"}`;

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );

const ACCEPTED: [string, string][] = [
  ['50,000 bytes', jsonOfBytes(50_000)],
  ['50,000 bytes that were sent as 300,000', escaped(49_989)],
  ['few bytes within 500,000 bytes of space', `{"a":${' '.repeat(500_000)}1}`],
  ['200 fields', withFields(200)],
  ['200 fields and 300 blank ones', withFields(200, 300)],
  ['a list of 10,000 values', JSON.stringify({ list: Array(10_000).fill(1) })],
  ['10 levels of objects', nestedObjects(10)],
  ['10 levels of lists', nestedLists(10)],
];

const TOO_LARGE: [string, string][] = [
  ['50,001 bytes', jsonOfBytes(50_001)],
  ['50,001 bytes of characters of four bytes', jsonOfBytes(50_001, '😀')],
  ['50,001 bytes that were sent as 300,000', escaped(49_990)],
  ['50,001 bytes, most of them a name', JSON.stringify({ ['n'.repeat(49_995)]: 1 })],
  ['few bytes within 1 MB of space', `{"a":${' '.repeat(1_000_000)}1}`],
];

const INVALID: [string, string | Uint8Array<ArrayBuffer>, string][] = [
  ['201 fields', withFields(201), 'may have at most 200 fields'],
  ['201 fields and a blank one', withFields(201, 1), 'may have at most 200 fields that are not blank'],
  [
    '201 boxes that are not ticked',
    JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`b${i}`, false]))),
    'at most 200 fields',
  ],
  ['11 levels of objects', nestedObjects(11), 'may be at most 10 levels deep'],
  ['11 levels of lists', nestedLists(11), 'may be at most 10 levels deep'],
  ['200,000 levels', nestedLists(200_000), 'may be at most 10 levels deep'],
  ['a number that is too large', '{"a":1e999}', 'has a number that is too large'],
  ['a negative number that is too large, nested', '{"a":[{"b":-1e999}]}', 'has a number that is too large'],
  ['a list', '[{"a":1}]', 'must be a JSON object'],
  ['JSON that ends early', '{"a":1', 'not valid JSON'],
  ['a byte that no UTF-8 has', bytes('{"a":"', [0xff], '"}'), 'not valid UTF-8'],
];

describe('POST /v1/f/{endpointId} keeps to its limits', () => {
  test.each(ACCEPTED)('201 for %s, which are returned whole', async (_what, body) => {
    const { status, json } = await postJson(owner.endpointId, body);
    expect(status).toBe(201);
    const read = await owner.send('GET', submissionPath(owner.endpointId, json.id));
    expect(JSON.stringify(read.json.data) === JSON.stringify(JSON.parse(body))).toBe(true);
  });

  test.each(TOO_LARGE)('413 for %s, and nothing is stored', async (_what, body) => {
    const { status, json } = await postJson(refusing.id, body);
    expect([status, json.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await dataOf(owner.key, refusing.id)).toEqual([]);
  });

  test.each(INVALID)('400 for %s, and nothing is stored', async (_what, body, problem) => {
    const { status, json } = await postJson(refusing.id, body);
    expect([status, json.code]).toEqual([400, 'BAD_REQUEST']);
    expect(json.message).toContain(problem);
    expect(await submissionsOf(owner.key, refusing.id)).toEqual([]);
  });
});
