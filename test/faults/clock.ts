/** A clock that only its owner moves on, but for a millisecond each time it is read. */
export class Clock {
  #ms = Date.now();

  now = (): number => this.#ms++;

  advance(ms: number): void {
    this.#ms += Math.ceil(ms);
  }

  advanceTo(ms: number): void {
    this.#ms = Math.max(this.#ms, ms);
  }
}
