import { describe, expect, test } from '@jest/globals';
import { encodeTime } from 'ulid';
import { barsOf, scaleOf } from '../../../../../site/app/overview/bars.ts';
import { filterIn, isInTab, queryOf, type Tab } from '../../../../../site/app/submissions/filter.ts';
import { receivedAt } from '../../../../../site/app/submissions/receivedAt.ts';
import { summaryOf } from '../../../../../site/app/submissions/summary.ts';
import { localeFor } from '../../../../../site/app/texts/amounts.ts';

describe('a row', () => {
  test.each([
    ['the name', { topic: 'Help', email: 'ada@example.com', name: 'Ada', message: 'Hello' }, 'Ada'],
    ['first and last name', { lastName: 'Lovelace', firstName: 'Ada', email: 'a@example.com' }, 'Ada Lovelace'],
    ['else the email address', { message: 'Hello', email: 'ada@example.com' }, 'ada@example.com'],
    ['the address rather than the first day', { from: '1 May', to: '3 May', email: 'a@example.com' }, 'a@example.com'],
    ['else what it is from', { topic: 'Help', sender: 'Ada' }, 'Ada'],
    ['else the first text', { topic: 'Help', message: 'Hello' }, 'Help'],
    ['a name where the address is none', { email: 'javascript:alert(1)', 'Full name': 'Ada' }, 'Ada'],
    ['nothing where nothing was sent', {}, ''],
  ])('begins with %s', (_, data, sender) => {
    expect(summaryOf({ data }, {}).sender).toBe(sender);
  });

  test('previews the address next to the name, and no part of the name twice', () => {
    const data = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
    expect(summaryOf({ data }, {}).preview).toBe('ada@example.com');
  });

  test('previews the long texts before the short ones, in one line', () => {
    const data = { email: 'ada@example.com', plan: 'pro', message: 'The first line,\nand a second one' };
    expect(summaryOf({ data }, {}).preview).toBe('The first line, and a second one · pro');
    const long = { name: 'Ada', email: 'ada.lovelace@example.com', message: 'Are the workshops open?' };
    expect(summaryOf({ data: long }, {}).preview).toBe('Are the workshops open? · ada.lovelace@example.com');
  });

  test('shows nested values, without control and bidirectional characters', () => {
    expect(summaryOf({ data: { a: 'x', b: { c: [1, true, null] }, d: 'e\u202Ef\u0000g' } }, {}).preview).toBe(
      '1, yes · ef g',
    );
  });

  test('is bounded for 50 kB in one line and for 200 fields', () => {
    const long = summaryOf({ data: { message: 'x'.repeat(50_000) } }, {});
    const many = summaryOf(
      { data: Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`f${place}`, `v${place}`])) },
      {},
    );
    for (const text of [long.sender, long.preview, many.preview]) expect(text.length).toBeLessThan(210);
  });

  test('derives its time from its id', () => {
    const time = Date.UTC(2026, 10, 22, 1, 2, 3, 4);
    expect(receivedAt(`sub_${encodeTime(time)}ABCDEFGHJKMNPQRS`).getTime()).toBe(time);
  });
});

describe('numbers and dates', () => {
  test('are in English, formatted for the reader’s region', () => {
    expect(['de', 'en-US', 'fr-CA', 'en-GB'].map(localeFor)).toEqual(['en-DE', 'en-US', 'en-CA', 'en-GB']);
    const time = new Date(2026, 10, 22, 15, 4);
    const shown = new Intl.DateTimeFormat(localeFor('de'), { dateStyle: 'medium', timeStyle: 'short' });
    expect(shown.format(time)).toBe('22 Nov 2026, 15:04');
  });
});

describe('a filter', () => {
  test('passes the submissions of its tab', () => {
    const states = [
      { isSpam: false, isRead: false },
      { isSpam: false, isRead: true },
      { isSpam: true, isRead: false },
    ];
    const passed = (tab: Tab) => states.map((marks) => isInTab(marks, tab));
    expect(passed('inbox')).toEqual([true, true, false]);
    expect(passed('unread')).toEqual([true, false, false]);
    expect(passed('spam')).toEqual([false, false, true]);
    expect(passed('all')).toEqual([true, true, true]);
  });

  test('queries the API for its tab’s flags and its words', () => {
    expect(queryOf({ tab: 'unread', text: 'name:Ada' })).toEqual({
      isSpam: 'false',
      isRead: 'false',
      query: 'name:Ada',
    });
    expect(queryOf({ tab: 'all', text: '' })).toEqual({});
  });

  test('queries the API for whole days in the reader’s time zone, and ignores invalid days', () => {
    const local = (day: number) => new Date(2026, 10, day).toISOString();
    const days = { from: '2026-11-01', to: '2026-11-30' };
    expect(queryOf(filterIn({ tab: 'all', ...days }))).toEqual({ createdAfter: local(1), createdBefore: local(31) });
    for (const day of ['0002-11-01', '2026-13-01', 'x', ''])
      expect(filterIn({ from: day, to: day })).toEqual({ tab: 'inbox', text: '' });
  });
});

describe('the bars of the chart', () => {
  const daysOf = (amount: number) =>
    Array.from({ length: amount }, (_, day) => ({
      date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      submissions: day,
      spam: day % 3,
    }));

  test('are days, the oldest first, in any input order', () => {
    expect(barsOf(daysOf(3).reverse())).toEqual([
      { date: '2026-01-01', wanted: 0, spam: 0 },
      { date: '2026-01-02', wanted: 0, spam: 1 },
      { date: '2026-01-03', wanted: 0, spam: 2 },
    ]);
  });

  test('are weeks for a year, complete up to the last day', () => {
    const days = daysOf(365);
    const bars = barsOf(days);
    expect(bars).toHaveLength(53);
    expect(bars.at(-1)?.date).toBe(days[358]?.date);
    const sum = bars.reduce((all, { wanted, spam }) => all + wanted + spam, 0);
    expect(sum).toBe(days.reduce((all, { submissions }) => all + submissions, 0));
  });

  test.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [5, 10],
    [11, 20],
    [399, 400],
    [100_001, 200_000],
  ])('reach up to %d on a scale to %d', (highest, top) => {
    expect(scaleOf([{ date: '2026-01-01', wanted: highest, spam: 0 }])).toBe(top);
  });
});
