import type { DynamoDBRecord } from 'aws-lambda';
import { changeOf } from '../../../shared/changes/change.ts';
import { eachEndpoint } from '../../../shared/changes/eachEndpoint.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { webhookCounts } from '../../../shared/storage/endpointExistence.ts';
import type { TableAccess } from '../../../shared/storage/table.ts';
import { WebhookDeliveries } from '../../../shared/storage/webhookDeliveries.ts';
import { readWebhooks } from '../../../shared/storage/webhooks.ts';
import { type EventsDependencies, eventsOf, tellWebhooks } from '../../../shared/webhooks/events.ts';
import type { Service } from '../openService.ts';
import { failedBatches } from './failedRecords.ts';

/** Has webhooks told of what is in stream records with which `indexSubmissions` failed for good. The records stay. */
export async function redriveEvents({ table, failedRecords }: Pick<Service, 'table' | 'failedRecords'>, id?: string) {
  let webhookDeliveries = 0;
  for await (const { isNotifiers, records } of failedBatches(failedRecords.store, failedRecords.notifierArn))
    if (!isNotifiers) webhookDeliveries += await tellOf(records, table, id);
  return webhookDeliveries > 0 ? { webhookDeliveries } : {};
}

/**
 * Notes for each webhook that wants one of the events that its delivery is due now. Its id follows from the record: what was
 * delivered, or is on its way, is not sent once more. It may be repeated.
 * @param submissionId all, if left out
 * @returns how many deliveries were noted
 */
async function tellOf(records: DynamoDBRecord[], table: TableAccess, submissionId?: string): Promise<number> {
  const deliveries = new WebhookDeliveries(table);
  const now = Date.now();
  let noted = 0;
  const dependencies: EventsDependencies = {
    readWebhooks: (endpointId) => readWebhooks(table, endpointId),
    webhookCountOf: webhookCounts(table),
    turns: {
      sendAll: async (turns) => {
        for (const turn of turns) await deliveries.putDue(turn, now, formatTime(new Date(now)));
        noted += turns.length;
        return [];
      },
    },
  };
  const events = records
    .flatMap((record) => changeOf(record) ?? [])
    .flatMap(eventsOf)
    .filter((event) => submissionId === undefined || event.submissionId === submissionId);
  const outcomes = await eachEndpoint(events, (endpointId, some) => tellWebhooks(endpointId, some, dependencies));
  for (const { error } of outcomes) if (error !== undefined) throw error;
  return noted;
}
