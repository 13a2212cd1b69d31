import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { loggedId } from '../shared/contract/ids.ts';
import { IndexUpdater } from '../shared/pageIndex/updater.ts';
import { keepUp, type TableChange } from '../shared/pageIndex/upkeep.ts';
import { PurgeQueue } from '../shared/removal/purgeQueue.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { ENDPOINT_SORT_KEY, endpointIdOf, submissionIdOf } from '../shared/storage/itemKeys.ts';
import { keysOf } from '../shared/storage/streamRecords.ts';
import { createClient, Table, type TableAccess } from '../shared/storage/table.ts';

interface Dependencies {
  table: TableAccess;
  purgeQueue: Pick<PurgeQueue, 'send'>;
}

/** All upkeep of the table, from its stream: page indexes, and the removal of what a deleted endpoint leaves. */
export function createHandler({ table, purgeQueue }: Dependencies) {
  const upkeep = {
    table,
    updater: new IndexUpdater(table),
    purge: (endpointId: string) => purgeQueue.send(endpointId),
  };
  return consume('indexSubmissions', async ({ Records }: DynamoDBStreamEvent) => {
    const changes = Records.map(changeOf);
    const outcomes = await keepUp(changes, upkeep);
    const failed = outcomes.filter(({ error }) => error !== undefined);
    for (const { endpointId, error } of failed) {
      log('error', 'the upkeep of an endpoint failed', { endpointId: loggedId('endpoint', endpointId) }, error);
    }
    // The stream begins again at the first of these records; what comes after it is repeated, which does no harm.
    const batchItemFailures = failed.map(({ endpointId }) => ({
      itemIdentifier: sequenceOf(Records[changes.findIndex((change) => change.endpointId === endpointId)]),
    }));
    const result: DynamoDBBatchResponse = { batchItemFailures };
    return { result, fields: { records: Records.length, endpoints: outcomes.length, failed: failed.length } };
  });
}

export const handler = fromEnvironment(['tableName', 'purgeQueueUrl'], ({ tableName, purgeQueueUrl }) =>
  createHandler({ table: new Table(createClient(), tableName), purgeQueue: new PurgeQueue(purgeQueueUrl) }),
);

function changeOf(record: DynamoDBRecord): TableChange {
  const keys = keysOf(record);
  const endpointId = endpointIdOf(keys);
  if (keys.SK === ENDPOINT_SORT_KEY) return { kind: 'endpointRemoved', endpointId };
  const kind = record.eventName === 'INSERT' ? 'inserted' : 'removed';
  return { kind, endpointId, submissionId: submissionIdOf(keys) };
}

const sequenceOf = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';
