import { describe, expect, test } from '@jest/globals';
import { expectBadFields } from './expectations.ts';
import { send } from './service.ts';

/**
 * That `page` and `limit` reach a list, whose rules for them test/unit/contract/pageQuery.test.ts has. `target` is a
 * list with at least one item on one page.
 */
export function testPageQueryWiring(target: () => { path: string; key: string }) {
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

    test.each([
      ['101', 100],
      ['099', 99],
    ])('200 has of the limit %s %i in force', async (limit, inForce) => {
      const { status, json } = await get(`limit=${limit}`);
      expect(status).toBe(200);
      expect(json._metadata).toEqual({ totalPages: 1, page: 1, itemsPerPage: inForce });
    });

    test.each(['2', '9999999999999999999999'])(
      '404 for the page %s, past the last, says how many pages there are',
      async (page) => {
        const { status, json } = await get(`page=${page}`);
        expect(status).toBe(404);
        expect(json).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('has 1 page.') });
      },
    );

    test.each([
      ['page=0&limit=-1', ['page', 'limit']],
      ['page=%2B1', ['page']],
      ['limit=', ['limit']],
      ['page=1&page=1', ['page']],
    ])('400 for %s', async (query, fields) => {
      expectBadFields(await get(query), 'query', ...fields);
    });

    test('200 ignores unknown parameters', async () => {
      const { status, json } = await get('offset=3&Page=0&page%5B%5D=0&__proto__=1&constructor=1');
      expect(status).toBe(200);
      expect(json._metadata.page).toBe(1);
    });
  });
}
