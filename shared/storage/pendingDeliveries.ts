import { deliveryKey } from './deliveryKeys.ts';
import { type DeliveryRecord, parseDelivery } from './deliveryRecord.ts';
import { between, withState } from './expressions.ts';
import { type ReadPart, readParts } from './paging.ts';
import type { ChannelName } from './partitions.ts';
import type { TableAccess } from './table.ts';

/** A range of a target's delivery ids, both ends included. */
export interface DeliveryIdRange {
  channel: ChannelName;
  target: string;
  from: string;
  to: string;
}

interface PendingPart {
  records: DeliveryRecord[];
  unreadable: string[];
}

/** Reads a target's pending deliveries in a range of ids, in order; each part examines at most `limit` records. */
export async function* pendingDeliveries(
  table: Pick<TableAccess, 'query'>,
  { channel, target, from, to }: DeliveryIdRange,
  limit: number,
): AsyncGenerator<PendingPart> {
  const inRange = between(deliveryKey({ channel, target, id: '' }).PK, [from, to]);
  const query = { ...withState(inRange, 'pending'), Limit: limit };
  for await (const part of readParts(({ ExclusiveStartKey }) => table.query({ ...query, ExclusiveStartKey })))
    yield parsedPart(channel, part);
}

/** An item that cannot be parsed must not block others. */
function parsedPart(channel: ChannelName, { items }: ReadPart): PendingPart {
  const records: DeliveryRecord[] = [];
  const unreadable: string[] = [];
  for (const item of items) {
    try {
      records.push(parseDelivery(channel, item));
    } catch {
      unreadable.push(String(item.SK));
    }
  }
  return { records, unreadable };
}
