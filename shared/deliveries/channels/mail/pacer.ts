import { setTimeout as sleep } from 'node:timers/promises';

/** What was not used in this time is saved up: an invocation that sends little never waits. */
const SAVED_UP_MS = 1_000;

/** Spreads what one instance of a function sends over time, from one invocation to the next. */
export class Pacer {
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<unknown>;
  #share = 1;
  #nextAt = 0;

  /** @param ratePerSecond what this instance may send, on average */
  constructor(ratePerSecond: number, now: () => number = Date.now, wait: (ms: number) => Promise<unknown> = sleep) {
    this.#intervalMs = 1_000 / ratePerSecond;
    this.#now = now;
    this.#wait = wait;
  }

  /** The part of the rate that may be used from now on, above 0 and at most 1. */
  set share(share: number) {
    this.#share = share;
  }

  /** What may be sent in one second, at least 1. */
  get perSecond(): number {
    return Math.max(1, Math.floor((this.#share * 1_000) / this.#intervalMs));
  }

  /**
   * Waits for the next slot.
   * @returns false, without a wait, when that would come after `until` (milliseconds since 1970)
   */
  async slot(until: number): Promise<boolean> {
    const now = this.#now();
    const at = Math.max(this.#nextAt, now - SAVED_UP_MS);
    if (at > until) return false;
    this.#nextAt = at + this.#intervalMs / this.#share;
    if (at > now) await this.#wait(at - now);
    return true;
  }
}
