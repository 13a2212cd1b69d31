/** A clock that only advances by a step per reading, so that no two readings are equal, and when set. */
export class Clock {
  #ms: number;
  readonly #stepMs: number;

  constructor(startMs: number, stepMs = 1) {
    this.#ms = startMs;
    this.#stepMs = stepMs;
  }

  now = (): number => {
    const now = this.#ms;
    this.#ms += this.#stepMs;
    return now;
  };

  advance(ms: number): void {
    this.#ms += Math.ceil(ms);
  }

  advanceTo(ms: number): void {
    this.#ms = Math.max(this.#ms, Math.ceil(ms));
  }
}
