import { formatTime } from '../../../contract/time.ts';
import type { Delivery } from '../../../storage/deliveryRecord.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';

/** The mail to the sender of a submission, as a delivery: one for each submission. */
export const confirmationDelivery = (endpointId: string, submissionId: string): Delivery => ({
  channel: 'confirmation',
  target: endpointId,
  id: submissionId,
  endpointId,
  about: submissionId,
  event: 'submission.created',
  createdAt: formatTime(new Date(submittedAt(submissionId))),
  hops: 0,
});
