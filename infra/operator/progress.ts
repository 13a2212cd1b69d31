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

/** Reports a command's steps: at once when it does something else, and about once a second otherwise. */
export function stepProgress<Step extends { doing: string }>(describe: (step: Step) => string): (step: Step) => void {
  let step: Step | undefined;
  const progress = new Progress(() => (step ? describe(step) : ''));
  return (now) => {
    const isNew = now.doing !== step?.doing;
    step = { ...now };
    if (isNew) progress.tell();
    else progress.tick();
  };
}
