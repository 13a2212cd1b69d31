import { localTable } from '../../../infra/localService/localTable.ts';
import type { DeliveryState } from '../../../shared/contract/schemas/deliveries.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { deliveryIdFor } from '../../../shared/deliveries/channels/webhook/deliveryId.ts';
import { webhookDeliveryKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { endpointIdOfWebhook } from '../../../shared/storage/webhooks/webhookKeys.ts';
import { outputs } from './sharedCloud.ts';

/** Stores the record of a delivery that ended at a time; returns its id. */
export async function putDelivery(webhookId: string, state: DeliveryState, at: number): Promise<string> {
  const submissionId = 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const id = deliveryIdFor({ webhookId, submissionId, event: 'submission.created', at, sequence: String(at) });
  await localTable(outputs()).put(
    {
      ...webhookDeliveryKey(webhookId, id),
      endpointId: endpointIdOfWebhook(webhookId),
      event: 'submission.created',
      about: submissionId,
      createdAt: formatTime(new Date(at)),
      state,
      hops: 0,
      failures: 0,
      attempts: [],
    },
    {},
  );
  return id;
}
