const startedAt = Date.now();

/** Prints progress to standard error; standard output only contains the result. */
export function progress(text: string): void {
  console.error(`${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
}
