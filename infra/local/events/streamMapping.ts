interface Numbered {
  dynamodb: { SequenceNumber: string; ApproximateCreationDateTime?: number };
}

export interface StreamDelivery<T> {
  /** Attempts after the first one at a batch that cannot be bisected further. */
  retries: number;
  bisects: boolean;
  /** @returns how many records from the start are done; `none` if the function failed as a whole */
  attempt: (records: T[]) => Promise<number | 'none'>;
  /** Waits before the n-th retry, counted from 1. */
  pause: (retry: number) => unknown;
  recordAgeMaxS?: number | undefined;
  hasStopped?: () => boolean;
  giveUp: (records: T[]) => unknown;
}

/**
 * Delivers a batch as AWS Lambda's event source mappings of streams do: until it succeeds, is given up or the source
 * has stopped. Bisecting does not count as an attempt.
 */
export async function deliverBatch<T extends Numbered>(batch: T[], delivery: StreamDelivery<T>): Promise<void> {
  const { retries, bisects, attempt, pause, recordAgeMaxS, hasStopped = () => false, giveUp } = delivery;
  let rest = batch;
  for (let retry = 0; rest.length > 0 && !hasStopped(); retry++) {
    if (retry > 0) await pause(retry);
    const done = await attempt(rest);
    if (done === rest.length || hasStopped()) return;
    rest = rest.slice(done === 'none' ? 0 : done);
    if (done === 'none' && bisects && rest.length > 1) {
      const half = Math.ceil(rest.length / 2);
      await deliverBatch(rest.slice(0, half), delivery);
      rest = rest.slice(half);
      retry = -1;
    } else if (retry >= retries || isOlder(rest[0], recordAgeMaxS)) {
      await giveUp(rest);
      return;
    }
  }
}

const isOlder = (record: Numbered | undefined, ageMaxS = Number.POSITIVE_INFINITY): boolean =>
  Date.now() / 1_000 - (record?.dynamodb.ApproximateCreationDateTime ?? Number.POSITIVE_INFINITY) > ageMaxS;

/** How many records a function has handled, from the sequence numbers of those it reports; an unknown one fails all. */
export function handledCount(records: readonly Numbered[], failures: readonly { itemIdentifier: string }[]): number {
  const positions = failures.map(({ itemIdentifier }) =>
    records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
  );
  return positions.length === 0 ? records.length : Math.max(0, Math.min(...positions));
}
