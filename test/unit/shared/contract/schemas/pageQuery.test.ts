import { describe, expect, test } from '@jest/globals';
import { OPERATIONS, type OperationId } from '../../../../../shared/contract/operations/index.ts';
import { PageQuery } from '../../../../../shared/contract/schemas/common.ts';
import { expectBadFields } from '../../../../support/cloud/expectations.ts';
import { inputOf, refusalOf } from '../../../../support/parsedRequest.ts';

const LISTS = OPERATIONS.filter(({ query }) => query === PageQuery).map(({ id }) => id as OperationId);
const params = { endpointId: 'enp_1' };

function valuesOf(query: string): Record<string, string[]> {
  const search = new URLSearchParams(query);
  return Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)]));
}

test('the lists of the first contract have pages', () => {
  expect(LISTS).toEqual(expect.arrayContaining(['listEndpoints', 'listKeys', 'listSubmissions']));
});

describe.each(LISTS)('page and limit of %s', (id) => {
  const queryOf = async (query: string) => (await inputOf(id, { params, query: valuesOf(query) })).query;
  const refusal = (query: string) => refusalOf(id, { params, query: valuesOf(query) });

  test('without them is page 1 with 100 items per page', async () => {
    expect((await inputOf(id, { params })).query).toEqual({ page: 1, limit: 100 });
  });

  test.each(['101', '5000', '1000000000'])('the limit %s is served as 100', async (limit) => {
    expect((await queryOf(`limit=${limit}`)).limit).toBe(100);
  });

  test.each(['1', '99', '100', '007'])('the limit %s is accepted', async (limit) => {
    expect((await queryOf(`limit=${limit}`)).limit).toBe(Number(limit));
  });

  test.each([
    ['2', 2],
    ['1000000', 1_000_000],
    ['999999999999999', 999_999_999_999_999],
    ['9999999999999999999999', Number.MAX_SAFE_INTEGER],
  ])('the page %s is parsed as %i', async (page, taken) => {
    expect((await queryOf(`page=${page}`)).page).toBe(taken);
  });

  const refused = ['0', '00', '-1', '1.5', '1.0', '1e2', '0x10', '%2B1', '1%20', 'one', '', 'NaN', 'null', '%D9%A1'];
  test.each(refused.flatMap((value) => [`page=${value}`, `limit=${value}`]))('400 for %s', async (query) => {
    expectBadFields(await refusal(query), 'query', query.split('=')[0] ?? '');
  });

  test.each(['page=1&page=1', 'page=1&page=2', 'limit=5&limit=10'])('400 for the repeated %s', async (query) => {
    expectBadFields(await refusal(query), 'query', query.split('=')[0] ?? '');
  });

  test('400 names both if both are invalid', async () => {
    expectBadFields(await refusal('page=0&limit=-1'), 'query', 'page', 'limit');
  });
});
