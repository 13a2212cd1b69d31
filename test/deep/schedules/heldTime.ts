import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** A clock that stands still until it is set forward, and waits that end by it. */
export class HeldTime {
  #nowMs = Date.now();
  #waits: { dueAt: number; end: () => void }[] = [];

  /** Replaces the real time. @returns a function that restores it */
  install(): () => void {
    const real = { now: Date.now, wait: timers.setTimeout };
    const wait = (ms = 0, value?: unknown) =>
      new Promise((resolve) => this.#waits.push({ dueAt: this.#nowMs + ms, end: () => resolve(value) }));
    Object.assign(Date, { now: () => this.#nowMs });
    Object.assign(timers, { setTimeout: wait });
    syncBuiltinESMExports();
    return () => {
      Object.assign(Date, { now: real.now });
      Object.assign(timers, { setTimeout: real.wait });
      syncBuiltinESMExports();
    };
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  /** Ends the wait that is due first. @returns whether there was one */
  endWait(): boolean {
    const next = this.#waits.toSorted((a, b) => a.dueAt - b.dueAt)[0];
    if (!next) return false;
    this.#waits = this.#waits.filter((wait) => wait !== next);
    this.#nowMs = Math.max(this.#nowMs, next.dueAt);
    next.end();
    return true;
  }
}
