import { describe, expect, test } from '@jest/globals';
import { type Endpoint, EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { newWorkspace, send, sharedTable } from '../../support/cloud/service.ts';

const MANY = 101;

const list = (key: string, query = '') => send('GET', `/v1/endpoints${query}`, { key });
const idsOf = ({ json }: { json: { endpoints: Endpoint[] } }) => json.endpoints.map(({ id }) => id);

describe('GET /v1/endpoints', () => {
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
