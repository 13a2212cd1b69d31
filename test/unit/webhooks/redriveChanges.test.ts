import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RecordStore } from '../../../infra/operator/notifications/failedRecords.ts';
import { redriveChanges } from '../../../infra/operator/notifications/redriveChanges.ts';
import { StatisticsStore } from '../../../shared/pageIndex/statistics.ts';
import { IndexStore } from '../../../shared/pageIndex/store.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { memoryBucket } from '../../support/simulator/memoryBucket.ts';
import { SimulatedWebhooks } from './support/simulatedWebhooks.ts';

const NOTIFIER = 'arn:aws:lambda:eu-west-1:1:function:notify';
const INDEXER = 'arn:aws:lambda:eu-west-1:1:function:index';
const EVENTS = ['submission.created', 'submission.updated', 'submission.deleted'];

let cloud: SimulatedWebhooks;
beforeEach(() => {
  cloud = new SimulatedWebhooks().install();
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A store in which each of these functions has put the records aside. */
function storeOf(records: unknown[], readers = [INDEXER]) {
  const kept = new Set(readers);
  const store: RecordStore = {
    async *names() {
      yield* [...kept];
    },
    read: async (functionArn) =>
      JSON.stringify({ requestContext: { functionArn }, timestamp: '', payload: { Records: records } }),
    remove: async (name) => void kept.delete(name),
  };
  return { store, kept };
}

/** Records that no reader handled: two submissions, of which the first is marked as read and deleted. */
async function givenFailedRecords(events = EVENTS) {
  const endpoint = await cloud.newEndpoint();
  const webhook = await cloud.newWebhook(endpoint, { events });
  cloud.sources.rewind({ forget: true });
  const { submissions } = cloud.repositories;
  const ids = [await cloud.submit(endpoint), await cloud.submit(endpoint)];
  const [first = ''] = ids;
  await submissions.update(endpoint, first, { isRead: true });
  await submissions.delete(endpoint.id, first);
  const records = cloud.sources.recordsFor('indexSubmissions');
  cloud.sources.rewind({ forget: true });
  return { endpoint, webhook, ids, records };
}

const redriveFrom = (store: RecordStore, submissionId?: string) =>
  redriveChanges(
    {
      table: cloud.services.table as unknown as Table,
      fileBucket: memoryBucket(cloud.services.perform) as never,
      failedRecords: { store, notifierArn: NOTIFIER },
    },
    submissionId,
  );

describe('notifications redrive, with records of indexSubmissions,', () => {
  test('plans deliveries, counts submissions and removes the object', async () => {
    const { endpoint, webhook, ids, records } = await givenFailedRecords();
    const { store, kept } = storeOf(records);
    expect(await redriveFrom(store)).toEqual({ changes: 4, stillFailing: 0 });
    expect([...kept]).toEqual([]);
    await cloud.settle();
    const delivered = (await cloud.deliveries(webhook)).map(({ event, submissionId, state }) => [
      `${event} ${ids.indexOf(submissionId)}`,
      state,
    ]);
    // Nothing is left to tell of the first submission except that it was deleted.
    expect(delivered.sort()).toEqual([
      ['submission.created 0', 'skipped'],
      ['submission.created 1', 'sent'],
      ['submission.deleted 0', 'sent'],
      ['submission.updated 0', 'skipped'],
    ]);
    const table = cloud.services.table as unknown as Table;
    expect((await new StatisticsStore(table).read(endpoint.id))?.submissions).toBe(1);
    expect((await new IndexStore(table).readHead(endpoint.id)).version).toBeGreaterThanOrEqual(0);
  });

  test('delivers nothing twice, however often records are redriven, before or after they were handled', async () => {
    const { records } = await givenFailedRecords();
    await redriveFrom(storeOf(records).store);
    await cloud.settle();
    const { length } = cloud.seen;
    expect(length).toBe(2);
    for (let again = 0; again < 2; again++) await redriveFrom(storeOf(records).store);
    await cloud.settle();
    expect(cloud.seen).toHaveLength(length);
  });

  test('keeps to one submission, whose object stays for the others', async () => {
    const { ids, records } = await givenFailedRecords(['submission.created']);
    const { store, kept } = storeOf(records);
    expect(await redriveFrom(store, ids[1])).toEqual({ changes: 1, stillFailing: 0 });
    expect([...kept]).toEqual([INDEXER]);
    await cloud.settle();
    expect(cloud.seen).toHaveLength(1);
  });

  test('leaves those of notifySubmission to the mails', async () => {
    const { records } = await givenFailedRecords();
    const { store, kept } = storeOf(records, [NOTIFIER, `${NOTIFIER}:live`]);
    expect(await redriveFrom(store)).toEqual({ changes: 0, stillFailing: 0 });
    expect(kept.size).toBe(2);
  });

  test('reports and keeps records that still fail, and redrives the others', async () => {
    const complaints = jest.spyOn(console, 'error').mockReturnValue();
    const { records } = await givenFailedRecords();
    const { store, kept } = storeOf(records, [INDEXER, `${INDEXER}:live`]);
    jest.spyOn(cloud.services.table, 'get').mockRejectedValueOnce(new Error('no table'));
    expect(await redriveFrom(store)).toEqual({ changes: 4, stillFailing: 4 });
    expect([...kept]).toEqual([INDEXER]);
    expect(complaints).toHaveBeenCalledWith(`${INDEXER}: no table`);
  });
});
