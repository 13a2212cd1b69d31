import type { ConfirmationDelivery } from '../contract/schemas/deliveries.ts';
import { confirmationKey } from './deliveryKeys.ts';
import { parseDelivery } from './deliveryRecord.ts';
import type { TableAccess } from './table.ts';

/** The outcome of a submission's confirmation; undefined if none was planned. */
export async function confirmationOf(
  table: Pick<TableAccess, 'get'>,
  endpointId: string,
  submissionId: string,
): Promise<ConfirmationDelivery | undefined> {
  const item = await table.get(confirmationKey(endpointId, submissionId));
  if (!item) return undefined;
  const { state, sentAt, failedAt, reason } = parseDelivery('confirmation', item);
  const isOver = state === 'failed' || state === 'skipped';
  return {
    state: state === 'pending' ? 'sending' : state,
    ...(sentAt !== undefined && { sentAt }),
    ...(state === 'failed' && failedAt !== undefined && { failedAt }),
    ...(isOver && reason !== undefined && { reason }),
  };
}
