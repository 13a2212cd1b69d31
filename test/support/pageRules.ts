import { describe, expect, test } from '@jest/globals';
import { expectBadFields } from './expectations.ts';
import { send } from './service.ts';

/** The rules of `page` and `limit` that every list keeps. `target` is a list with at least one item on one page. */
export function testPageRules(target: () => { path: string; key: string }) {
  const get = (query: string) => {
    const { path, key } = target();
    return send('GET', `${path}?${query}`, { key });
  };

  describe('page and limit', () => {
    test('200 without them is page 1 with 100 items per page', async () => {
      const { status, json } = await get('');
      expect(status).toBe(200);
      expect(json._metadata).toEqual({ totalPages: 1, page: 1, itemsPerPage: 100 });
    });

    test.each(['101', '5000', '1000000000'])('200 serves the limit %s as 100', async (limit) => {
      const { status, json } = await get(`limit=${limit}`);
      expect(status).toBe(200);
      expect(json._metadata).toEqual({ totalPages: 1, page: 1, itemsPerPage: 100 });
    });

    test.each(['1', '99', '100', '007'])('200 has the limit %s in force', async (limit) => {
      const { json } = await get(`limit=${limit}`);
      expect(json._metadata.itemsPerPage).toBe(Number(limit));
    });

    test.each(['2', '1000000', '999999999999999', '9999999999999999999999'])(
      '404 for the page %s, past the last, says how many pages there are',
      async (page) => {
        const { status, json } = await get(`page=${page}`);
        expect(status).toBe(404);
        expect(json).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('has 1 page.') });
      },
    );

    const refused = ['0', '00', '-1', '1.5', '1.0', '1e2', '0x10', '%2B1', '1%20', 'one', '', 'NaN', 'null', '%D9%A1'];
    test.each(refused.flatMap((value) => [`page=${value}`, `limit=${value}`]))('400 for %s', async (query) => {
      expectBadFields(await get(query), 'query', query.split('=')[0] ?? '');
    });

    test.each(['page=1&page=1', 'page=1&page=2', 'limit=5&limit=10'])('400 for the repeated %s', async (query) => {
      expectBadFields(await get(query), 'query', query.split('=')[0] ?? '');
    });

    test('400 names both when both are bad', async () => {
      expectBadFields(await get('page=0&limit=-1'), 'query', 'page', 'limit');
    });

    test.each(['offset=3', 'Page=0', 'page%5B%5D=0', '__proto__=1', 'constructor=1'])(
      '200 ignores the unknown parameter %s',
      async (query) => {
        const { status, json } = await get(query);
        expect(status).toBe(200);
        expect(json._metadata.page).toBe(1);
      },
    );
  });
}
