import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { loggedId } from '../shared/contract/ids.ts';
import { FilterTrainer } from '../shared/intake/filterTrainer.ts';
import { trainFilters } from '../shared/intake/trainFilters.ts';
import { ENTRY_ATTRIBUTES } from '../shared/pageIndex/states.ts';
import { StatisticsUpdater } from '../shared/pageIndex/statisticsUpdater.ts';
import { handleChanges, type TableChange } from '../shared/pageIndex/tableChanges.ts';
import { IndexUpdater } from '../shared/pageIndex/updater.ts';
import { RemovalQueue } from '../shared/removal/removalQueue.ts';
import { removeFilesOf } from '../shared/removal/removedSubmissions.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { MessageQueue } from '../shared/runtime/messageQueue.ts';
import { webhookCounts } from '../shared/storage/endpointExistence.ts';
import { ENDPOINT_SORT_KEY, endpointIdOf, submissionIdOf } from '../shared/storage/itemKeys.ts';
import { LearnedFilters } from '../shared/storage/learnedFilters.ts';
import { keysOf, newImageOf, oldImageOf } from '../shared/storage/streamRecords.ts';
import { createClient, Table, type TableAccess } from '../shared/storage/table.ts';
import { readWebhooks } from '../shared/storage/webhooks.ts';
import { eventsOf, tellWebhooks } from '../shared/webhooks/events.ts';
import { TurnQueue } from '../shared/webhooks/webhookQueue.ts';

interface Dependencies {
  table: TableAccess;
  removalQueue: Pick<RemovalQueue, 'send' | 'sendFilesOf'>;
  turns: TurnQueue;
}

/**
 * Follows the table's stream: updates page indexes and statistics, starts the removal of deleted endpoints' items and of
 * deleted submissions' files, has filters learn what people mark, and webhooks told of what happened.
 */
export function createHandler({ table, removalQueue, turns }: Dependencies) {
  const startRemoval = (endpointId: string) => removalQueue.send(endpointId);
  const statistics = new StatisticsUpdater(table);
  const updater = new IndexUpdater(table);
  const trainer = new FilterTrainer(new LearnedFilters(table));
  return consume('indexSubmissions', async ({ Records }: DynamoDBStreamEvent) => {
    const changes = Records.map(changeOf).filter((change) => change !== undefined);
    const changed = Records.filter(({ eventName }) => eventName === 'MODIFY').map(newImageOf);
    const webhookCountOf = webhookCounts(table);
    const endpointExists = async (endpointId: string) => (await webhookCountOf(endpointId)) !== undefined;
    const handled = await Promise.all([
      handleChanges(changes, { updater, statistics, startRemoval, endpointExists }),
      trainFilters(changed, trainer),
      tellWebhooks(Records.flatMap(eventsOf), { readWebhooks: (id) => readWebhooks(table, id), turns, webhookCountOf }),
      removeFilesOf(Records.filter(isRemovalWithFiles).map(keysOf), removalQueue),
    ]);
    const outcomes = handled.flat();
    const failed = outcomes.filter(({ error }) => error !== undefined);
    for (const { endpointId, error } of failed) {
      const id = loggedId('endpoint', endpointId);
      log('error', 'changes of an endpoint could not be handled', { endpointId: id }, error);
    }
    // The stream begins again at the first of these records; what comes after it is repeated, which does no harm.
    const batchItemFailures = failed.map(({ endpointId }) => ({
      itemIdentifier: sequenceOf(Records.find((record) => endpointIdOf(keysOf(record)) === endpointId)),
    }));
    const result: DynamoDBBatchResponse = { batchItemFailures };
    return { result, fields: { records: Records.length, endpoints: outcomes.length, failed: failed.length } };
  });
}

export const handler = fromEnvironment(
  ['tableName', 'removalQueueUrl', 'webhookTurnsUrl'],
  ({ tableName, removalQueueUrl, webhookTurnsUrl }) =>
    createHandler({
      table: new Table(createClient(), tableName),
      removalQueue: new RemovalQueue(removalQueueUrl),
      turns: new TurnQueue(new MessageQueue(webhookTurnsUrl, new SQSClient({}))),
    }),
);

/** What a record says; undefined if it changes nothing that is counted. */
function changeOf(record: DynamoDBRecord): TableChange | undefined {
  const keys = keysOf(record);
  const endpointId = endpointIdOf(keys);
  if (keys.SK === ENDPOINT_SORT_KEY) {
    return { kind: record.eventName === 'REMOVE' ? 'endpointRemoved' : 'endpointCreated', endpointId };
  }
  if (record.eventName === 'MODIFY' && !isMarked(record)) return undefined;
  const kind = ({ INSERT: 'inserted', MODIFY: 'marked', REMOVE: 'removed' } as const)[record.eventName ?? 'INSERT'];
  return { kind, endpointId, submissionId: submissionIdOf(keys) };
}

/** Whether a changed submission was marked: other attributes are changed, too. */
function isMarked(record: DynamoDBRecord): boolean {
  const [before, after] = [oldImageOf(record), newImageOf(record)];
  return ENTRY_ATTRIBUTES.some((name) => before[name] !== after[name]);
}

/** Whether a submission was removed that had files. An endpoint has an attribute of that name for what it takes. */
const isRemovalWithFiles = (record: DynamoDBRecord): boolean =>
  record.eventName === 'REMOVE' && keysOf(record).SK !== ENDPOINT_SORT_KEY && oldImageOf(record).files !== undefined;

const sequenceOf = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';
