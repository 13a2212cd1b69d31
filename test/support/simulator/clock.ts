/** A clock that only advances by a millisecond per reading, and when set. */
export class Clock {
  #ms: number;

  constructor(startMs: number) {
    this.#ms = startMs;
  }

  now = (): number => this.#ms++;

  advance(ms: number): void {
    this.#ms += Math.ceil(ms);
  }

  advanceTo(ms: number): void {
    this.#ms = Math.max(this.#ms, Math.ceil(ms));
  }
}
