/** A command that was called wrongly, or cannot do what it was asked; its message is all that is shown. */
export class UsageError extends Error {}

/** Runs an operator's command: its result goes to standard output as one line of JSON, errors to standard error. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    const result = await command();
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What parseArgs says of unknown options, and what this program says itself, needs no stack.
  const isUsage =
    error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return isUsage ? error.message : `${error.name}: ${error.message}${cause}`;
}
