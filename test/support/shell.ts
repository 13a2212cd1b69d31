import { join } from 'node:path';
import { type Ended, launchProgram } from './commands.ts';

/** A shell function that calls the stand-in for curl. */
export const STAND_IN = `curl() { '${process.execPath}' '${join(import.meta.dirname, 'curl.js')}' "$@"; }`;

/** Runs commands of the documents in bash, to the first that fails. A machine without curl gets a stand-in for it. */
export const runShell = (script: string): Promise<Ended> =>
  launchProgram('bash', '-euo', 'pipefail', '-c', `command -v curl > /dev/null || ${STAND_IN}\n${script}`).ended;
