/** Says that something changed to those who wait for it, so that nobody has to look again and again. */
export class Changes {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** How often something changed; kept before a look, it tells afterwards whether the look saw everything. */
  get count(): number {
    return this.#count;
  }

  note(): void {
    this.#count++;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves once there were more changes than these, after so many milliseconds, or when the signal comes. */
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

/** Node.js takes a longer one for one of a millisecond. */
const TIMER_MAX_MS = 2 ** 31 - 1;
