import { expect, test } from '@jest/globals';
import type { TablePermission } from '../../../../infra/access/access.ts';
import { BACKGROUND_ACCESS } from '../../../../infra/access/background.ts';
import { callsOf } from '../../../../local/aws/tableCalls.ts';
import { closeDigest } from '../../../../shared/storage/digestRecords.ts';
import { KEY_ATTRIBUTES } from '../../../../shared/storage/partitions.ts';
import type { ServiceCall } from '../../../support/simulator/calls.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const permissions: readonly TablePermission[] = BACKGROUND_ACCESS.notifySubmission.tablePermissions;

const mayWriteMails = (action: string, written: readonly string[]): boolean =>
  permissions.some(
    ({ actions, partitions, attributes = written }) =>
      actions.some((each) => each === action) &&
      partitions.includes('mailDeliveries') &&
      written.every((each) => [...KEY_ATTRIBUTES, ...attributes].includes(each)),
  );

test('notifySubmission may write each attribute that closing a digest writes', async () => {
  const calls: ServiceCall[] = [];
  const table = new MemoryTable(new MemoryItems(), {
    intercept: (call, perform) => {
      calls.push(call);
      return perform(call);
    },
  });
  await closeDigest(table, { id: 'dig_1', endpointId: 'enp_1' }, 1_000);
  const written = calls.map(({ action, input }) => ({
    action,
    attributes: callsOf(action, { ...input, Key: {} }).flatMap(({ context }) => context?.['dynamodb:Attributes'] ?? []),
  }));
  expect(written).toEqual([
    { action: 'UpdateItem', attributes: expect.arrayContaining(['closedAt', 'endpointId', 'ttl']) },
  ]);
  for (const { action, attributes } of written) expect(mayWriteMails(action, attributes)).toBe(true);
});
