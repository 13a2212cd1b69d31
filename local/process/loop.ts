import { setTimeout as sleep } from 'node:timers/promises';
import { complain } from './complain.ts';

const RETRY_WAIT_MS = 200;
const RETRY_WAIT_MAX_MS = 10_000;

/** Work that repeats in the background until it is stopped. A failed step is reported and retried with a growing pause. */
export class Loop {
  readonly #stopping = new AbortController();
  readonly #name: string;
  readonly #onFailure: () => void;
  #running: Promise<unknown> = Promise.resolve();

  /** @param name begins the report of a failure */
  constructor(name: string, onFailure: () => void = () => undefined) {
    this.#name = name;
    this.#onFailure = onFailure;
  }

  /** @param step repeated while the signal is not aborted */
  start(step: (signal: AbortSignal) => Promise<unknown>, times = 1): void {
    const { signal } = this.#stopping;
    const repeat = async () => {
      for (let waitMs = RETRY_WAIT_MS; !signal.aborted; ) {
        try {
          await step(signal);
          waitMs = RETRY_WAIT_MS;
        } catch (error) {
          if (signal.aborted) return;
          complain(`${this.#name} failed and will retry:`, error);
          this.#onFailure();
          await this.pause(waitMs);
          waitMs = Math.min(2 * waitMs, RETRY_WAIT_MAX_MS);
        }
      }
    };
    this.#running = Promise.all(Array.from({ length: times }, repeat));
  }

  /** Ends early when the loop is stopped. */
  pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.signal }).catch(() => undefined);
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
