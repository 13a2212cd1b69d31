import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { Endpoints } from '../../../shared/storage/endpoints.ts';
import { newEndpoint, newWorkspace, send, sharedTable, uniqueSlug } from '../../support/service.ts';

const MANY = 101;

const list = (key: string, query = '') => send('GET', `/v1/endpoints${query}`, { key });
const idsOf = ({ json }: { json: { endpoints: Endpoint[] } }) => json.endpoints.map(({ id }) => id);

describe('GET /v1/endpoints', () => {
  let key: string;
  let created: Endpoint[];

  beforeAll(async () => {
    ({ key } = await newWorkspace());
    created = [];
    for (let i = 0; i < 5; i++) created.push(await newEndpoint(key, { isEnabled: i !== 3 }));
  });

  test('200 lists whole endpoints, oldest first', async () => {
    const { status, json } = await list(key);
    expect(status).toBe(200);
    expect(json).toEqual({ _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, endpoints: created });
  });

  test.each([
    [1, [0, 1]],
    [2, [2, 3]],
    [3, [4]],
  ])('200 has page %i of 3 with 2 per page', async (page, positions) => {
    const { json } = await list(key, `?limit=2&page=${page}`);
    expect(json).toEqual({
      _metadata: { totalPages: 3, page, itemsPerPage: 2 },
      endpoints: positions.map((position) => created[position]),
    });
  });

  test('404 for the page after the last says how many there are', async () => {
    const { status, json } = await list(key, '?limit=2&page=4');
    expect(status).toBe(404);
    expect(json.message).toContain('3 pages');
  });

  test('200 for an empty list, which has one page', async () => {
    const empty = await newWorkspace();
    const { status, json } = await list(empty.key, '?page=1');
    expect(status).toBe(200);
    expect(json).toEqual({ _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, endpoints: [] });
  });

  test('200 shows changes at once, a changed endpoint in its old place', async () => {
    const own = await newWorkspace();
    const [first, second, third] = [await newEndpoint(own.key), await newEndpoint(own.key), await newEndpoint(own.key)];
    const changed = await send('PUT', `/v1/endpoint/${first.id}`, { key: own.key, json: { slug: uniqueSlug() } });
    await send('DELETE', `/v1/endpoint/${second.id}`, { key: own.key });
    expect((await list(own.key)).json.endpoints).toEqual([changed.json, third]);
    expect((await list(own.key, '?limit=1')).json._metadata.totalPages).toBe(2);
  });

  test(`200 serves ${MANY} endpoints as a page of 100 and a page of 1, each endpoint once`, async () => {
    const own = await newWorkspace();
    const repository = new Endpoints(sharedTable());
    const ids: string[] = [];
    for (let i = 0; i < MANY; i++) {
      const fields = EndpointCreate.parse({ slug: `form-${i}`, targetEmails: [] });
      ids.push((await repository.create(own.workspaceId, fields)).id);
    }
    const [first, second] = [await list(own.key, '?limit=1000'), await list(own.key, '?page=2')];
    expect(first.json._metadata).toEqual({ totalPages: 2, page: 1, itemsPerPage: 100 });
    expect(second.json._metadata).toEqual({ totalPages: 2, page: 2, itemsPerPage: 100 });
    expect([idsOf(first).length, idsOf(second).length]).toEqual([100, 1]);
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(ids.sort());
  });
});
