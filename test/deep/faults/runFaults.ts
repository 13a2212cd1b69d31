import { execFile } from 'node:child_process';
import type { Report } from './main.ts';

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Runs the command that `npm run faults` runs; its exit status tells whether there were failures. */
export const runFaults = (...options: string[]): Promise<{ report: Report; failed: boolean }> =>
  new Promise((resolve, reject) => {
    const args = ['test/deep/faults/main.ts', '--short', '--json', ...options];
    execFile('node_modules/.bin/tsx', args, { maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve({ report: JSON.parse(stdout), failed: error !== null });
      else reject(new Error(`no report: ${stderr}`, { cause: error }));
    });
  });
