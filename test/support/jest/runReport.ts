import { execFile } from 'node:child_process';
import { argumentsFor } from './programBundles.ts';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** In MB: with the default of 16, collecting garbage took a tenth of the processor time. */
const YOUNG_GENERATION = '--max-semi-space-size=64';

/** Runs a program that prints a JSON report; its exit status says whether it found what it should. */
export const runAndParseReport = <Report>(
  program: string,
  ...options: string[]
): Promise<{ report: Report; failed: boolean }> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [YOUNG_GENERATION, ...argumentsFor(program), ...options],
      { maxBuffer: OUTPUT_BYTES_MAX },
      (error, stdout, stderr) => {
        if (stdout.startsWith('{')) resolve({ report: JSON.parse(stdout), failed: error !== null });
        else reject(new Error(`no report: ${stderr}`, { cause: error }));
      },
    );
  });
