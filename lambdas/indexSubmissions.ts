import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { type HandlingDependencies, handleRecords } from '../shared/changes/handleRecords.ts';
import { storeFailedIn } from '../shared/changes/storeFailed.ts';
import { indexWork } from '../shared/pageIndex/indexChanges.ts';
import { StatisticsUpdater } from '../shared/pageIndex/statisticsUpdater.ts';
import { IndexUpdater } from '../shared/pageIndex/updater.ts';
import { RemovalQueue } from '../shared/removal/removalQueue.ts';
import { fileRemovalWork } from '../shared/removal/removedFiles.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { MessageQueue } from '../shared/runtime/messageQueue.ts';
import { trainingWork } from '../shared/spamFilter/training.ts';
import { endpointExists } from '../shared/storage/endpoints/endpointExistence.ts';
import { createClient } from '../shared/storage/table/client.ts';
import { Table, type TableAccess } from '../shared/storage/table/table.ts';

interface Dependencies extends HandlingDependencies {
  table: TableAccess;
  removalQueue: Pick<RemovalQueue, 'send' | 'sendFilesOf'>;
  trainingQueue: Pick<MessageQueue, 'send'>;
}

/**
 * Reads the table's stream: updates page indexes and statistics, and queues longer work: removal of deleted endpoints'
 * items and deleted submissions' files, and filter training.
 */
export function createHandler({ table, removalQueue, trainingQueue, ...handling }: Dependencies) {
  const statistics = new StatisticsUpdater(table);
  const updater = new IndexUpdater(table);
  const works = [
    indexWork({
      updater,
      statistics,
      startRemoval: (endpointId) => removalQueue.send(endpointId),
      endpointExists: (endpointId) => endpointExists(table, endpointId),
    }),
    fileRemovalWork(removalQueue),
    trainingWork(trainingQueue),
  ];
  return consume('indexSubmissions', async ({ Records }: DynamoDBStreamEvent, context: Context) => {
    const retried = await handleRecords(Records, works, context.invokedFunctionArn, handling);
    const result: DynamoDBBatchResponse = { batchItemFailures: retried.map((itemIdentifier) => ({ itemIdentifier })) };
    return { result, fields: { records: Records.length, retried: retried.length } };
  });
}

export const handler = fromEnvironment(
  ['tableName', 'removalQueueUrl', 'trainingQueueUrl', 'failedRecordsBucket'],
  ({ tableName, removalQueueUrl, trainingQueueUrl, failedRecordsBucket }) => {
    const sqs = new SQSClient({});
    return createHandler({
      table: new Table(createClient(), tableName),
      removalQueue: new RemovalQueue(removalQueueUrl, sqs),
      trainingQueue: new MessageQueue(trainingQueueUrl, sqs),
      storeFailed: storeFailedIn(failedRecordsBucket),
    });
  },
);
