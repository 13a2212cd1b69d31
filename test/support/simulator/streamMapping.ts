import type { Clock } from './clock.ts';

export interface StreamMapping {
  batchSize: number;
  /** After the first attempt at a batch that cannot be split further. */
  retries: number;
}

export interface StreamDelivery<T> extends StreamMapping {
  clock: Clock;
  /** @returns how many records from the start are done; `none` if the function failed */
  attempt: (records: T[]) => Promise<number | 'none'>;
  giveUp: (records: T[]) => void;
}

/** Between two deliveries of the same records; several of these outlast a lease. */
export const RETRY_MS = 10_000;

/** Delivers records in batches; a failed batch is split in two, and one that cannot be split is retried. */
export async function deliverRecords<T>(records: T[], delivery: StreamDelivery<T>): Promise<void> {
  for (let i = 0; i < records.length; i += delivery.batchSize) {
    await deliverBatch(records.slice(i, i + delivery.batchSize), delivery);
  }
}

async function deliverBatch<T>(batch: T[], delivery: StreamDelivery<T>): Promise<void> {
  let rest = batch;
  for (let attempt = 0; rest.length > 0; attempt++) {
    if (attempt > 0) delivery.clock.advance(RETRY_MS);
    const done = await delivery.attempt(rest);
    rest = rest.slice(done === 'none' ? 0 : done);
    if (done === 'none' && rest.length > 1) {
      const half = Math.ceil(rest.length / 2);
      await deliverBatch(rest.slice(0, half), delivery);
      rest = rest.slice(half);
      attempt = -1;
    } else if (rest.length > 0 && attempt >= delivery.retries) {
      delivery.giveUp(rest);
      return;
    }
  }
}

/** How many records a function has handled, according to the first failed one that it reports. */
export function handledCount<T>(records: T[], failed: T[]): number {
  const positions = failed.map((record) => records.indexOf(record));
  return positions.length === 0 ? records.length : Math.max(0, Math.min(...positions));
}
