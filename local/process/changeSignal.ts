/** Wakes waiting code after a change, instead of polling. */
export class ChangeSignal {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** Number of changes. Compared before and after a check, it shows whether the check may have missed one. */
  get count(): number {
    return this.#count;
  }

  note(): void {
    this.#count++;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves once there are more than `count` changes, after `withinMs`, or when the signal aborts. */
  after(count: number, withinMs: number, signal?: AbortSignal): Promise<void> {
    if (this.#count !== count || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(withinMs, TIMER_MAX_MS));
      this.#waiting.add(done);
      signal?.addEventListener('abort', done);
    });
  }
}

/** Node.js turns a longer timer into one of 1 ms. */
const TIMER_MAX_MS = 2 ** 31 - 1;
