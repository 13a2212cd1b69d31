import { expect, test } from '@jest/globals';
import { keyKey, keyOfWorkspaceKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { Keys } from '../../../../../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../../../../../shared/storage/workspaces/workspaces.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

test.each([undefined, { is: 'broken' }, 'garbled', '2026-01-01 00:00:00.000000'])(
  'a key whose stored creation time is %j is deleted once, with its entry in the list',
  async (createdAt) => {
    const items = new MemoryItems();
    const table = new MemoryTable(items);
    const keys = new Keys(table);
    const { workspaceId } = await new Workspaces(table).create('Acme');
    const { key } = await keys.create(
      workspaceId,
      { name: 'Another', expiresAt: '9999-12-31 23:59:59.999999' },
      'write',
    );
    const deletable = { ...key, createdAt };
    await keys.delete(deletable);
    expect(await table.get(keyKey(key.id))).toBeUndefined();
    expect(await table.get(keyOfWorkspaceKey(workspaceId, key.createdAt, key.id))).toBeUndefined();
    await expect(keys.delete(deletable)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(keys.delete(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([...items.state().values()].filter(({ SK }) => String(SK).startsWith('KEY'))).toHaveLength(2);
  },
);
