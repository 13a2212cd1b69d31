import { DIGEST_PERIOD_MS } from '../../../shared/notifications/timing.ts';

/**
 * A clock that only its owner moves on, but for a millisecond each time it is read. It begins with a digest's period,
 * so that a digest waits equally long in every run.
 */
export class Clock {
  #ms = Date.now() - (Date.now() % DIGEST_PERIOD_MS);

  now = (): number => this.#ms++;

  advance(ms: number): void {
    this.#ms += Math.ceil(ms);
  }

  advanceTo(ms: number): void {
    this.#ms = Math.max(this.#ms, ms);
  }
}
