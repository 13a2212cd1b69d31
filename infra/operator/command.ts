/** A command that was called wrongly, or cannot do what it was asked; its message is all that is shown. */
export class UsageError extends Error {}

/**
 * Runs an operator's command: its result goes to standard output, text as it is and anything else as one line of
 * JSON; errors go to standard error. `--help` prints how it is used.
 */
export async function runCommand(usage: string, command: () => Promise<unknown>): Promise<void> {
  try {
    const result = asksForHelp() ? `${usage}\n` : await command();
    if (result !== undefined) process.stdout.write(typeof result === 'string' ? result : `${JSON.stringify(result)}\n`);
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  }
}

const asksForHelp = (): boolean => process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What parseArgs says of unknown options, and what this program says itself, needs no stack.
  const isUsage =
    error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return isUsage ? error.message : `${error.name}: ${error.message}${cause}`;
}
