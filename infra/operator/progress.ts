const INTERVAL_MS = 1_000;

/** Reports a command's progress on standard error. */
export class Progress {
  readonly #describe: () => string;
  #toldAt = Date.now();

  constructor(describe: () => string) {
    this.#describe = describe;
  }

  /** Call after every step; prints about once a second. */
  tick(): void {
    if (Date.now() - this.#toldAt >= INTERVAL_MS) this.tell();
  }

  tell(): void {
    this.#toldAt = Date.now();
    console.error(this.#describe());
  }
}
