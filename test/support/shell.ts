import { join } from 'node:path';
import { type Ended, launchProgram } from './commands.ts';

export const STAND_IN = `curl() { '${process.execPath}' '${join(import.meta.dirname, 'curl.js')}' "$@"; }`;

/** Runs the documents' commands in bash until one fails. Without curl, a stand-in is used. */
export const runShell = (script: string): Promise<Ended> =>
  launchProgram('bash', '-euo', 'pipefail', '-c', `command -v curl > /dev/null || ${STAND_IN}\n${script}`).ended;
