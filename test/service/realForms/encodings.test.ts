import { describe, expect, test } from '@jest/globals';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { type FormBody, MULTIPART, multipart, part, postForm, URL_ENCODED } from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { newEndpoint, outputs } from '../../support/cloud/service.ts';
import { submissionsOf } from '../../support/cloud/submissions.ts';

const owner = ownEndpoint();

interface Expected {
  data: object;
  charset?: string;
}

async function expectStored(expected: Expected, body: FormBody, type: string, headers: Record<string, string> = {}) {
  const { status, headers: answered } = await postForm(owner.endpointId, body, type, headers);
  expect([status, answered.get('location')]).toEqual([303, expect.stringMatching(/\/thank-you$/)]);
  const [stored] = await submissionsOf(owner.key, owner.endpointId);
  expect({ data: stored?.data, charset: stored?.charset }).toEqual({ charset: undefined, ...expected });
}

/** Percent-encodes bytes in hexadecimal. */
const percent = (hex: string): string => hex.replace(/../g, '%$&');
const bytesOf = (hex: string): number[] => [...Buffer.from(hex, 'hex')];

/** An encoding, bytes, their text, and languages for which HTML names that encoding. */
const ENCODINGS: [string, string, string, string?][] = [
  ['windows-1252', '52656ee9204dfc6c6c65722093808594', 'René Müller “€…”', 'de-CH,fr;q=0.8'],
  ['ISO-8859-2', '5a61bff3b3e6', 'Zażółć', 'pl-PL,pl;q=0.9'],
  ['windows-1250', '50f8ed9a657261', 'Příšera', 'cs'],
  ['windows-1251', 'cff0e8e2e5f220b9', 'Привет №', 'ru-RU, ru; q=0.9'],
  ['KOI8-R', 'f0d2c9d7c5d4', 'Привет'],
  ['ISO-8859-7', 'cae1ebe7ecddf1e1', 'Καλημέρα', 'el'],
  ['windows-1255', 'f9ece5ed', 'שלום', 'he-IL'],
  ['windows-1256', 'e3d1cdc8c7', 'مرحبا', 'ar'],
  ['windows-874', 'cac7d1cab4d5', 'สวัสดี', 'th'],
  ['Shift_JIS', '93fa967b8cea835c', '日本語ソ', 'ja'],
  ['EUC-JP', 'c6fccbdcb8ec', '日本語'],
  ['gb18030', 'c4e3bac38139ee39', '你好㐀'],
  ['GBK', 'c4e3bac3', '你好', 'zh-CN'],
  ['Big5', 'a741a66e', '你好', 'zh-TW,zh;q=0.9'],
  ['EUC-KR', 'bec8b3e7', '안녕', 'ko-KR'],
];
const GUESSED = ENCODINGS.filter((row): row is [string, string, string, string] => row[3] !== undefined);

/** As Java's HTTP clients write parts by default. */
const latin1Part = (hex: string): Buffer => part('a', bytesOf(hex), undefined, 'text/plain; charset=ISO-8859-1');

describe('a form that Chromium submits in another encoding', () => {
  let { page, otherSite, key } = {} as OnOtherSite;
  onOtherSite((own) => {
    ({ page, otherSite, key } = own);
  });

  const inEncoding = ENCODINGS.map(([charset, , text]) => [charset, text] as const);
  test.each([...inEncoding, ['ISO-2022-JP', '日本語']])('arrives as typed: %s', async (charset, text) => {
    const { id } = await newEndpoint(key);
    const typed = `${text} 😀⅔漢ж <b> + % = "\\\r\n'`;
    const enctypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
    for (const enctype of enctypes) {
      const attributes = `action="${outputs().apiUrl}/v1/f/${id}" accept-charset="${charset}" enctype="${enctype}"`;
      const fields = `<input type="hidden" name="_charset_"><textarea name="${text}"></textarea><button>Send</button>`;
      otherSite.files.set('form.html', pageWith(`<form method="post" ${attributes}>${fields}</form>`));
      await page.goto(`${otherSite.url}/form.html`);
      await page.getByRole('textbox').fill(typed);
      await page.getByRole('button').click();
      await page.waitForURL(`${outputs().siteUrl}/thank-you`);
    }
    expect(await submissionsOf(key, id)).toMatchObject(enctypes.map(() => ({ data: { [text]: typed } })));
  });
});

describe('POST /v1/f/{endpointId} in an encoding other than UTF-8', () => {
  test.each(ENCODINGS)('stores text as typed where Content-Type names %s', async (charset, hex, text) => {
    await expectStored({ data: { a: text } }, `a=${percent(hex)}`, `${URL_ENCODED}; charset=${charset}`);
  });

  test.each(GUESSED)('guesses %s from the bytes %s of %s and Accept-Language: %s', async (charset, hex, text, tags) => {
    const guess = { data: { a: text }, charset: charset.toLowerCase() };
    await expectStored(guess, `a=${percent(hex)}`, URL_ENCODED, { 'Accept-Language': tags });
    await expectStored(guess, new Uint8Array(Buffer.from(`613d${hex}`, 'hex')), URL_ENCODED, {
      'Accept-Language': tags,
    });
  });

  test.each([
    ['no language', undefined],
    ['languages in whose encodings the bytes are invalid', 'ja,ko;q=0.9'],
  ])('guesses windows-1252 with %s', async (_what, tags) => {
    const headers: Record<string, string> = tags === undefined ? {} : { 'Accept-Language': tags };
    await expectStored({ data: { a: 'é €' }, charset: 'windows-1252' }, 'a=%E9%20%80', URL_ENCODED, headers);
  });

  test.each([
    ['where browsers write them as references', '_charset_=windows-1252&a=%26%23128512%3B+%26%2310004%3B', '😀 ✔'],
    ['but no references to its own characters', '_charset_=windows-1252&a=%E9+%26%23233%3B', 'é &#233;'],
    ['but no references in UTF-8', '_charset_=UTF-8&a=%26%23128512%3B', '&#128512;'],
  ])('restores characters that the encoding lacks, %s', async (_what, body, text) => {
    await expectStored({ data: { a: text } }, body, URL_ENCODED);
  });

  test.each([
    ['its _charset_ is a legacy one', '_charset_=ISO-8859-1&a=%C3%A9', URL_ENCODED],
    ['its type names a legacy one', 'a=%C3%A9', `${URL_ENCODED}; charset=ISO-8859-1`],
    ['a part names a legacy one', multipart([latin1Part('c3a9')]), MULTIPART],
    ['its type names an unknown one', 'a=%C3%A9', `${URL_ENCODED}; charset=x-unknown`],
  ])('reads valid UTF-8 as UTF-8, also if %s', async (_what, body, type) => {
    await expectStored({ data: { a: 'é' } }, body, type);
  });

  test('reads a part in the charset of its own type, and the others in UTF-8', async () => {
    const parts = multipart([latin1Part('e9'), part('b', 'é')]);
    await expectStored({ data: { a: 'é', b: 'é' } }, parts, MULTIPART);
  });

  test('notes the encoding if some bytes are invalid in it', async () => {
    const lossy = { data: { a: '日\ufffd' }, charset: 'shift_jis' };
    await expectStored(lossy, '_charset_=Shift_JIS&a=%93%FA%A0', URL_ENCODED);
  });

  test('201 for JSON in UTF-8 with another charset in its content type', async () => {
    const type = 'application/json; charset=ISO-8859-1';
    expect((await postForm(owner.endpointId, '{"a":"é"}', type)).status).toBe(201);
    expect((await submissionsOf(owner.key, owner.endpointId))[0]?.data).toEqual({ a: 'é' });
  });
});
