import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';

/** An error for the operator: only its message is shown. */
export class UsageError extends Error {}

/**
 * A command run through npm. Prints its examples with `--help` and after a wrong call.
 * @param call how a call starts, such as `npm run key --`
 * @param examples arguments that may follow
 */
export const newProgram = (call: string, description: string, examples: string[]): Command =>
  new Command(call)
    .description(description)
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .addHelpText('afterAll', `\nExamples:\n${examples.map((example) => `  ${call} ${example}`.trimEnd()).join('\n')}`)
    .showHelpAfterError()
    .exitOverride();

/** Parses an argument that must not be empty, as when a shell variable is unset. */
export function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

/** Adds `name=value`, in the syntax of the `cdk` command. */
export function setting(value: string, others: Record<string, string> = {}): Record<string, string> {
  const [, name, given] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name === undefined || given === undefined) throw new InvalidArgumentError('It must be name=value.');
  return { ...others, [name]: given };
}

/** Prints a result to standard output: text unchanged, anything else as one line of JSON. */
export function print(result: unknown): void {
  process.stdout.write(typeof result === 'string' ? result : `${JSON.stringify(result)}\n`);
}

/**
 * Runs the program with this process's arguments. Errors go to standard error and set the exit status.
 * @param wrongCallStatus exit status after a wrong call
 */
export async function runProgram(program: { parseAsync: () => Promise<unknown> }, wrongCallStatus = 1): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed the error or the help; its status after help is 0.
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
