import { signal } from '@preact/signals';
import { BULK_IDS_MAX } from '../../../shared/contract/limits.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { say } from '../ui/toasts.ts';

interface Task<T> {
  title: string;
  items: readonly T[];
  /** Sends all requests at once, since the page is closing. */
  isAtOnce?: boolean;
  /** Processes one request's worth of items. */
  run: (items: readonly T[]) => Promise<void>;
  /** Called with the items that failed or were not begun before a cancellation. */
  onNotDone: (items: readonly T[]) => void;
}

/** Concurrent requests. Browsers allow six per host, and polling needs one. */
const PARALLEL = 4;

let running = 0;

/** Processes many items with progress and a way to cancel, and reports the items that were not processed. */
export async function runTask<T>({ title, items, isAtOnce = false, run, onNotDone }: Task<T>): Promise<void> {
  const queue = [...items];
  const progress = signal(0);
  const failures: { failure: RequestFailed; count: number }[] = [];
  const cancel = () => onNotDone(queue.splice(0));
  const word = items.length <= BULK_IDS_MAX ? undefined : say(title, { ...lasting(cancel), progress });
  const work = async () => {
    while (queue.length > 0) {
      const part = queue.splice(0, BULK_IDS_MAX);
      try {
        await run(part);
      } catch (error) {
        const failure = asFailure(error);
        failures.push({ failure, count: part.length });
        onNotDone(part);
        // A rejected key or an unreachable API also fails the remaining requests.
        if ([undefined, 401, 403].includes(failure.status)) cancel();
      }
      progress.value = 1 - queue.length / items.length;
    }
  };
  running += 1;
  await Promise.all(Array.from({ length: isAtOnce ? Math.ceil(items.length / BULK_IDS_MAX) : PARALLEL }, work));
  running -= 1;
  word?.remove();
  const [first] = failures;
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  if (first) say(TEXTS.triage.failed(failed, first.failure.message), { isProblem: true });
}

const lasting = (cancel: () => void) => ({ isLasting: true, action: { label: TEXTS.cancel, run: cancel } });

addEventListener('beforeunload', (event) => {
  if (running > 0) event.preventDefault();
});
