import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { loggedId } from '../shared/contract/ids.ts';
import { handleChanges, type TableChange } from '../shared/pageIndex/tableChanges.ts';
import { IndexUpdater } from '../shared/pageIndex/updater.ts';
import { RemovalQueue } from '../shared/removal/removalQueue.ts';
import { consume } from '../shared/runtime/consume.ts';
import { readSettings } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { ENDPOINT_SORT_KEY, endpointIdOf, submissionIdOf } from '../shared/storage/itemKeys.ts';
import { keysOf } from '../shared/storage/streamRecords.ts';
import { createClient, Table } from '../shared/storage/table.ts';

const settings = readSettings('tableName', 'removalQueueUrl');
const table = new Table(createClient(), settings.tableName);
const updater = new IndexUpdater(table);
const removalQueue = new RemovalQueue(settings.removalQueueUrl);
const startRemoval = (endpointId: string) => removalQueue.send(endpointId);

/** Follows the table's stream: updates page indexes, and starts the removal of deleted endpoints' items. */
export const handler = consume('indexSubmissions', async ({ Records }: DynamoDBStreamEvent) => {
  const changes = Records.map(changeOf);
  const outcomes = await handleChanges(changes, { table, updater, startRemoval });
  const failed = outcomes.filter(({ error }) => error !== undefined);
  for (const { endpointId, error } of failed) {
    log(
      'error',
      'changes of an endpoint could not be handled',
      { endpointId: loggedId('endpoint', endpointId) },
      error,
    );
  }
  // The stream begins again at the first of these records; what comes after it is repeated, which does no harm.
  const batchItemFailures = failed.map(({ endpointId }) => ({
    itemIdentifier: sequenceOf(Records[changes.findIndex((change) => change.endpointId === endpointId)]),
  }));
  const result: DynamoDBBatchResponse = { batchItemFailures };
  return { result, fields: { records: Records.length, endpoints: outcomes.length, failed: failed.length } };
});

function changeOf(record: DynamoDBRecord): TableChange {
  const keys = keysOf(record);
  const endpointId = endpointIdOf(keys);
  if (keys.SK === ENDPOINT_SORT_KEY) return { kind: 'endpointRemoved', endpointId };
  const kind = record.eventName === 'INSERT' ? 'inserted' : 'removed';
  return { kind, endpointId, submissionId: submissionIdOf(keys) };
}

const sequenceOf = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';
