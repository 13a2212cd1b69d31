import { describe, expect, test } from '@jest/globals';
import { Pattern } from '../../../../../shared/fields/pattern/pattern.ts';
import { PATTERN_STATES_MAX } from '../../../../../shared/fields/pattern/program.ts';
import { PatternRefused } from '../../../../../shared/fields/pattern/syntax.ts';
import { IS_LONG } from '../../../../support/jest/testSize.ts';
import { hostilePattern, hostileText } from '../../../../support/samples/hostilePatterns.ts';
import { Random } from '../../../../support/simulator/random.ts';

/** JavaScript's own result for a whole value. */
const expected = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'v').test(text);

describe('a pattern', () => {
  test.each([
    ['[A-Z]{3}[0-9]{2,4}', ['ABC12', 'ABC12345', 'abc12', 'ABC1234', '']],
    ['(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}', ['Abcdefg1', 'abcdefg1', 'Ab1', 'ABCDEFG1', 'Aa1😀😀😀😀😀']],
    ['(?<!x)a|b(?!c)c?|x(?<=x)a', ['a', 'b', 'bc', 'xa']],
    ['.(?<!x)a|.(?<=y)b', ['xa', 'ya', 'xb', 'yb']],
    ['(?!.*(?:foo|bar)).+', ['foo', 'a bar', 'baz', '']],
    ['\\p{Lu}\\P{Lu}+', ['Äb', 'äb', 'p{Lu}']],
    ['\\bfoo\\b.*', ['foo bar', 'foobar', 'foo']],
    ['(?<year>\\d{4})-(?:0[1-9]|1[0-2])', ['2026-12', '2026-13']],
    ['[\\p{L}--[a-z]]+', ['ÄÖ', 'äb', 'ÄÖé']],
    ['\\uD83D\\uDE00+', ['😀😀', '😀', '\ud83d']],
    ['.', ['😀', 'a', '\n', 'ab', '\ud83d']],
    ['(?:a?){12}a{12}', ['a'.repeat(12), 'a'.repeat(24), 'a'.repeat(25)]],
    ['(a*)*|(?:|b){3}', ['', 'aaa', 'bbb', 'bbbb', 'ab']],
    ['a$|^b', ['a', 'b', 'ab']],
    ['x{0}y', ['y', 'xy']],
  ])('%s matches the same texts as in JavaScript', (pattern, texts) => {
    const compiled = new Pattern(pattern);
    expect(texts.map((text) => compiled.matches(text))).toEqual(texts.map((text) => expected(pattern, text)));
  });

  test.each([
    ['an invalid regular expression', '[a', 'must be a valid regular expression'],
    ['a group that ends the whole', 'a)|(?:b', 'must be a valid regular expression'],
    ['what only older syntax has', '[a-\\d]', 'must be a valid regular expression'],
    ['a reference to a group', '(a)\\1', 'must not have a backreference'],
    ['a reference to a named group', '(?<n>a)\\k<n>', 'must not have a backreference'],
    [
      'a class of several characters in a row',
      '\\p{RGI_Emoji}',
      'must not have a class that matches several characters',
    ],
    ['the same within brackets', '[\\q{abc}]', 'must not have a class that matches several characters'],
    ['more repetitions than may be', `a{${PATTERN_STATES_MAX + 1}}`, 'must be simpler'],
    ['repetitions within others', '(?:(?:(?:a{99}){99}){99}){99}', 'must be simpler'],
  ])('is refused with %s', (_what, pattern, message) => {
    expect(() => new Pattern(pattern)).toThrow(PatternRefused);
    expect(() => new Pattern(pattern)).toThrow(message);
  });

  // Each alternative has a state for each character and two for the choice; one more ends the pattern.
  test('may have alternatives up to the limit of its states', () => {
    const alternatives = (count: number) => Array(count).fill('ab').join('|');
    const countMax = Math.floor((PATTERN_STATES_MAX - 1) / 4);
    expect(new Pattern(alternatives(countMax)).matches('ab')).toBe(true);
    expect(() => new Pattern(alternatives(countMax + 1))).toThrow('must be simpler');
  });

  test('is refused with flags in a group, by every version of Node.js', () => {
    expect(() => new Pattern('(?i:a)')).toThrow(PatternRefused);
  });
});

const HOSTILE = IS_LONG ? 1_000 : 30;
const TEXT_LENGTH = 50_000;

test(
  `${HOSTILE} hostile patterns are refused, or match ${TEXT_LENGTH} characters within states × characters`,
  () => {
    const random = new Random(1);
    let refused = 0;
    for (let count = 0; count < HOSTILE; count++) {
      const source = hostilePattern(random);
      try {
        const pattern = new Pattern(source);
        pattern.matches(hostileText(random, TEXT_LENGTH));
        expect(pattern.states).toBeLessThanOrEqual(PATTERN_STATES_MAX);
        expect(pattern.steps).toBeLessThanOrEqual(pattern.states * (TEXT_LENGTH + 1));
      } catch (error) {
        expect({ source, error }).toEqual({ source, error: expect.any(PatternRefused) });
        refused++;
      }
    }
    // Guards against a test that rejects all patterns or none.
    expect(refused).toBeGreaterThan(HOSTILE / 20);
    expect(refused).toBeLessThan(HOSTILE / 2);
  },
  IS_LONG ? 600_000 : 60_000,
);
