import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvLine } from '../../../../shared/messages/csv.ts';

type Cell = string | number;
const csv = (rows: Cell[][]): string => rows.map(csvLine).join('');

/** How a spreadsheet that splits at this character reads a text: quotes only count at the start of a cell. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell = '';
    while (text[at] === '"') {
      const end = text.indexOf('"', at + 1);
      cell += text.slice(at + 1, end < 0 ? text.length : end);
      at = end < 0 ? text.length : end + 1;
      if (text[at] === '"') cell += '"';
    }
    const end = text.slice(at).search(separator === ',' ? /,|\r\n|[\n\r]/ : new RegExp(`\\${separator}|\r\n|[\n\r]`));
    cells.push(cell + (end < 0 ? text.slice(at) : text.slice(at, at + end)));
    if (end < 0) return cells;
    at += end + (text.startsWith('\r\n', at + end) ? 2 : 1);
  }
  return cells;
}

/** In some spreadsheets, spaces before a formula do not protect. */
const FORMULA = /^ *[=+\-@\t＝＋－＠]/;

const nasty = fc.string({
  unit: fc.constantFrom(...'=+-@\t\r\n;|," \'a1\v\f\u0085\u2028＝＋－＠', '\r\n', '";"', '=1'),
  maxLength: 20,
});
/** A row starts with an identifier. */
const rows = fc.array(
  fc.array(fc.oneof(nasty, fc.integer({ min: 0 })), { minLength: 1, maxLength: 4 }).map((cells) => ['sub_1', ...cells]),
  { minLength: 1, maxLength: 4 },
);

describe('a CSV file', () => {
  test.each([',', ';', '\t', '|'])('has no cell that begins as a formula where %j separates cells', (separator) => {
    fc.assert(
      fc.property(rows, (given: Cell[][]) => {
        expect(cellsOf(csv(given), separator).filter((cell) => FORMULA.test(cell))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('keeps every text, except for added apostrophes', () => {
    const plain = (text: string) => text.replaceAll("'", '');
    fc.assert(
      fc.property(nasty, (text) => {
        const line = csv([['id', text, 'end']]);
        const [id, cell = '', end] = cellsOf(line, ',');
        expect([id, plain(cell), end]).toEqual(['id', plain(text), 'end']);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['Hello; how are you?', 'one\r\n\r\ntwo\n\nthree', 'a | b', 'x = 1; y', '"quoted"', 'Größe 1-2', ''])(
    'leaves %j as it is',
    (text) => {
      const quoted = /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      expect(csv([['id', text]])).toBe(`id,${quoted}\r\n`);
    },
  );

  test('leaves negative numbers as they are', () => {
    expect(csv([['id', -1.5]])).toBe('id,-1.5\r\n');
  });
});
