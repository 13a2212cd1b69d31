import type { Lane } from '../storage/deliveries/dueMessages.ts';
import type { DeliveryRecord } from '../storage/deliveries/storedDelivery.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';

/** The message that continues an interrupted replay is due after this time. */
const INTERRUPTED_AFTER_MS = 60_000;

interface Replay {
  lane: Lane;
  group: string;
  records: readonly DeliveryRecord[];
}

/**
 * Makes deliveries pending again and sends a message to process them. The message is stored first, so that the clock
 * finds it if the function dies in between.
 * @param restart makes them pending
 */
export async function replay<T>(
  queues: DeliveryQueues,
  { lane, group, records }: Replay,
  restart: () => Promise<T>,
): Promise<T> {
  const ids = records.map(({ id }) => id).sort();
  const [first] = records;
  if (!first) return restart();
  const { channel, target, endpointId } = first;
  const serve = { target, from: ids[0] ?? '', to: ids.at(-1) ?? '' };
  const message = { channel, endpointId, group, tries: 0, serve };
  await queues.holdBack(lane, message, Date.now() + INTERRUPTED_AFTER_MS);
  const result = await restart();
  try {
    await queues.send(lane, message);
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
  }
  return result;
}
