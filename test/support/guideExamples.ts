import { exampleText } from '../../site/guide/examples.ts';
import { launchProgram } from './commands.ts';

/** What a reader of the guide puts in place of which text. */
export type Values = Record<string, string>;

/**
 * An example of the guide as a reader would have it.
 * @throws Error when something is left that a reader would have to replace
 */
export function filledIn(file: string, values: Values): string {
  const text = replaceAll(exampleText(file), values);
  const left = /YOUR-[A-Z-]+/.exec(text);
  if (left) throw new Error(`${file} still has ${left[0]}`);
  return text;
}

export const replaceAll = (text: string, values: Values): string =>
  Object.entries(values).reduce((result, [placeholder, value]) => result.replaceAll(placeholder, () => value), text);

/**
 * Runs a shell example of the guide after its settings, in the folder of the service.
 * @returns what it printed
 * @throws Error when it fails
 */
export async function runExample(file: string, values: Values): Promise<string> {
  const script = [filledIn('settings.sh', values), filledIn(file, values)].join('\n');
  const { code, stdout, stderr } = await launchProgram('bash', '-euo', 'pipefail', '-c', script).ended;
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
