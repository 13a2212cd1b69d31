import { describe, expect, test } from '@jest/globals';
import { expectBadFields } from '../../../../support/expectations.ts';
import { BAD_NAMES, GOOD_NAMES } from '../../../../support/fields.ts';
import { inputOf, refusalOf } from '../../../../support/parsedRequest.ts';

const DAY_MS = 86_400_000;
const params = { id: 'key_1' };
const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

describe.each(['createKey', 'updateKey'] as const)('%s', (id) => {
  const others = id === 'createKey' ? { name: 'Website', expiresAt: 'never' } : {};
  const bodyWith = async (json: object) => (await inputOf(id, { params, json: { ...others, ...json } })).body;
  const refusalWith = (json: object) => refusalOf(id, { params, json: { ...others, ...json } });

  test.each(GOOD_NAMES)('takes %s with %s', async (_field, _what, name) => {
    expect((await bodyWith({ name })).name).toBe(name);
  });

  test.each(BAD_NAMES)('400 refuses %s with %s', async (_field, _what, name) => {
    expectBadFields(await refusalWith({ name }), 'body', 'name');
  });

  test.each([
    ['1-day', 1],
    ['1-days', 1],
    ['7-days', 7],
    ['7-day', 7],
    ['30-days', 30],
    ['60-days', 60],
    ['90-days', 90],
    ['180-days', 180],
    ['400-days', 400],
    ['999999-days', 999_999],
    ['1000000-days', 1_000_000],
    ['1-week', 7],
    ['2-weeks', 14],
    ['52-week', 364],
  ])('takes %s as %i days from now', async (expiresAt, days) => {
    const before = Date.now();
    const answered: string = (await bodyWith({ expiresAt })).expiresAt;
    expect(answered).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/);
    expect(momentOf(answered)).toBeGreaterThanOrEqual(before + days * DAY_MS);
    expect(momentOf(answered)).toBeLessThanOrEqual(Date.now() + days * DAY_MS);
  });

  test.each([
    ['1-month', 1],
    ['3-months', 3],
    ['18-months', 18],
    ['1-year', 12],
    ['2-years', 24],
    ['1000-years', 12_000],
  ])('takes %s as %i months from now', async (expiresAt, months) => {
    const before = new Date();
    const end = new Date(momentOf((await bodyWith({ expiresAt })).expiresAt));
    const monthOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth();
    expect([monthOf(before) + months, monthOf(new Date()) + months]).toContain(monthOf(end));
    const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
    const days = [before, new Date()].map((time) => Math.min(time.getUTCDate(), lastDay));
    expect(days).toContain(end.getUTCDate());
  });

  test('takes never as the last microsecond of the year 9999', async () => {
    expect((await bodyWith({ expiresAt: 'never' })).expiresAt).toBe('9999-12-31 23:59:59.999999');
  });

  test.each([
    '',
    '0-days',
    '00-days',
    '-1-days',
    '+1-day',
    '1.5-days',
    '1e1-days',
    '1-dayz',
    '1-',
    '-day',
    '1day',
    '1 day',
    '1--day',
    '1-Day',
    'NEVER',
    ' 1-day',
    '1-day ',
    '1-day\n',
    '1-hour',
    '1-minutes',
    '1-decade',
    'tomorrow',
    'P1D',
    '2099-01-01',
    '2099-01-01 00:00:00.000000',
    '8000-years',
    '999999-years',
    '999999-months',
    '999999-weeks',
    '99999999999999999999-days',
    '١-day',
    null,
    30,
    true,
    ['1-day'],
    { days: 1 },
  ])('400 refuses the expiresAt %j', async (expiresAt) => {
    expectBadFields(await refusalWith({ expiresAt }), 'body', 'expiresAt');
  });
});

test.each([
  '',
  'abc',
  'key_',
  '_abc',
  'key-abc',
  'key_a b',
  'key_abc\n',
  'key_abc_def',
  'key1_abc',
  'key_ä',
  'key_\u0000',
  'fbk_\ud800',
  'Bearer fbk_abc',
  null,
  1,
  true,
  ['key_abc'],
  { id: 'key_abc' },
])('verifyKey: 400 refuses the key %j', async (key) => {
  expectBadFields(await refusalOf('verifyKey', { json: { key } }), 'body', 'key');
});
