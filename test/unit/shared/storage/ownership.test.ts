import { beforeEach, describe, expect, test } from '@jest/globals';
import { EndpointCreate } from '../../../../shared/contract/schemas/endpoint.ts';
import { NEVER } from '../../../../shared/contract/time.ts';
import { Endpoints, ownedEndpoint, type StoredEndpoint } from '../../../../shared/storage/endpoints.ts';
import { Keys, ownedKey, type StoredKey } from '../../../../shared/storage/keys.ts';
import type { Owned } from '../../../../shared/storage/ownership.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { lookUp } from '../../../support/lookups.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const items = new MemoryItems();
const table = new MemoryTable(items);
const [endpoints, keys] = [new Endpoints(table), new Keys(table)];

let owner: Owned;
let stranger: Owned;
let endpoint: StoredEndpoint;
let key: StoredKey;

beforeEach(async () => {
  items.clear();
  const workspaces = new Workspaces(table);
  [owner, stranger] = [await workspaces.create('Owner'), await workspaces.create('Stranger')];
  endpoint = await endpoints.create(owner.workspaceId, EndpointCreate.parse({ slug: 'slug-a', targetEmails: [] }));
  const { key: created } = await keys.create(owner.workspaceId, { name: 'Key', expiresAt: NEVER }, 'write');
  key = (await keys.find(created.id)) as StoredKey;
});

const NOT_FOUND = expect.objectContaining({ code: 'NOT_FOUND' });

describe('reading a caller’s item', () => {
  test('finds it', async () => {
    expect(await lookUp(table, ownedEndpoint(endpoint.id), owner)).toEqual(endpoint);
    expect(await endpoints.findOwned(endpoint.id, owner)).toEqual(endpoint);
    expect(await lookUp(table, ownedKey(key.id), owner)).toEqual(key);
  });

  test('fails alike for a missing item and for another workspace’s', async () => {
    for (const [id, caller] of [
      [endpoint.id, stranger],
      ['enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', owner],
      ['nothing', owner],
    ] as const) {
      await expect(lookUp(table, ownedEndpoint(id), caller)).rejects.toEqual(NOT_FOUND);
      await expect(endpoints.findOwned(id, caller)).rejects.toEqual(NOT_FOUND);
    }
    for (const [id, caller] of [
      [key.id, stranger],
      ['key_0000000000000000000000', owner],
    ] as const) {
      await expect(lookUp(table, ownedKey(id), caller)).rejects.toEqual(NOT_FOUND);
    }
  });
});

test.each(['slug-a', 'slug-b'])(
  'changing another workspace’s endpoint to %s fails, and changes nothing',
  async (slug) => {
    const before = new Map(items.state());
    await expect(endpoints.update({ ...endpoint, ...stranger }, { slug })).rejects.toEqual(NOT_FOUND);
    expect(items.state()).toEqual(before);
  },
);
