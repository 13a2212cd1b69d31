import { inPartition } from '../table/expressions.ts';
import { readParts } from '../table/paging.ts';
import { FAILED_DELIVERIES } from '../table/partitions.ts';
import type { Item, TableAccess } from '../table/table.ts';
import { failedDeliveryKey, mailOf } from './deliveryKeys.ts';

export interface FailedDelivery {
  about: string;
  endpointId: string;
  recipient: string;
  reason: string;
  failedAt: string;
}

export async function* failedDeliveries(table: Pick<TableAccess, 'query'>): AsyncGenerator<FailedDelivery> {
  const query = inPartition(FAILED_DELIVERIES);
  for await (const { items } of readParts((continuation) => table.query({ ...query, ...continuation })))
    yield* items.map(parseEntry);
}

export async function unlistFailed(
  table: Pick<TableAccess, 'delete'>,
  { about, recipient }: Pick<FailedDelivery, 'about' | 'recipient'>,
): Promise<void> {
  await table.delete(failedDeliveryKey(about, recipient));
}

const parseEntry = ({ SK, endpointId, reason, failedAt }: Item): FailedDelivery => ({
  ...mailOf(String(SK)),
  endpointId: String(endpointId),
  reason: String(reason),
  failedAt: String(failedAt),
});
