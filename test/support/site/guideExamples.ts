import { readFileSync } from 'node:fs';
import { callAs } from '../../../site/guide/blocks.ts';
import { exampleText } from '../../../site/guide/examples.ts';
import { argumentsFor } from '../jest/programBundles.ts';
import { runShell } from '../shell.ts';

export type Values = Record<string, string>;

/**
 * An example of the guide with its placeholders replaced.
 * @throws Error if a placeholder is left
 */
export function filledIn(file: string, values: Values): string {
  const text = replaceAll(file.endsWith('.http') ? callAs('curl', file) : exampleText(file), values);
  const left = /YOUR-[A-Z-]+/.exec(text);
  if (left) throw new Error(`${file} still has ${left[0]}`);
  return text;
}

export const replaceAll = (text: string, values: Values): string =>
  Object.entries(values).reduce((result, [placeholder, value]) => result.replaceAll(placeholder, () => value), text);

/**
 * Runs a shell example of the guide after its settings, in the service's folder.
 * @param before shell commands to run first
 * @returns the output
 * @throws Error if it fails
 */
export async function runExample(file: string, values: Values, before = ''): Promise<string> {
  const script = [before, filledIn('settings.sh', values), filledIn(file, values)].join('\n');
  const { code, stdout, stderr } = await runShell(script);
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * A shell function that replaces npm, and runs the operator's programs as bundles: with npm and tsx they take three
 * times as long to load.
 */
export function bundledNpm(): string {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const cases = Object.entries(scripts).flatMap(([name, command]) => {
    const [, program] = /^tsx (infra\/operator\/\S+)$/.exec(command) ?? [];
    if (program === undefined) return [];
    const words = [process.execPath, ...argumentsFor(program)].map((word) => `'${word}'`).join(' ');
    return [`'run --silent ${name} -- '*) shift 4; ${words} "$@" ;;`];
  });
  return `npm() {\n  case "$*" in\n${cases.join('\n')}\n*) command npm "$@" ;;\nesac\n}`;
}
