import { describe, expect, test } from '@jest/globals';
import { expiryOf, formatTime, NEVER, TIME_PATTERN } from '../../../../shared/contract/time.ts';

const at = (iso: string) => new Date(iso);

describe('formatTime', () => {
  test('writes UTC with six digits of fraction', () => {
    expect(formatTime(at('2026-03-04T05:06:07.089Z'))).toBe('2026-03-04 05:06:07.089000');
    expect(formatTime(at('2026-03-04T05:06:07+02:00'))).toBe('2026-03-04 03:06:07.000000');
  });

  test('writes the contract’s format, which sorts by time', () => {
    const times = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.001Z'].map((iso) =>
      formatTime(at(iso)),
    );
    expect([...times].reverse().sort()).toEqual(times);
    for (const time of [...times, NEVER]) expect(time).toMatch(TIME_PATTERN);
    for (const time of times) expect(time < NEVER).toBe(true);
  });
});

describe('expiryOf', () => {
  const now = '2026-01-15T10:20:30.456Z';

  test.each([
    ['1-day', '2026-01-16 10:20:30.456000'],
    ['30-days', '2026-02-14 10:20:30.456000'],
    ['180-days', '2026-07-14 10:20:30.456000'],
    ['2-weeks', '2026-01-29 10:20:30.456000'],
    ['1-month', '2026-02-15 10:20:30.456000'],
    ['14-months', '2027-03-15 10:20:30.456000'],
    ['1-year', '2027-01-15 10:20:30.456000'],
    ['never', '9999-12-31 23:59:59.999999'],
  ])('%s from 15 January 2026 is %s', (label, expected) => {
    expect(expiryOf(label, at(now))).toBe(expected);
  });

  test.each([
    ['2026-01-31', '1-month', '2026-02-28'],
    ['2028-01-31', '1-month', '2028-02-29'],
    ['2026-01-31', '2-months', '2026-03-31'],
    ['2026-08-31', '6-months', '2027-02-28'],
    ['2028-02-29', '4-years', '2032-02-29'],
    ['2096-02-29', '4-years', '2100-02-28'],
    ['2026-02-28', '1-day', '2026-03-01'],
  ])('from %s, %s ends on %s', (from, label, expected) => {
    expect(expiryOf(label, at(`${from}T12:00:00Z`))).toBe(`${expected} 12:00:00.000000`);
  });

  test('does not change the date passed in', () => {
    const from = at(now);
    expiryOf('5-months', from);
    expect(from).toEqual(at(now));
  });

  test.each([
    '',
    '1day',
    ' 1-day',
    '0-days',
    '01-days',
    '1-hour',
    '1-dayss',
    'never ',
    '1-day\n',
    '٣-days',
    'P1D',
    '2099-01-01',
  ])('rejects "%s"', (label) => {
    expect(expiryOf(label, at(now))).toBeUndefined();
  });

  test('ends in the year 9999', () => {
    expect(expiryOf('7973-years', at(now))).toBe('9999-01-15 10:20:30.456000');
    expect(expiryOf('7974-years', at(now))).toBeUndefined();
    for (const label of ['999999-years', '999999-months', `${'9'.repeat(20)}-days`, `${'9'.repeat(400)}-weeks`]) {
      expect({ label, end: expiryOf(label, at(now)) }).toEqual({ label, end: undefined });
    }
    expect(expiryOf('999999-days', at(now))).toMatch(/^4763-/);
  });
});
