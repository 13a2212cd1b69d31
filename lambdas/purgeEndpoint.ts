import type { Context, SQSEvent } from 'aws-lambda';
import { PurgeMessage, PurgeQueue } from '../shared/removal/purgeQueue.ts';
import { Remains } from '../shared/removal/remains.ts';
import { consume } from '../shared/runtime/consume.ts';
import { readSettings } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { createClient, Table } from '../shared/storage/table.ts';

const settings = readSettings('tableName', 'purgeQueueUrl');
const remains = new Remains(new Table(createClient(), settings.tableName));
const purgeQueue = new PurgeQueue(settings.purgeQueueUrl);

/** Time kept back for a step that has begun and for the message that hands on the rest. */
const DEADLINE_MARGIN_MS = 15_000;

/**
 * Removes a piece of a deleted endpoint's page index and submissions and hands on the rest as a new message. A
 * death at any point brings the message back; whatever was removed by then stays removed.
 */
export const handler = consume('purgeEndpoint', async ({ Records }: SQSEvent, context: Context) => {
  const mayGoOn = () => context.getRemainingTimeInMillis() > DEADLINE_MARGIN_MS;
  let removedInAll = 0;
  for (const record of Records) {
    const { endpointId } = PurgeMessage.parse(JSON.parse(record.body));
    if (await remains.endpointExists(endpointId)) {
      log('warn', 'asked to purge an endpoint that exists', { endpointId });
      continue;
    }
    const { removed, left } = await remains.removeAll(endpointId, mayGoOn);
    if (left) await purgeQueue.send(endpointId);
    log('info', 'remains of a deleted endpoint removed', { endpointId, removed, left });
    removedInAll += removed;
  }
  return { result: undefined, fields: { records: Records.length, removed: removedInAll } };
});
