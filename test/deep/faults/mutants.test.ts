import { describe, expect, test } from '@jest/globals';
import { MUTANTS } from './mutants.ts';
import { runFaults } from './runFaults.ts';

/** Some seconds on a machine that does nothing else. */
const TIMEOUT_MS = 300_000;

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
