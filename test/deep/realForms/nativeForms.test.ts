import { createServer, type IncomingMessage } from 'node:http';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { listen } from '../../../local/ports.ts';
import { fieldsInOrder } from '../../../shared/contract/fieldOrder.ts';
import { createSubmission } from '../../../shared/contract/operations/submissions.ts';
import { body } from '../../../shared/http/body.ts';
import { FORM_PARSERS } from '../../../shared/http/formBody.ts';
import type { MiddlewareRequest, RequestState } from '../../../shared/http/middleware.ts';
import { openBrowser } from '../../support/browser.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { Random } from '../../support/simulator/random.ts';
import { IS_LONG } from '../../support/testSize.ts';

/** Every encoding in which Chromium submits a form (Encoding, "Get an output encoding"). */
const ENCODINGS = [
  'utf-8',
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
];
const FORMS_PER_ENCODING = IS_LONG ? 278 : 12;
const TIMEOUT_MS = IS_LONG ? 900_000 : 180_000;

const ENCTYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'] as const;

interface SentForm {
  enctype: (typeof ENCTYPES)[number];
  /** In the order of the form; with a content it is a file's name. */
  entries: { name: string; value: string; content?: string }[];
}

/** Characters that the standard's own encoders change: two currency and line signs, the minus sign, narrow kana. */
const CHANGED = /[\u00a5\u203e\u2212\uff61-\uff9f]/;

/** The characters that an encoding can write. */
function alphabetOf(encoding: string): string[] {
  const decoder = new TextDecoder(encoding);
  const bytes = Array.from({ length: 0x80 }, (_, i) => i + 0x80);
  const seconds = Array.from({ length: 0xbf }, (_, i) => i + 0x40);
  const isSingle = /^(?:ibm|iso-8859|koi8|mac|windows|x-mac)/.test(encoding);
  if (encoding === 'utf-8') return [...'äß€łжيא漢字かな한글😀\u0301\u{1f468}\u200d'];
  if (isSingle) return [...new Set(bytes.map((byte) => decoder.decode(Uint8Array.of(byte))))].filter(isUsable);
  const wide = (first: number) =>
    encoding === 'iso-2022-jp'
      ? bytes
          .filter((b) => b > 0xa0 && b < 0xff)
          .map((b) => [0x1b, 0x24, 0x42, first - 0x80, b - 0x80, 0x1b, 0x28, 0x42])
      : seconds.map((second) => [first, second]);
  const firsts = encoding === 'iso-2022-jp' ? bytes.filter((b) => b > 0xa0 && b < 0xf5) : bytes;
  return firsts
    .flatMap((first) => wide(first).map((pair) => decoder.decode(Uint8Array.from(pair))))
    .filter((text) => [...text].length === 1 && isUsable(text) && !isReference(text, encoding));
}

const isUsable = (text: string): boolean => !/[\ufffd\p{Cc}\p{Co}]/u.test(text) && !CHANGED.test(text);
const isReference = (text: string, encoding: string): boolean =>
  percentEncodeAfterEncoding(encoding, text, '').includes('%26%23');

const ASCII = [...'abcXYZ019 .,;:!?()[]{}<>/@#$%^&*-_+=|~\'"`'];
/** No encoding but Unicode's own has all of these. */
const FOREIGN = [...'😀☃⅔漢жä€'];

function randomForm(random: Random, alphabet: string[]): SentForm {
  const enctype = random.pick(ENCTYPES);
  const isPlain = enctype === 'text/plain';
  const text = (length: number, extra: string[] = []) =>
    Array.from({ length }, () =>
      random.pick(random.pick([alphabet, alphabet, ASCII, FOREIGN, extra.length ? extra : ASCII])),
    ).join('');
  const lineEnds = isPlain ? [] : ['\r\n'];
  const names = new Set(
    Array.from({ length: 1 + random.below(4) }, () =>
      random.pick([text(1 + random.below(8)), String(random.below(30)), 'name']),
    ),
  );
  const entries: SentForm['entries'] = [...names]
    .filter((name) => !isPlain || !name.includes('='))
    .map((name) => ({ name, value: text(random.below(30), lineEnds) }));
  // Long enough not to be UTF-8 by chance.
  entries.push({ name: 'long', value: Array.from({ length: 24 }, () => random.pick(alphabet)).join('') });
  if (enctype === 'multipart/form-data' && random.below(2) === 0) {
    entries.push({ name: 'file', value: text(1 + random.below(8)).replace(/[/\\]/g, '_'), content: 'content' });
  }
  return { enctype, entries };
}

