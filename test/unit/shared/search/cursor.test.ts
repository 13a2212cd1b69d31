import { expect, test } from '@jest/globals';
import { cursorAt, placeOf } from '../../../../shared/search/cursor.ts';

const SEARCH = ['enp_1', 'newest', [{ text: 'ada' }]];
const PLACE = '01KGTF63KBHYBBG9CJEF38J14/~';

test('a cursor continues its own search only', () => {
  expect(placeOf(cursorAt(PLACE, SEARCH), SEARCH)).toBe(PLACE);
  expect(() => placeOf(cursorAt(PLACE, SEARCH), ['enp_2', ...SEARCH.slice(1)])).toThrow('cursor');
});

test('rejects a cursor with any character changed, added or omitted', () => {
  const cursor = cursorAt(PLACE, SEARCH);
  for (let i = 0; i < cursor.length; i++) {
    const other = cursor[i] === 'A' ? 'B' : 'A';
    expect(() => placeOf(cursor.slice(0, i) + other + cursor.slice(i + 1), SEARCH)).toThrow('cursor');
    expect(() => placeOf(cursor.slice(0, i) + cursor.slice(i + 1), SEARCH)).toThrow('cursor');
  }
  for (const wrong of ['', cursorAt('x'.repeat(2_000), SEARCH), '=', `${cursor}=`, `${cursor}A`, '👋', '../..']) {
    expect(() => placeOf(wrong, SEARCH)).toThrow('cursor');
  }
});
