import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RecordStore } from '../../../infra/operator/notifications/failedRecords.ts';
import { redriveEvents } from '../../../infra/operator/notifications/webhookEvents.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { queueUrl } from '../../support/simulator/services.ts';
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

/** What AWS Lambda put aside of both readers, by their names; the records of the one stand for those of the other. */
function storeOf(records: unknown[], readers = [INDEXER, NOTIFIER]): RecordStore {
  return {
    async *names() {
      yield* readers;
    },
    read: async (functionArn) =>
      JSON.stringify({ requestContext: { functionArn }, timestamp: '', payload: JSON.stringify({ Records: records }) }),
    remove: async (name) => {
      throw new Error(`${name} was removed`);
    },
  };
}

/** The queue of turns is out of reach until the stream's reader has given its records up. */
async function givenFailedRecords(events = EVENTS) {
  const endpoint = await cloud.newEndpoint();
  const webhook = await cloud.newWebhook(endpoint, { events });
  cloud.sources.rewind({ forget: true });
  const { submissions } = cloud.repositories;
  cloud.services.outage = ({ service, input }) => {
    if (service === 'sqs' && input.QueueUrl === queueUrl('webhookTurns')) throw new Error('out of reach');
  };
  const ids = [await cloud.submit(endpoint), await cloud.submit(endpoint)];
  const [first = ''] = ids;
  await submissions.update(endpoint, first, { isRead: true });
  await submissions.delete(endpoint.id, first);
  await cloud.settle();
  cloud.services.outage = () => undefined;
  const records = cloud.sources.failedRecords.indexSubmissions.splice(0);
  expect(cloud.seen).toEqual([]);
  return { webhook, ids, records };
}

const redriveFrom = (store: RecordStore, submissionId?: string) =>
  redriveEvents(
    { table: cloud.services.table as unknown as Table, failedRecords: { store, notifierArn: NOTIFIER } },
    submissionId,
  );
const redrive = (records: unknown[], submissionId?: string) => redriveFrom(storeOf(records), submissionId);

describe('notifications redrive', () => {
  test('has webhooks told of what is in failed records of indexSubmissions, however often it is given, once', async () => {
    const { webhook, ids, records } = await givenFailedRecords();
    expect(await redrive(records)).toEqual({ webhookDeliveries: 4 });
    await cloud.settle();
    const delivered = (await cloud.deliveries(webhook)).map(({ event, submissionId, state }) => [
      `${event} ${ids.indexOf(submissionId)}`,
      state,
    ]);
    // Of the first one nothing is left to be told but that it is gone.
    expect(delivered.sort()).toEqual([
      ['submission.created 0', 'skipped'],
      ['submission.created 1', 'sent'],
      ['submission.deleted 0', 'sent'],
      ['submission.updated 0', 'skipped'],
    ]);
    const { length } = cloud.seen;
    await redrive(records);
    await redrive(records);
    await cloud.settle();
    expect(cloud.seen).toHaveLength(length);
  });

  test('sends nothing again that arrived before the reader failed', async () => {
    const endpoint = await cloud.newEndpoint();
    await cloud.newWebhook(endpoint, { events: EVENTS });
    cloud.sources.rewind({ forget: true });
    const id = await cloud.submit(endpoint);
    await cloud.repositories.submissions.update(endpoint, id, { isRead: true });
    const records = cloud.sources.recordsFor('indexSubmissions');
    await cloud.settle();
    expect(cloud.seen).toHaveLength(2);
    expect(await redrive(records)).toEqual({ webhookDeliveries: 2 });
    await cloud.settle();
    expect(cloud.seen).toHaveLength(2);
  });

  test('keeps to one submission, and to what the webhook wants', async () => {
    const { ids, records } = await givenFailedRecords(['submission.created']);
    expect(await redrive(records, ids[1])).toEqual({ webhookDeliveries: 1 });
    await cloud.settle();
    expect(cloud.seen).toHaveLength(1);
  });

  test('leaves records of notifySubmission to the mails', async () => {
    const { records } = await givenFailedRecords();
    expect(await redriveFrom(storeOf(records, [NOTIFIER, `${NOTIFIER}:live`]))).toEqual({});
  });

  test('says so when the table is out of reach', async () => {
    const { records } = await givenFailedRecords();
    jest.spyOn(cloud.services.table, 'put').mockRejectedValue(new Error('no table'));
    await expect(redrive(records)).rejects.toThrow('no table');
  });
});
