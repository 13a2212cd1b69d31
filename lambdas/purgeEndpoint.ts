import type { Context, SQSEvent } from 'aws-lambda';
import { EndpointRemoval } from '../shared/removal/endpointRemoval.ts';
import { RemovalMessage, RemovalQueue } from '../shared/removal/removalQueue.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { endpointExists } from '../shared/storage/endpointExistence.ts';
import { createClient, Table, type TableAccess } from '../shared/storage/table.ts';

interface Dependencies {
  table: TableAccess;
  removalQueue: Pick<RemovalQueue, 'send'>;
}

/** Time reserved for a step that has begun and for the message that continues the removal. */
const DEADLINE_MARGIN_MS = 15_000;

/**
 * Removes items of a deleted endpoint for as long as the time limit allows, and sends a message for the rest. After a
 * crash the queue delivers the message again, and the removal continues with what is left.
 */
export function createHandler({ table, removalQueue }: Dependencies) {
  const removal = new EndpointRemoval(table);
  return consume('purgeEndpoint', async ({ Records }: SQSEvent, context: Context) => {
    const mayContinue = () => context.getRemainingTimeInMillis() > DEADLINE_MARGIN_MS;
    let removedInAll = 0;
    for (const record of Records) {
      const { endpointId } = RemovalMessage.parse(JSON.parse(record.body));
      if (await endpointExists(table, endpointId)) {
        log('warn', 'asked to remove the items of an endpoint that exists', { endpointId });
        continue;
      }
      const { removed, left } = await removal.removeAll(endpointId, mayContinue);
      if (left) await removalQueue.send(endpointId);
      log('info', 'items of a deleted endpoint removed', { endpointId, removed, left });
      removedInAll += removed;
    }
    return { result: undefined, fields: { records: Records.length, removed: removedInAll } };
  });
}

export const handler = fromEnvironment(['tableName', 'removalQueueUrl'], ({ tableName, removalQueueUrl }) =>
  createHandler({ table: new Table(createClient(), tableName), removalQueue: new RemovalQueue(removalQueueUrl) }),
);
