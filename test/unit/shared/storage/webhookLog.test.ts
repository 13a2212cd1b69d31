import { expect, test } from '@jest/globals';
import { WebhookLog } from '../../../../shared/storage/webhookLog.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const log = new WebhookLog(new MemoryTable(new MemoryItems()));

test.each(['', 'msg_0', 'msg_Z'])('a forged cursor with the place %j starts at the beginning', async (after) => {
  expect(await log.list('whk_1', { fromMs: 1, endMs: 2, after, limit: 10 })).toMatchObject({
    records: [],
    examined: 0,
  });
});
