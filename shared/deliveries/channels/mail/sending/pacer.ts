import { setTimeout as sleep } from 'node:timers/promises';

/** Unused slots of this time are saved up: an invocation that sends little never waits. */
const SAVED_UP_MS = 1_000;

/** Spreads an instance's sending over time, across invocations. */
export class Pacer {
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<unknown>;
  #share = 1;
  #nextAt = 0;

  /** @param ratePerSecond average rate of this instance */
  constructor(ratePerSecond: number, now: () => number = Date.now, wait: (ms: number) => Promise<unknown> = sleep) {
    this.#intervalMs = 1_000 / ratePerSecond;
    this.#now = now;
    this.#wait = wait;
  }

  /** The share of the rate to use from now on, above 0 and at most 1. */
  set share(share: number) {
    this.#share = share;
  }

  /** Slots of one second, at least 1. */
  get perSecond(): number {
    return Math.max(1, Math.floor((this.#share * 1_000) / this.#intervalMs));
  }

  /**
   * Waits for the next slot.
   * @returns false, without waiting, if that would be after `until` (milliseconds since 1970)
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
