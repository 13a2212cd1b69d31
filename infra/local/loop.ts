/** Work that repeats in the background until it is stopped. */
export class Loop {
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  /** @param step repeated while the signal is not aborted */
  start(step: (signal: AbortSignal) => Promise<unknown>, times = 1): void {
    const { signal } = this.#stopping;
    const repeat = async () => {
      while (!signal.aborted) await step(signal);
    };
    this.#running = Promise.all(Array.from({ length: times }, repeat));
  }

  /** Resolves once the steps in progress have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }
}
