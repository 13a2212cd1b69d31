import { describe, expect, test } from '@jest/globals';
import { encodeTime } from 'ulid';
import { type Filter, matches } from '../../../../site/app/submissions/filter.ts';
import { receivedAt } from '../../../../site/app/submissions/receivedAt.ts';
import { summaryOf } from '../../../../site/app/submissions/summary.ts';

describe('a row', () => {
  test.each([
    ['the address', { name: 'Ada', email: 'ada@example.com', message: 'Hello' }, 'ada@example.com'],
    ['else the name', { topic: 'Help', name: 'Ada', message: 'Hello' }, 'Ada'],
    ['else the first text', { topic: 'Help', message: 'Hello' }, 'Help'],
    ['a name where the address is none', { email: 'javascript:alert(1)', 'Full name': 'Ada' }, 'Ada'],
    ['nothing where nothing was sent', {}, ''],
  ])('begins with %s', (_, data, sender) => {
    expect(summaryOf(data).sender).toBe(sender);
  });

  test('previews the long texts before the short ones, in one line', () => {
    const data = { email: 'ada@example.com', plan: 'pro', message: 'The first line,\nand a second one' };
    expect(summaryOf(data).preview).toBe('The first line, and a second one · pro');
  });

  test('shows nested values, and neither control characters nor what turns the writing round', () => {
    expect(summaryOf({ a: 'x', b: { c: [1, true, null] }, d: 'e\u202Ef\u0000g' }).preview).toBe('1, true · ef g');
  });

  test('is bounded for 50 kB in one line and for 200 fields', () => {
    const long = summaryOf({ message: 'x'.repeat(50_000) });
    const many = summaryOf(Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`f${place}`, `v${place}`])));
    for (const text of [long.sender, long.preview, many.preview]) expect(text.length).toBeLessThan(210);
  });

  test('knows when it came in from its id', () => {
    const time = Date.UTC(2026, 10, 22, 1, 2, 3, 4);
    expect(receivedAt(`sub_${encodeTime(time)}ABCDEFGHJKMNPQRS`).getTime()).toBe(time);
  });
});

describe('a filter', () => {
  const submission = (isSpam: boolean, isRead: boolean) => ({
    ...{ id: 'sub_1', endpointId: 'enp_1', location: 'Spain', isSpam, isRead },
    data: { Message: 'Grüße aus Köln', nested: { tags: ['Priority', 7] } },
  });
  const passes = (filter: Filter, isSpam = false, isRead = false) => matches(submission(isSpam, isRead), filter);

  test('passes what its tab is about', () => {
    const states = [
      [false, false],
      [false, true],
      [true, false],
    ] as const;
    const passed = (tab: Filter['tab']) => states.map(([isSpam, isRead]) => passes({ tab, text: '' }, isSpam, isRead));
    expect(passed('inbox')).toEqual([true, true, false]);
    expect(passed('unread')).toEqual([true, false, false]);
    expect(passed('spam')).toEqual([false, false, true]);
    expect(passed('all')).toEqual([true, true, true]);
  });

  test.each(['köln', 'GRÜSSE AUS'.replace('SS', 'ß'), 'aus priority', 'message', '7'])('finds %j', (text) => {
    expect(passes({ tab: 'inbox', text })).toBe(true);
  });

  test.each(['berlin', 'köln berlin'])('does not find %j', (text) => {
    expect(passes({ tab: 'inbox', text })).toBe(false);
  });
});
