import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { changeOf, isOfSubmission, type SubmissionChange } from '../shared/changes/change.ts';
import { eachEndpoint } from '../shared/changes/eachEndpoint.ts';
import { loggedId } from '../shared/contract/ids.ts';
import { FilterTrainer } from '../shared/intake/filterTrainer.ts';
import { marksOf } from '../shared/intake/marks.ts';
import { indexChanges, isCounted } from '../shared/pageIndex/indexChanges.ts';
import { StatisticsUpdater } from '../shared/pageIndex/statisticsUpdater.ts';
import { IndexUpdater } from '../shared/pageIndex/updater.ts';
import { RemovalQueue } from '../shared/removal/removalQueue.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { MessageQueue } from '../shared/runtime/messageQueue.ts';
import { webhookCounts } from '../shared/storage/endpointExistence.ts';
import { LearnedFilters } from '../shared/storage/learnedFilters.ts';
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
    const changes = Records.flatMap((record) => changeOf(record) ?? []);
    const ofSubmissions = changes.filter(isOfSubmission);
    const webhookCountOf = webhookCounts(table);
    const endpointExists = async (endpointId: string) => (await webhookCountOf(endpointId)) !== undefined;
    const webhooks = { readWebhooks: (id: string) => readWebhooks(table, id), turns, webhookCountOf };
    const handled = await Promise.all([
      eachEndpoint(
        changes.filter((change) => !isOfSubmission(change) || isCounted(change)),
        (endpointId, some) => indexChanges(endpointId, some, { updater, statistics, startRemoval, endpointExists }),
      ),
      eachEndpoint(marksOf(ofSubmissions.filter(isFlagged).map(({ after }) => after)), (endpointId, marks) =>
        trainer.train(endpointId, marks),
      ),
      eachEndpoint(changes.flatMap(eventsOf), (endpointId, events) => tellWebhooks(endpointId, events, webhooks)),
      eachEndpoint(ofSubmissions.filter(isRemovalWithFiles), (endpointId, removed) =>
        removalQueue.sendFilesOf(
          endpointId,
          removed.map(({ submissionId }) => submissionId),
        ),
      ),
    ]);
    const outcomes = handled.flat();
    const failed = outcomes.filter(({ error }) => error !== undefined);
    for (const { endpointId, error } of failed) {
      const id = loggedId('endpoint', endpointId);
      log('error', 'changes of an endpoint could not be handled', { endpointId: id }, error);
    }
    // The stream begins again at the first of these records; what comes after it is repeated, which does no harm.
    const batchItemFailures = failed.map(({ endpointId }) => ({
      itemIdentifier: changes.find((change) => change.endpointId === endpointId)?.sequence ?? '',
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

const isFlagged = ({ kind }: SubmissionChange): boolean =>
  kind === 'submissionChanged' || kind === 'submissionReleased';

const isRemovalWithFiles = ({ kind, before }: SubmissionChange): boolean =>
  kind === 'submissionRemoved' && before.files !== undefined;
