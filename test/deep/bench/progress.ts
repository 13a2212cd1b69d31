const startedAt = Date.now();

/** Says on standard error what comes next; standard output holds nothing but the result. */
export function progress(text: string): void {
  console.error(`${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
}
