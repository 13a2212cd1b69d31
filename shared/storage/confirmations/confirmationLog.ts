import { CONFIRMATION_WAITS, type ConfirmationDelivery } from '../../contract/schemas/deliveries.ts';
import { confirmationId, confirmationKey } from '../deliveries/deliveryKeys.ts';
import { parseDelivery } from '../deliveries/storedDelivery.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readEach, readOr } from '../table/stored.ts';
import type { Item, TableAccess } from '../table/table.ts';

export async function confirmationOf(
  table: Pick<TableAccess, 'get'>,
  endpointId: string,
  { id: submissionId, resends }: { id: string; resends?: number | undefined },
): Promise<ConfirmationDelivery | undefined> {
  const item = await table.get(confirmationKey(endpointId, confirmationId(submissionId, resends)));
  return item && readOr(() => shownConfirmation(item), item as ItemKey);
}

export async function confirmationsOf(
  table: Pick<TableAccess, 'getAll'>,
  endpointId: string,
  submissions: readonly { id: string; resends?: number | undefined }[],
): Promise<ReadonlyMap<string, ConfirmationDelivery>> {
  const keys = submissions.map(({ id, resends }) => confirmationKey(endpointId, confirmationId(id, resends)));
  const items = keys.length === 0 ? [] : await table.getAll(keys);
  const { read } = readEach(items, (item) => [String(item.about), shownConfirmation(item)] as const);
  return new Map(read);
}

function shownConfirmation(item: Item): ConfirmationDelivery {
  const { state, sentAt, failedAt, reason } = parseDelivery('confirmation', item);
  const isTold =
    state === 'failed' || state === 'skipped' || (state === 'pending' && CONFIRMATION_WAITS.includes(reason ?? ''));
  return {
    state: state === 'pending' ? 'sending' : state,
    ...(sentAt !== undefined && { sentAt }),
    ...(state === 'failed' && failedAt !== undefined && { failedAt }),
    ...(isTold && reason !== undefined && { reason }),
  };
}
