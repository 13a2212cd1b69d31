import { signal } from '@preact/signals';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { say } from '../ui/toasts.ts';

interface Task<T> {
  title: string;
  items: readonly T[];
  run: (item: T) => Promise<void>;
  /** Called for what failed, and for what was not begun when people cancelled. */
  onNotDone: (item: T) => void;
}

/** Requests at a time: a browser's own limit is six for one host, and polling needs one. */
const PARALLEL = 4;
/** Tasks of more than so many requests show how far they are. */
const SHOWN_FROM = 10;

let running = 0;

/** Does something to each of many things, with progress and a way to cancel, and tells what was not done. */
export async function runTask<T>({ title, items, run, onNotDone }: Task<T>): Promise<void> {
  const queue = [...items];
  const progress = signal(0);
  const failures: RequestFailed[] = [];
  const cancel = () => {
    for (const item of queue.splice(0)) onNotDone(item);
  };
  const word = items.length < SHOWN_FROM ? undefined : say(title, { ...lasting(cancel), progress });
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await run(item);
      } catch (error) {
        failures.push(asFailure(error));
        onNotDone(item);
        // A key that is refused, and an API that is away, stay so for the rest.
        if ([undefined, 401, 403].includes(failures.at(-1)?.status)) cancel();
      }
      progress.value = 1 - queue.length / items.length;
    }
  };
  running += 1;
  await Promise.all(Array.from({ length: PARALLEL }, work));
  running -= 1;
  word?.remove();
  const [failure] = failures;
  if (failure) say(TEXTS.triage.failed(failures.length, failure.message), { isProblem: true });
}

const lasting = (cancel: () => void) => ({ isLasting: true, action: { label: TEXTS.cancel, run: cancel } });

addEventListener('beforeunload', (event) => {
  if (running > 0) event.preventDefault();
});
