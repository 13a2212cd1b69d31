import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { readSettings } from '../shared/environment.ts';
import { log } from '../shared/log.ts';
import { PurgeQueue } from '../shared/purgeQueue.ts';
import { endpointIdOf, submissionIdOf } from '../shared/repositories/itemKeys.ts';
import { Remains } from '../shared/repositories/remains.ts';
import { createClient, Table } from '../shared/repositories/table.ts';
import { keysOf } from '../shared/streamRecords.ts';

const settings = readSettings('tableName', 'purgeQueueUrl');
const remains = new Remains(new Table(createClient(), settings.tableName));
const purgeQueue = new PurgeQueue(settings.purgeQueueUrl);

/**
 * Keeps the table whole, from its stream: a removed endpoint's submissions are handed to the purge queue, and a
 * submission that was being written while its endpoint was removed is removed itself. If the endpoint is still
 * there when the submission's record comes by, its own removal comes by later and finds the submission.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const existing = new Map<string, Promise<boolean>>();
  for (const record of Records) {
    try {
      await handle(record, existing);
    } catch (error) {
      log('error', 'a stream record was not handled', { sequenceNumber: record.dynamodb?.SequenceNumber }, error);
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

async function handle(record: DynamoDBRecord, existing: Map<string, Promise<boolean>>): Promise<void> {
  const keys = keysOf(record);
  const endpointId = endpointIdOf(keys);
  if (record.eventName === 'REMOVE') {
    await purgeQueue.send(endpointId);
    log('info', 'endpoint removed, its submissions follow', { endpointId });
    return;
  }
  const exists = existing.get(endpointId) ?? remains.endpointExists(endpointId);
  existing.set(endpointId, exists);
  if (await exists) return;
  await remains.removeSubmission(endpointId, submissionIdOf(keys));
  log('info', 'a submission came after its endpoint was removed', { endpointId });
}
