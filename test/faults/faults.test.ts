import { execFile } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import type { Report } from './main.ts';
import { MUTANTS } from './mutants.ts';

/** Under a minute on two cores that do nothing else. */
const TIMEOUT_MS = 600_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Runs the command that `npm run faults` runs; its exit status tells whether there were failures. */
const runFaults = (...options: string[]): Promise<{ report: Report; failed: boolean }> =>
  new Promise((resolve, reject) => {
    const args = ['test/faults/main.ts', '--short', '--json', ...options];
    execFile('node_modules/.bin/tsx', args, { maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve({ report: JSON.parse(stdout), failed: error !== null });
      else reject(new Error(`no report: ${stderr}`, { cause: error }));
    });
  });

describe('npm run faults -- --short', () => {
  test(
    'no fault at any call leaves anything half done, lost or wrongly answered; killed under load, nothing is lost',
    async () => {
      const { report, failed } = await runFaults();
      expect(report.cases.flatMap(({ failures }) => failures)).toEqual([]);
      expect(report.kills?.failures).toEqual([]);
      expect(failed).toBe(false);
      // Otherwise it would no longer look at what it is for.
      expect(report.cases.reduce((runs, { singles }) => runs + singles, 0)).toBeGreaterThan(200);
      expect(report.kills?.acknowledged).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});

describe('npm run faults fails for a service with', () => {
  test.each(Object.entries(MUTANTS))(
    '%s',
    async (name, mutant) => {
      const { report, failed } = await runFaults('--kills', '0', '--mutant', name, '--functions', mutant.function);
      expect(failed).toBe(true);
      expect(report.cases.flatMap(({ failures }) => failures)).not.toEqual([]);
    },
    TIMEOUT_MS,
  );
});
