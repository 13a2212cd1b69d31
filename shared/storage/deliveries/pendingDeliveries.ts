import { between, withState } from '../table/expressions.ts';
import { readParts } from '../table/paging.ts';
import type { ChannelName } from '../table/partitions.ts';
import { readEach } from '../table/stored.ts';
import type { TableAccess } from '../table/table.ts';
import { deliveryKey } from './deliveryKeys.ts';
import { type DeliveryRecord, parseDelivery } from './storedDelivery.ts';

/** A range of a target's delivery ids, both ends included. */
export interface DeliveryIdRange {
  channel: ChannelName;
  target: string;
  from: string;
  to: string;
}

/**
 * Reads a target's pending deliveries in a range of ids, in order; each part examines at most `limit` records. Those that
 * cannot be parsed are left out and logged.
 */
export async function* pendingDeliveries(
  table: Pick<TableAccess, 'query'>,
  { channel, target, from, to }: DeliveryIdRange,
  limit: number,
): AsyncGenerator<DeliveryRecord[]> {
  const inRange = between(deliveryKey({ channel, target, id: '' }).PK, [from, to]);
  const query = { ...withState(inRange, 'pending'), Limit: limit };
  for await (const { items } of readParts(({ ExclusiveStartKey }) => table.query({ ...query, ExclusiveStartKey })))
    yield readEach(items, (item) => parseDelivery(channel, item)).read;
}
