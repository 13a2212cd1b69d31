/** A clock that stands still between readings: each reading moves it on by a millisecond, anything else its owner. */
export class Clock {
  #ms: number;

  /** @param startMs milliseconds since 1970 */
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
