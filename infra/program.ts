import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';

/** A command that cannot do what it was asked; its message is all that is shown. */
export class UsageError extends Error {}

/**
 * A program as npm runs it. `--help` shows its examples, and so does a wrong call.
 * @param call how a call of it begins, such as `npm run key --`
 * @param examples what may follow
 */
export const newProgram = (call: string, description: string, examples: string[]): Command =>
  new Command(call)
    .description(description)
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .addHelpText('afterAll', `\nExamples:\n${examples.map((example) => `  ${call} ${example}`.trimEnd()).join('\n')}`)
    .showHelpAfterError()
    .exitOverride();

/** An argument that may not be empty, as a shell variable that is not set would be. */
export function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

/** Prints a command's result to standard output: text as it is, anything else as one line of JSON. */
export function print(result: unknown): void {
  process.stdout.write(typeof result === 'string' ? result : `${JSON.stringify(result)}\n`);
}

/**
 * Runs the program with this process's arguments. Errors go to standard error and set the exit status.
 * @param wrongCallStatus the exit status after a call that `--help` does not know
 */
export async function runProgram(program: { parseAsync: () => Promise<unknown> }, wrongCallStatus = 1): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed what is wrong, or the help, after which its status is 0.
      process.exitCode = error.exitCode === 0 ? 0 : wrongCallStatus;
      return;
    }
    console.error(describe(error));
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return error instanceof UsageError ? error.message : `${error.name}: ${error.message}${cause}`;
}
