import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { exportAll } from '../../../../../infra/operator/setup/removal/exportAll.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { Endpoints } from '../../../../../shared/storage/endpoints/endpoints.ts';
import { submissionKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { Workspaces } from '../../../../../shared/storage/workspaces/workspaces.ts';
import { removeFolder } from '../../../../support/cloud/cloudProcess.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const folder = mkdtempSync(join(tmpdir(), 'forms-export-all-'));
afterAll(() => removeFolder(folder));

test('an export misses submissions stored since, even if the same number was deleted', async () => {
  const table = new MemoryTable(new MemoryItems());
  const { workspaceId } = await new Workspaces(table).create('Acme');
  const newEndpoint = async (slug: string) =>
    (await new Endpoints(table).create(workspaceId, { slug, targetEmails: [] } as never)).id;
  const store = async (endpointId: string) => {
    const key = submissionKey(endpointId, newId('submission'));
    await table.put({ ...key, data: '{}', location: 'Spain' }, {});
    return key;
  };
  const [contact, orders] = [await newEndpoint('contact'), await newEndpoint('orders')];
  const [first] = [await store(contact), await store(contact), await store(orders), await store(newId('endpoint'))];
  const all = () => exportAll({ table, fileBucket: { downloadUrl: async () => '' } }, folder);
  expect(await all()).toMatchObject({ exported: 3, stored: 3, missing: 0, orphans: 1 });
  const both = await Promise.allSettled([all(), all()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await table.delete(first);
  expect(await all()).toMatchObject({ exported: 3, stored: 2, missing: 0 });
  await store(contact);
  expect(await all()).toMatchObject({ exported: 3, stored: 3, missing: 1, orphans: 1 });
  await store(await newEndpoint('later'));
  expect(await all()).toMatchObject({ stored: 4, missing: 2, orphans: 1 });
});
