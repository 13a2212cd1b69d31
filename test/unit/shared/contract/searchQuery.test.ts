import { describe, expect, test } from '@jest/globals';
import { parseSearchQuery } from '../../../../shared/contract/searchQuery.ts';
import { momentOf } from '../../../../shared/contract/time.ts';
import { expectBadFields } from '../../../support/cloud/expectations.ts';
import { inputOf, refusalOf } from '../../../support/parsedRequest.ts';

const params = { endpointId: 'enp_1' };
const refusal = (query: Record<string, string[]>) => refusalOf('searchSubmissions', { params, query });

describe('the query of a search', () => {
  test.each([
    ['  ada \t lovelace\n', [{ text: 'ada' }, { text: 'lovelace' }]],
    ['"ada lovelace" x', [{ text: 'ada lovelace' }, { text: 'x' }]],
    ['email:ada@example.com', [{ field: 'email', text: 'ada@example.com' }]],
    [
      'message:"call me" "first name":ada',
      [
        { field: 'message', text: 'call me' },
        { field: 'first name', text: 'ada' },
      ],
    ],
    ['time:10:30', [{ field: 'time', text: '10:30' }]],
    ['"https://a.example"', [{ text: 'https://a.example' }]],
    ['“ada lovelace” x', [{ text: 'ada lovelace' }, { text: 'x' }]],
    ['„ada lovelace“', [{ text: 'ada lovelace' }]],
    ['« ada lovelace » x', [{ text: 'ada lovelace' }, { text: 'x' }]],
    [
      'message:“call me” “first name”:ada',
      [
        { field: 'message', text: 'call me' },
        { field: 'first name', text: 'ada' },
      ],
    ],
    ['“ada x', [{ text: '“ada' }, { text: 'x' }]],
    ['“” x', [{ text: '“”' }, { text: 'x' }]],
    ['“a”b', [{ text: '“a”b' }]],
    ['rock"n"roll', [{ text: 'rock"n"roll' }]],
    ['+44 20 7946 0958', [{ text: '+44 20 7946 0958' }]],
    ['ada (020) 7946-0958 x', [{ text: 'ada' }, { text: '(020) 7946-0958' }, { text: 'x' }]],
    ['phone:06\u00a012 34 56 78', [{ field: 'phone', text: '06\u00a012 34 56 78' }]],
    ['007 2026', [{ text: '007 2026' }]],
    ['007 26 x9', [{ text: '007' }, { text: '26' }, { text: 'x9' }]],
    ['4111 1111 1111', [{ text: '4111' }, { text: '1111' }, { text: '1111' }]],
    ['a\u00a0b', [{ text: 'a' }, { text: 'b' }]],
  ])('%j has the terms %j', (query, terms) => expect(parseSearchQuery(query)).toEqual(terms));

  test.each([
    ['', 'has no words'],
    [' \u3000 ', 'has no words'],
    ['"ada', 'quote'],
    ['name:"ada', 'quote'],
    [':ada', 'colon'],
    ['name:', 'field without a word'],
    ['name:""', 'field without a word'],
    ['"ada"lovelace', 'space after'],
    ['a b c d e f g h i j k', 'at most 10 words'],
  ])('400 for %j, which %s', async (query, problem) => {
    expect(parseSearchQuery(query)).toEqual(expect.stringContaining(problem));
    expectBadFields(await refusal({ query: [query] }), 'query', 'query');
  });

  test('accepts at most ten words and 200 characters', async () => {
    expect(parseSearchQuery('a b c d e f g h i j')).toHaveLength(10);
    const query = '👋'.repeat(200);
    expect((await inputOf('searchSubmissions', { params, query: { query: [query] } })).query).toMatchObject({
      query: [{ text: query }],
    });
    expectBadFields(await refusal({ query: [`${query}x`] }), 'query', 'query');
  });
});

describe('the other parameters of a search', () => {
  test.each([
    ['2026-11-22', Date.UTC(2026, 10, 22)],
    ['2026-11-22 08:30', Date.UTC(2026, 10, 22, 8, 30)],
    ['2026-11-22T08:30:01Z', Date.UTC(2026, 10, 22, 8, 30, 1)],
    ['2026-11-22 08:30:01.250000', Date.UTC(2026, 10, 22, 8, 30, 1, 250)],
    ['2026-11-22 08:30:01.2500001', undefined],
    ['2026-11-22 08:30:01.250001', Date.UTC(2026, 10, 22, 8, 30, 1, 251)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('the moment %s is %s', (text, timeMs) => expect(momentOf(text)).toBe(timeMs));

  const bad = ['', 'yesterday', '2026-02-30', '2026-13-01', '2026-11-22T25:00', '22.11.2026', '2026-11-22 08:30+01:00'];
  test.each(bad)('400 for the date %j', async (text) => {
    expectBadFields(await refusal({ createdAfter: [text] }), 'query', 'createdAfter');
    expectBadFields(await refusal({ createdBefore: [text] }), 'query', 'createdBefore');
  });

  test.each(['', '1', 'TRUE', 'yes', 'null'])('400 for the flag %j', async (text) => {
    expectBadFields(await refusal({ isRead: [text] }), 'query', 'isRead');
    expectBadFields(await refusal({ isSpam: [text] }), 'query', 'isSpam');
  });

  test('400 for another order, for limit 0, and for repeated parameters', async () => {
    expectBadFields(await refusal({ order: ['random'] }), 'query', 'order');
    expectBadFields(await refusal({ limit: ['0'] }), 'query', 'limit');
    expectBadFields(await refusal({ query: ['a', 'b'] }), 'query', 'query');
  });
});
