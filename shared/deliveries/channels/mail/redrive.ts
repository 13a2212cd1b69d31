import type { DeliveryRecords } from '../../../storage/deliveries/deliveryRecords.ts';
import { type FailedDelivery, unlistFailed } from '../../../storage/deliveries/failedDeliveries.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import type { TableAccess } from '../../../storage/table/table.ts';
import type { DeliveryQueues } from '../../deliveryQueues.ts';
import { mailDelivery, mailEvent } from './mailDelivery.ts';
import { WEBHOOK_DISABLED } from './mailEvents.ts';
import { recipientsOf } from './recipients.ts';

export interface RedriveDependencies {
  endpoints: { find(id: string): Promise<StoredEndpoint | undefined> };
  records: DeliveryRecords;
  table: Pick<TableAccess, 'delete'>;
  queues: DeliveryQueues;
}

/** `redriven`: pending again; `gone`: endpoint deleted; `off`: the endpoint's notifications are off. */
export type RedriveOutcome = 'redriven' | 'gone' | 'off';

/**
 * Resends a failed mail within a minute: to its recipient, or if that address was replaced or is unknown, to all
 * current ones. Recipients with a copy get no second one. Can be repeated and interrupted.
 */
export async function redrive(failed: FailedDelivery, dependencies: RedriveDependencies): Promise<RedriveOutcome> {
  const { endpoints, records, table, queues } = dependencies;
  const { endpointId, recipient } = failed;
  const endpoint = await endpoints.find(endpointId);
  if (!endpoint) {
    await unlistFailed(table, failed);
    return 'gone';
  }
  const event = mailEvent(failed);
  if (!endpoint.emailNotifications && event.event !== WEBHOOK_DISABLED) return 'off';
  const delivery = mailDelivery(failed);
  const { target, id } = delivery;
  const record = recipientsOf(endpoint).includes(recipient) ? await records.find(delivery) : undefined;
  const message = { channel: delivery.channel, endpointId, group: endpoint.workspaceId, tries: 0 };
  const work = record ? { serve: { target, from: id, to: id } } : { plan: [event] };
  // Made pending before the message is stored, because the clock may deliver the message at once. If interrupted in
  // between, the mail stays on the list.
  if (record?.state === 'failed') await records.restart(record);
  await queues.holdBack('mail', { ...message, ...work }, Date.now());
  await unlistFailed(table, failed);
  return 'redriven';
}
