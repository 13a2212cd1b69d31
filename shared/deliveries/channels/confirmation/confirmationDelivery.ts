import { formatTime } from '../../../contract/time.ts';
import { confirmationId } from '../../../storage/deliveries/deliveryKeys.ts';
import type { Delivery } from '../../../storage/deliveries/storedDelivery.ts';
import { submittedAt } from '../../../storage/table/itemKeys.ts';
import { ASKED } from './confirmationEvents.ts';

/**
 * The mail to the sender of a submission, as a delivery.
 * @param resends set if the mail asks the sender to confirm: how often they had asked for it again
 */
export const confirmationDelivery = (endpointId: string, submissionId: string, resends?: number): Delivery => ({
  channel: 'confirmation',
  target: endpointId,
  id: confirmationId(submissionId, resends),
  endpointId,
  about: submissionId,
  event: resends === undefined ? 'submission.created' : ASKED,
  createdAt: formatTime(new Date(submittedAt(submissionId))),
  hops: 0,
});
