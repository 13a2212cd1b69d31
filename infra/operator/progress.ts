const INTERVAL_MS = 1_000;

/** Tells on standard error how far a command has come. */
export class Progress {
  readonly #describe: () => string;
  #toldAt = Date.now();

  constructor(describe: () => string) {
    this.#describe = describe;
  }

  /** To be called with every step; tells about once a second. */
  tick(): void {
    if (Date.now() - this.#toldAt >= INTERVAL_MS) this.tell();
  }

  tell(): void {
    this.#toldAt = Date.now();
    console.error(this.#describe());
  }
}
