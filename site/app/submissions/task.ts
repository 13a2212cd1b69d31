import { signal } from '@preact/signals';
import { BULK_IDS_MAX } from '../../../shared/contract/limits.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { say } from '../ui/toasts.ts';

interface Task<T> {
  title: string;
  items: readonly T[];
  /** Does it to so many as one request takes. */
  run: (items: readonly T[]) => Promise<void>;
  /** Called for what failed, and for what was not begun when people cancelled. */
  onNotDone: (items: readonly T[]) => void;
}

/** Requests at a time: a browser's own limit is six for one host, and polling needs one. */
const PARALLEL = 4;

let running = 0;

/** Does something to each of many things, with progress and a way to cancel, and tells what was not done. */
export async function runTask<T>({ title, items, run, onNotDone }: Task<T>): Promise<void> {
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
        // A key that is refused, and an API that is away, stay so for the rest.
        if ([undefined, 401, 403].includes(failure.status)) cancel();
      }
      progress.value = 1 - queue.length / items.length;
    }
  };
  running += 1;
  await Promise.all(Array.from({ length: PARALLEL }, work));
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
