import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseMultipart } from '../../../../shared/http/formBody.ts';
import { bodyPartsOf } from '../../../../shared/http/multipart.ts';

const BOUNDARY = 'x-boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (head: string, content: Uint8Array | string) =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(content as string), Buffer.from('\r\n')]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const bodyOf = (...parts: Buffer[]): Buffer<ArrayBuffer> => Buffer.concat([...parts, END]);
const field = (name: string, value: Uint8Array | string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, fileName: string, content: Uint8Array | string, type = 'image/png') =>
  part(`Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}`, content);

describe('a form in parts', () => {
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
        expect(parts.map(({ name, fileName }) => [name, fileName])).toEqual(
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

  test('cut off anywhere is refused', () => {
    const whole = bodyOf(field('a', '1'), file('b', 'c.png', new Uint8Array([0, 13, 10, 45, 45, 255])));
    expect(parseMultipart(whole, TYPE).files).toHaveLength(1);
    const lastByte = whole.length - '--\r\n'.length;
    for (let length = 0; length <= lastByte; length++) {
      expect(() => parseMultipart(Buffer.from(whole.subarray(0, length)), TYPE)).toThrow();
    }
  });

  test('with any damage is read or rejected, and never fails otherwise', () => {
    const whole = bodyOf(field('a', '1'), file('b', 'c.png', 'content'));
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          parseMultipart(bytes, TYPE);
        } catch (error) {
          expect((error as { status: number }).status).toBe(400);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of 10,000 parts has 10,000 parts', () => {
    const parts = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? field('a', String(i)) : file('b', 'c', 'x')));
    const { fields, files } = parseMultipart(bodyOf(...parts), TYPE);
    expect([(fields.a as string[]).length, files.length]).toEqual([5_000, 5_000]);
  });

  test('of 4 MB of what looks like boundaries is one part', () => {
    const content = `\r\n--${BOUNDARY}x`.repeat(300_000);
    const { files } = parseMultipart(bodyOf(file('a', 'b', content)), TYPE);
    expect(files.map((each) => each.content.length)).toEqual([content.length]);
  });

  test.each([
    ['name="a\\"b"; filename="c\\"d"', 'a"b', 'c"d'],
    ['name="a%22b"; filename="c;d.txt"', 'a"b', 'c;d.txt'],
    ['name=a; filename=b.txt', 'a', 'b.txt'],
    ['name="a"; filename="C:\\fakepath\\b.txt"', 'a', 'C:\\fakepath\\b.txt'],
    ['filename="b"; name="a"', 'a', 'b'],
  ])('%s', (parameters, name, fileName) => {
    const [found] = bodyPartsOf(bodyOf(part(`content-disposition: form-data; ${parameters}`, 'x')), TYPE);
    expect([found?.name, found?.fileName]).toEqual([name, fileName]);
  });

  test.each([
    ['no name', part('Content-Disposition: form-data', 'x')],
    ['another disposition', part('Content-Disposition: attachment; name="a"', 'x')],
    ['a quote without its end', part('Content-Disposition: form-data; name="a', 'x')],
    ['no headers', Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n`)],
    ['text behind a boundary', Buffer.from(`--${BOUNDARY}zzz\r\n\r\nx\r\n`)],
  ])('with a part that has %s is refused', (_what, bytes) => {
    expect(() => bodyPartsOf(bodyOf(bytes), TYPE)).toThrow();
  });

  test('may have any bytes in a file, but no text that is not UTF-8', () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0xef, 0xbb, 0xbf]);
    expect(parseMultipart(bodyOf(file('a', 'b', bytes)), TYPE).files[0]?.content).toEqual(Buffer.from(bytes));
    expect(() => parseMultipart(bodyOf(field('a', bytes)), TYPE)).toThrow();
    expect(parseMultipart(bodyOf(field('a', '\ufeffx')), TYPE).fields).toEqual({ a: '\ufeffx' });
  });
});
