import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { failedSubmissionOf, type RecordStore } from '../../../../../infra/operator/notifications/failedBatches.ts';
import { redriveChanges } from '../../../../../infra/operator/notifications/redriveChanges.ts';
import { readStatistics } from '../../../../../shared/pageIndex/statistics.ts';
import { readHead } from '../../../../../shared/pageIndex/store.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { memoryBucket } from '../../../../support/simulator/memoryBucket.ts';
import { SimulatedPipeline } from '../../../shared/deliveries/support/simulatedPipeline.ts';

const NOTIFIER = 'arn:aws:lambda:eu-west-1:1:function:notify';
const INDEXER = 'arn:aws:lambda:eu-west-1:1:function:index';
const NONE_FAILED = { stillFailing: 0, unreadable: 0 };
const OF_INDEXER = { changes: 4, ...NONE_FAILED };
const EVENTS = ['submission.created', 'submission.updated', 'submission.deleted'];

let cloud: SimulatedPipeline;
afterEach(() => {
  jest.restoreAllMocks();
});
beforeEach(() => {
  cloud = new SimulatedPipeline();
});

/** A store in which each of these functions has put its records aside. */
function storeOf(records: unknown[], readers = [NOTIFIER]) {
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

/** Records that no reader handled: two submissions, the first of which is then read and deleted. */
async function givenFailedRecords(events = EVENTS) {
  const endpoint = await cloud.newEndpoint();
  await cloud.newWebhook(endpoint, { events });
  cloud.sources.rewind({ forget: true });
  const { submissions } = cloud.repositories;
  const ids = await cloud.submit(endpoint, 2);
  const [first = ''] = ids;
  await submissions.update(endpoint, first, { isRead: true });
  await submissions.delete(endpoint.id, first);
  const records = cloud.sources.recordsFor('notifySubmission');
  cloud.sources.rewind({ forget: true });
  return { endpoint, ids, records };
}

/** Records of two submissions whose senders get a mail. */
async function givenConfirmations(verify: boolean) {
  const confirmation = { subject: 'Hello', text: 'We got it.', verify };
  const endpoint = await cloud.newEndpoint({ confirmation });
  cloud.sources.rewind({ forget: true });
  for (const email of ['a@example.net', 'b@example.net']) {
    const id = newId('submission', cloud.clock.now());
    const sent = { id, data: { email }, location: 'Spain', hasTargets: true, isPending: verify };
    await cloud.repositories.submissions.create(endpoint.id, sent);
  }
  const records = cloud.sources.recordsFor('notifySubmission');
  cloud.sources.rewind({ forget: true });
  return { endpoint, records };
}

const redriveFrom = (store: RecordStore, submissionId?: string) =>
  redriveChanges(
    {
      table: cloud.table,
      fileBucket: memoryBucket(cloud.services.perform) as never,
      failedRecords: { store, notifierArn: NOTIFIER },
    },
    submissionId,
  );

describe('notifications redrive, with stream records that a reader could not handle,', () => {
  test('makes the deliveries of notifySubmission', async () => {
    const { ids, records } = await givenFailedRecords();
    const { store, kept } = storeOf(records, [NOTIFIER, `${NOTIFIER}:live`]);
    expect(await redriveFrom(store)).toEqual({ changes: 8, ...NONE_FAILED });
    expect([...kept]).toEqual([]);
    await cloud.settle();
    const made = cloud.records().map(({ event, about, state }) => [`${event} ${ids.indexOf(about)}`, state]);
    expect(made.sort()).toEqual([
      ['submission.created 0', 'skipped'],
      ['submission.created 1', 'sent'],
      ['submission.deleted 0', 'sent'],
      ['submission.updated 0', 'skipped'],
    ]);
  });

  test('does the work of indexSubmissions at once, and delivers nothing', async () => {
    const { endpoint, records } = await givenFailedRecords();
    const { store, kept } = storeOf(records, [INDEXER]);
    expect(await redriveFrom(store)).toEqual(OF_INDEXER);
    expect([...kept]).toEqual([]);
    expect((await readStatistics(cloud.table, endpoint.id))?.submissions).toBe(1);
    expect((await readHead(cloud.table, endpoint.id)).version).toBeGreaterThanOrEqual(0);
    await cloud.settle();
    expect(cloud.seen).toEqual([]);
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

  test('redrives only the given submission, and keeps the object for the others', async () => {
    const { ids, records } = await givenFailedRecords(['submission.created']);
    const { store, kept } = storeOf(records);
    expect(await redriveFrom(store, ids[1])).toEqual({ changes: 1, ...NONE_FAILED });
    expect([...kept]).toEqual([NOTIFIER]);
    await cloud.settle();
    expect(cloud.seen).toHaveLength(1);
  });

  test.each([false, true])('sends confirmations, also those that ask to confirm (verify: %p)', async (verify) => {
    const { endpoint, records } = await givenConfirmations(verify);
    const { store, kept } = storeOf(records);
    const [first, second] = records.map((record) => failedSubmissionOf(record as never));
    expect([first, second].map((failed) => failed?.endpointId)).toEqual([endpoint.id, endpoint.id]);
    expect(await redriveFrom(store, second?.submissionId)).toEqual({ changes: 1, ...NONE_FAILED });
    expect([...kept]).toEqual([NOTIFIER]);
    await cloud.settle();
    expect(cloud.services.mails.map(({ recipient }) => recipient)).toEqual(['b@example.net']);
    expect(await redriveFrom(store)).toEqual({ changes: 2, ...NONE_FAILED });
    expect([...kept]).toEqual([]);
    await cloud.settle();
    expect(cloud.services.mails.map(({ recipient }) => recipient)).toEqual(['b@example.net', 'a@example.net']);
  });

  test('reports and keeps records that still fail, and redrives the others', async () => {
    const complaints = jest.spyOn(console, 'error').mockReturnValue();
    const { records } = await givenFailedRecords();
    const { store, kept } = storeOf(records, [INDEXER, `${INDEXER}:live`]);
    jest.spyOn(cloud.services.table, 'get').mockRejectedValueOnce(new Error('no table'));
    expect(await redriveFrom(store)).toEqual({ changes: 4, stillFailing: 4, unreadable: 0 });
    expect([...kept]).toEqual([INDEXER]);
    expect(complaints).toHaveBeenCalledWith(`${INDEXER}: no table`);
  });

  test.each([
    '',
    'text',
    '{}',
    '{"requestContext": {"functionArn": "arn"}, "payload": "text"}',
    `{"requestContext": {"functionArn": "${NOTIFIER}"}, "payload": {"Records": [{}]}}`,
    undefined,
  ])('names, counts and keeps an object that is not a batch (%j), and redrives the others', async (content) => {
    const complaints = jest.spyOn(console, 'error').mockReturnValue();
    const { records } = await givenFailedRecords();
    const { store, kept } = storeOf(records, ['folder/', INDEXER]);
    const read = async (name: string) => (name === INDEXER ? store.read(name) : content);
    const isGone = content === undefined;
    expect(await redriveFrom({ ...store, read })).toEqual({ ...OF_INDEXER, unreadable: isGone ? 0 : 1 });
    expect([...kept]).toEqual(['folder/']);
    expect(complaints.mock.calls.flat()).toEqual(isGone ? [] : [expect.stringMatching(/^folder\/: it is no failed/)]);
  });
});
