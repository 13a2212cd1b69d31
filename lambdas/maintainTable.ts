import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { readSettings } from '../shared/environment.ts';
import { log } from '../shared/log.ts';
import { PurgeQueue } from '../shared/purgeQueue.ts';
import { endpointIdOf } from '../shared/repositories/itemKeys.ts';
import { Remains } from '../shared/repositories/remains.ts';
import { createClient, Table } from '../shared/repositories/table.ts';
import { keysOf } from '../shared/streamRecords.ts';

const settings = readSettings('tableName', 'purgeQueueUrl');
const remains = new Remains(new Table(createClient(), settings.tableName));
const purgeQueue = new PurgeQueue(settings.purgeQueueUrl);

/**
 * Keeps the table whole, from its stream: a removed endpoint's submissions are handed to the purge queue, also when
 * its removal's own record is still to come behind theirs, or came before that of one that was being written. If the
 * endpoint is still there when a submission's record comes by, its removal comes by later and finds the submission.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const checked = new Map<string, Promise<void>>();
  for (const record of Records) {
    try {
      await handle(record, checked);
    } catch (error) {
      log('error', 'a stream record was not handled', { sequenceNumber: record.dynamodb?.SequenceNumber }, error);
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

async function handle(record: DynamoDBRecord, checked: Map<string, Promise<void>>): Promise<void> {
  const endpointId = endpointIdOf(keysOf(record));
  if (record.eventName === 'REMOVE') {
    await purgeQueue.send(endpointId);
    log('info', 'endpoint removed, its submissions follow', { endpointId });
    return;
  }
  // Once per batch: whatever a batch tells of was in the table before, so one purge finds all of it.
  const check = checked.get(endpointId) ?? purgeIfRemoved(endpointId);
  checked.set(endpointId, check);
  await check;
}

async function purgeIfRemoved(endpointId: string): Promise<void> {
  if (await remains.endpointExists(endpointId)) return;
  await purgeQueue.send(endpointId);
  log('info', 'there are submissions of an endpoint that was removed', { endpointId });
}
