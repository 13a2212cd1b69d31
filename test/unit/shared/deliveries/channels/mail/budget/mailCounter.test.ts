import { describe, expect, test } from '@jest/globals';
import { countMails } from '../../../../../../../shared/deliveries/channels/mail/budget/mailCounter.ts';
import { newMailMetrics } from '../../../../../../../shared/deliveries/channels/metrics.ts';
import { CALL_MS } from '../../../../../../../shared/deliveries/timeoutsAndRetries.ts';
import { readStatistics } from '../../../../../../../shared/pageIndex/statistics.ts';
import { StatisticsUpdater } from '../../../../../../../shared/pageIndex/statisticsUpdater.ts';
import { statisticsKey } from '../../../../../../../shared/storage/table/itemKeys.ts';
import { CONFIRMATION_HEALTH } from '../../../../../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../../../../../shared/storage/table/table.ts';
import { type Fault, FaultPlan } from '../../../../../../support/simulator/faultPlan.ts';
import { MemoryItems } from '../../../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../../../support/simulator/memoryTable.ts';
import { type PipelineOptions, SimulatedPipeline } from '../../../support/simulatedPipeline.ts';

const RECIPIENTS = ['a@example.com', 'b@example.com'];
const NOTHING = { sent: 0, failed: 0, inDigests: 0 };

async function given({ fields = {}, ...options }: PipelineOptions & { fields?: object } = {}) {
  const service = new SimulatedPipeline(options);
  const { id } = await service.newEndpoint({ targetEmails: RECIPIENTS, ...fields });
  await new StatisticsUpdater(service.table).rebuild(id);
  return { service, id };
}

const countsOf = async ({ table }: SimulatedPipeline, id: string) => (await readStatistics(table, id))?.mails;

/**
 * Notifies of submissions.
 * @returns the writes to statistics
 */
async function notify(service: SimulatedPipeline, faults: [number, Fault][] = []) {
  service.plan = new FaultPlan(faults);
  await service.settleNow();
  const { calls } = service.plan;
  service.plan = new FaultPlan();
  return calls.filter(({ input }) => (input.Key as Item | undefined)?.SK === statisticsKey('').SK);
}

describe('the mails of an endpoint', () => {
  test('are counted once sent, in one write per invocation', async () => {
    const { service, id } = await given();
    await service.submit({ id }, 3);
    const writes = await notify(service);
    expect(writes).toHaveLength(1);
    expect(await countsOf(service, id)).toEqual({ ...NOTHING, sent: 6 });
  });

  test('are counted for their own endpoint', async () => {
    const { service, id } = await given();
    const other = await service.newEndpoint({ targetEmails: RECIPIENTS.slice(0, 1) });
    await new StatisticsUpdater(service.table).rebuild(other.id);
    await service.submit({ id });
    await service.submit(other);
    expect(await notify(service)).toHaveLength(2);
    expect(await countsOf(service, id)).toEqual({ ...NOTHING, sent: 2 });
    expect(await countsOf(service, other.id)).toEqual({ ...NOTHING, sent: 1 });
  });

  test('count as failed if SES rejects them', async () => {
    const rejected = Object.assign(new Error('no such address'), { name: 'MessageRejected' });
    const { service, id } = await given({
      refuse: (recipient) => (recipient === RECIPIENTS[0] ? rejected : undefined),
    });
    await service.submit({ id });
    await service.settleNow();
    expect(await countsOf(service, id)).toEqual({ sent: 1, failed: 1, inDigests: 0 });
  });

  test('include digests in a flood, with their number of submissions', async () => {
    const { service, id } = await given({ mailsPerHour: 10 });
    await service.submit({ id }, 100);
    await service.settleNow();
    expect(await countsOf(service, id)).toEqual({ ...NOTHING, sent: 10 });
    await service.settle();
    expect(await countsOf(service, id)).toEqual({ sent: 12, failed: 0, inDigests: 100 });
  });

  test('cost nothing without mails, in a flood and with notifications off', async () => {
    const { service, id } = await given({ mailsPerHour: 1 });
    await service.submit({ id }, 5);
    expect(await notify(service)).toEqual([]);
    const silent = await given({ fields: { emailNotifications: false } });
    await silent.service.submit(silent);
    expect(await notify(silent.service)).toEqual([]);
  });
});

describe('the counts', () => {
  test('survive writes of the statistics, and their recount', async () => {
    const { service, id } = await given();
    await service.submit({ id });
    await service.settleNow();
    const updater = new StatisticsUpdater(service.table);
    await updater.rebuild(id);
    expect(await readStatistics(service.table, id)).toMatchObject({ submissions: 1, mails: { ...NOTHING, sent: 2 } });
  });

  test('do not create statistics for a removed endpoint', async () => {
    const service = new SimulatedPipeline();
    const { id } = await service.newEndpoint({ targetEmails: RECIPIENTS });
    await service.submit({ id });
    await service.settleNow();
    expect(service.services.mails).toHaveLength(2);
    expect(await service.table.get(statisticsKey(id))).toBeUndefined();
  });

  test.each(['throttled', 'killed before'] as const)(
    'miss mails if their write is %s, but no mail is sent twice',
    async (fault) => {
      const { service, id } = await given();
      await service.submit({ id });
      // Endpoint and budget; claim, message and outcome of each mail; then the counts.
      await notify(service, [[9, fault]]);
      expect(await countsOf(service, id)).toEqual(NOTHING);
      service.sources.rewind();
      await service.settle();
      expect(service.services.mails).toHaveLength(2);
      expect(await countsOf(service, id)).toEqual(NOTHING);
    },
  );

  test('are skipped if the function has no time left', async () => {
    const { service, id } = await given();
    const metrics = newMailMetrics();
    const add = async (remainingMs: number) => {
      metrics.count('sent', id);
      await countMails(service.table, metrics.take(), remainingMs);
    };
    await add(CALL_MS - 1);
    expect(await countsOf(service, id)).toEqual(NOTHING);
    await add(CALL_MS);
    expect(await countsOf(service, id)).toEqual({ ...NOTHING, sent: 1 });
  });
});

test.each([
  ['are counted together for all endpoints of a workspace, and of the service', [2, 3, 4], [6, 3, 9]],
  ['cost nothing when there are none', [0], []],
])('sent confirmations %s', async (_what, ofEndpoints, stored) => {
  const items = new MemoryItems();
  const metrics = newMailMetrics();
  ofEndpoints.forEach((times, i) => {
    metrics.count('confirmations', `enp_${i}`, times);
  });
  const find = async (id: string) => ({ workspaceId: id === 'enp_1' ? 'ws_b' : 'ws_a' });
  await countMails(new MemoryTable(items), metrics.take(), CALL_MS, { find });
  const hours = [...items.state().values()].filter(({ PK }) => PK === CONFIRMATION_HEALTH);
  expect(hours.map(({ sent }) => sent)).toEqual(stored);
});
