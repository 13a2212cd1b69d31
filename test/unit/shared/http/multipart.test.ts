import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { parseMultipart } from '../../../../shared/http/formBody.ts';
import { type BodyPart, bodyPartsOf } from '../../../../shared/http/multipart.ts';

const BOUNDARY = 'x-boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const parse = (bytes: Buffer<ArrayBuffer>) => parseMultipart(bytes, { contentType: TYPE });
const textOf = (text: BodyPart['fileName']) => text && Buffer.from(text.bytes).toString();
const part = (head: string, content: Uint8Array | string) =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(content as string), Buffer.from('\r\n')]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const bodyOf = (...parts: Buffer[]): Buffer<ArrayBuffer> => Buffer.concat([...parts, END]);
const field = (name: string, value: Uint8Array | string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, fileName: string, content: Uint8Array | string, type = 'image/png') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}`, content);

describe('a multipart form with many charsets', () => {
  const umlaut = Buffer.from([0xe4]);
  const withCharset = (name: string, charset: string) =>
    part(`Content-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain; charset=${charset}`, umlaut);

  test('decodes each text once, however often its charset is declared', async () => {
    const many = Array.from({ length: 16_000 }, () => withCharset('a', 'nope'));
    const decoder = jest.spyOn(TextDecoder.prototype, 'decode');
    const { fields } = await parse(bodyOf(...many, withCharset('b', 'iso-8859-5')));
    expect(fields).toEqual({ a: Array(16_000).fill('ä'), b: 'ф' });
    expect(decoder.mock.calls.length).toBeLessThan(16_100);
  });

  test('is rejected before decoding if it has too many charsets', async () => {
    const many = Array.from({ length: 500 }, (_, i) => withCharset('a', `x-${i}`));
    await expect(parse(bodyOf(...many))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  test('keeps all names, for which the number of fields has an error of its own', async () => {
    const many = Array.from({ length: 500 }, (_, i) => field(`a${i}`, umlaut));
    expect(Object.keys((await parse(bodyOf(...many))).fields)).toHaveLength(500);
  });
});

describe('a multipart form', () => {
  test('is read byte for byte as a browser writes it', async () => {
    const entries = fc.array(
      fc.record({
        name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
        fileName: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 })),
        content: fc.uint8Array({ maxLength: 200 }),
      }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(entries, async (sent) => {
        const form = new FormData();
        for (const { name, fileName, content } of sent) {
          if (fileName === null) form.append(name, Buffer.from(content).toString('hex'));
          else form.append(name, new Blob([new Uint8Array(content)]), fileName);
        }
        const response = new Response(form);
        const bytes = Buffer.from(await response.arrayBuffer());
        const parts = bodyPartsOf(bytes, response.headers.get('content-type') ?? '');
        expect(parts.map(({ name, fileName }) => [textOf(name), textOf(fileName)])).toEqual(
          sent.map(({ name, fileName }) => [crlf(name), fileName === null ? undefined : fileName]),
        );
        for (const [index, { fileName, content }] of sent.entries()) {
          const expected = fileName === null ? Buffer.from(Buffer.from(content).toString('hex')) : Buffer.from(content);
          expect(parts[index]?.bytes.equals(expected)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  /** HTML normalizes line ends in the names of fields, not of files ("Multipart form data"). */
  const crlf = (name: string): string => name.replace(/\r\n|\r|\n/g, '\r\n');

  test('cut off anywhere is rejected', async () => {
    const whole = bodyOf(field('a', '1'), file('b', 'c.png', new Uint8Array([0, 13, 10, 45, 45, 255])));
    expect((await parse(whole)).files).toHaveLength(1);
    const lastByte = whole.length - '--\r\n'.length;
    for (let length = 0; length <= lastByte; length++) {
      await expect(parse(Buffer.from(whole.subarray(0, length)))).rejects.toThrow('not complete');
    }
  });

  test('with any damage is read or rejected, without other errors', async () => {
    const whole = bodyOf(field('a', '1'), file('b', 'c.png', 'content'));
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          await parse(bytes);
        } catch (error) {
          expect((error as { status: number }).status).toBe(400);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of 10,000 parts has 10,000 parts', async () => {
    const parts = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? field('a', String(i)) : file('b', 'c', 'x')));
    const { fields, files } = await parse(bodyOf(...parts));
    expect([(fields.a as string[]).length, files.length]).toEqual([5_000, 5_000]);
  });

  test.each<[string, string, () => Buffer[]]>([
    ['parts', 'parts', () => Array(16_668).fill(field('a', ''))],
    ['bytes in its texts', 'fields', () => Array(11).fill(field('a', 'x'.repeat(50_000)))],
    [
      'bytes in headers',
      'headers',
      () => [part(`Content-Disposition: form-data; name="a"${'\n'.repeat(70_000)}`, 'x')],
    ],
  ])('of more %s than a submission can have is rejected', async (_what, message, parts) => {
    await expect(parse(bodyOf(...parts()))).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining(message),
    });
  });

  test('of 4 MB of near-boundaries is one part', async () => {
    const content = `\r\n--${BOUNDARY}x`.repeat(300_000);
    const { files } = await parse(bodyOf(file('a', 'b', content)));
    expect(files.map((each) => each.content.length)).toEqual([content.length]);
  });

  test.each([
    ['name="a\\"b"; filename="c\\"d"', 'a"b', 'c"d'],
    ['name="a%22b"; filename="c;d.txt"', 'a"b', 'c;d.txt'],
    ['name=a; filename=b.txt', 'a', 'b.txt'],
    ['name="a"; filename="C:\\fakepath\\b.txt"', 'a', 'C:\\fakepath\\b.txt'],
    ['filename="b"; name="a"', 'a', 'b'],
    ['name = "a"; filename = b', 'a', 'b'],
    ['\r\n name="a";\r\n\tfilename="b"', 'a', 'b'],
    ["name*=utf-8''n%C3%A4me", 'näme', undefined],
    [
      'name="=?utf-8?B?bsOkbWU=?="; filename="=?utf-8?B?bsOkLnR4dA==?="; filename*=utf-8\'\'n%C3%A4.txt',
      'näme',
      'nä.txt',
    ],
  ])('%s', (parameters, name, fileName) => {
    const [found] = bodyPartsOf(bodyOf(part(`content-disposition: form-data; ${parameters}`, 'x')), TYPE);
    expect([textOf(found?.name), textOf(found?.fileName)]).toEqual([name, fileName]);
  });

  test.each([
    ['no name', part('Content-Disposition: form-data', 'x')],
    ['another disposition', part('Content-Disposition: attachment; name="a"', 'x')],
    ['a quote without its end', part('Content-Disposition: form-data; name="a', 'x')],
    ['no headers', Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n`)],
    ['text behind a boundary', Buffer.from(`--${BOUNDARY}zzz\r\n\r\nx\r\n`)],
  ])('with a part that has %s is rejected', (_what, bytes) => {
    expect(() => bodyPartsOf(bodyOf(bytes), TYPE)).toThrow();
  });

  test('may have any bytes in a file, and keeps every character of a field', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0xef, 0xbb, 0xbf]);
    expect((await parse(bodyOf(file('a', 'b', bytes)))).files[0]?.content).toEqual(Buffer.from(bytes));
    expect((await parse(bodyOf(field('a', '\ufeffx')))).fields).toEqual({ a: '\ufeffx' });
  });

  const FIELDS = [field('a', '1\r\n2'), file('b', 'c.png', 'x\r\ny')];
  const READ = {
    fields: { a: '1\r\n2' },
    files: [{ field: 'b', name: 'c.png', type: 'image/png', content: Buffer.from('x\r\ny') }],
  };

  test.each([
    ['a line end', '\n'],
    ['an empty line', '\r\n'],
    ['text', 'This is a message in MIME format.\r\n'],
    ['a longer boundary', `Hello\r\n--${BOUNDARY}x\r\n`],
  ])('may begin with %s before the first boundary', async (_what, preamble) => {
    expect(await parse(Buffer.concat([Buffer.from(preamble), bodyOf(...FIELDS)]))).toMatchObject(READ);
  });

  test('may have lines that end in LF only, with CRLF in its values', async () => {
    const body = [field('a', '1\r\n2'), field('b', '\r\n'), END].map((each) =>
      each
        .toString()
        .replace(/(--x-boundary(?:--)?|"[ab]")\r\n(?:\r\n)?|\r\n$/g, (found) => found.replaceAll('\r', '')),
    );
    expect((await parse(Buffer.from(body.join('')))).fields).toEqual({ a: '1\r\n2', b: '\r\n' });
  });

  test('may lack the boundary in its type', async () => {
    const contentType = 'multipart/form-data';
    expect(await parseMultipart(bodyOf(...FIELDS), { contentType })).toMatchObject(READ);
    await expect(parseMultipart(Buffer.from('no boundary\r\n'), { contentType })).rejects.toThrow('not complete');
  });

  test.each([
    ["filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", 'naïve €.txt'],
    ["filename*=iso-8859-1'en'%A3.txt", '£.txt'],
    ['filename*="a.txt"', 'a.txt'],
    [`filename="plain.txt"; filename*=UTF-8''other.txt`, 'plain.txt'],
    ["filename*=UTF-8''", undefined],
  ])('gets the name of a file from %s', async (parameter, name) => {
    const body = bodyOf(part(`Content-Disposition: form-data; name="a"; ${parameter}`, name === undefined ? '' : 'x'));
    const { fields, files } = await parse(body);
    expect([fields, files.map((each) => each.name)]).toEqual([{}, name === undefined ? [] : [name]]);
  });
});