/** Runs in the page: submits each form natively into a frame of its own. */
const SUBMIT = `async (forms) => {
  const submit = ({ enctype, entries }, index) => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.name = 'frame' + index;
    document.body.append(frame);
    const form = Object.assign(document.createElement('form'), { method: 'post', enctype, action: '/post?form=' + index, target: frame.name });
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: '_charset_' }));
    for (const { name, value, content } of entries) {
      if (content === undefined) form.append(Object.assign(document.createElement('textarea'), { name, value }));
      else {
        const input = Object.assign(document.createElement('input'), { type: 'file', name });
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], value));
        input.files = transfer.files;
        form.append(input);
      }
    }
    document.body.append(form);
    frame.onload = () => { if (frame.contentWindow.location.pathname !== '/post') return; frame.remove(); form.remove(); resolve(); };
    form.submit();
  });
  await Promise.all(forms.map(submit));
}`;

const received = new Map<string, Promise<RequestState>>();
const server = createServer((incoming, outgoing) => {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const charset = url.searchParams.get('charset') ?? 'utf-8';
  if (incoming.method === 'POST') received.set(url.searchParams.get('form') ?? '', read(incoming));
  outgoing.writeHead(200, { 'Content-Type': `text/html; charset=${charset}` });
  if (incoming.method === 'POST') incoming.on('end', () => outgoing.end());
  else outgoing.end('<!doctype html><title>Form</title><body></body>');
});

/** What the service makes of a request's body. */
async function read(incoming: IncomingMessage): Promise<RequestState> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const event = { body: Buffer.concat(chunks).toString('base64'), isBase64Encoded: true } as APIGatewayProxyEvent;
  const request = { event, internal: { headers: incoming.headers } } as unknown as MiddlewareRequest;
  await body(createSubmission, FORM_PARSERS).before?.(request as never);
  return request.internal;
}

const browser = ofSuite(openBrowser);
let url: string;
beforeAll(async () => {
  url = await listen(server, 0);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test.each(ENCODINGS)(
  'a form that Chromium submits from a page in %s arrives as typed',
  async (encoding) => {
    const random = new Random(ENCODINGS.indexOf(encoding) + 1);
    const alphabet = alphabetOf(encoding);
    expect(alphabet.length).toBeGreaterThan(16);
    const page = await browser.newPage({ locale: 'en-GB' });
    await page.goto(`${url}/?charset=${encoding}`);
    for (let left = FORMS_PER_ENCODING; left > 0; left -= 20) {
      const forms = Array.from({ length: Math.min(left, 20) }, () => randomForm(random, alphabet));
      received.clear();
      await page.evaluate(`(${SUBMIT})(${JSON.stringify(forms)})`);
      for (const [index, form] of forms.entries()) {
        const { body: data, content } = (await received.get(String(index))) as RequestState;
        const fields = fieldsInOrder({
          data: data as Record<string, unknown>,
          fieldOrder: content?.fieldOrder as string[],
        });
        const texts = form.entries.filter(({ content: file }) => file === undefined);
        expect(fields.filter(([name]) => name !== '_charset_')).toEqual(texts.map(({ name, value }) => [name, value]));
        expect((content?.files ?? []).map(({ field, name, content: file }) => [field, name, file.toString()])).toEqual(
          form.entries
            .filter(({ content: file }) => file !== undefined)
            .map((file) => [file.name, file.value, file.content]),
        );
        expect(content?.charset).toBeUndefined();
      }
    }
    await page.close();
  },
  TIMEOUT_MS,
);
