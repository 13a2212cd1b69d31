import { describe, expect, test } from '@jest/globals';
import { outputs } from '../../support/service.ts';
import { IS_LONG } from '../../support/testSize.ts';
import { Counts } from './counts.ts';
import { httpSuites } from './suites.ts';

/** A fixed sample of what `npm run fuzz` sends over HTTP. */
const REQUESTS = IS_LONG ? 1_000 : 40;
const RUNS_PER_SEED = 8;
const SEED = 20_260_101;
const TIMEOUT_MS = 300_000;

describe('the local cloud, byte for byte over HTTP', () => {
  test.each(['requests', 'sequences'] as const)(
    'any %s are answered as the contract has it',
    async (name) => {
      const counts = new Counts();
      const exploration = { requests: REQUESTS, seed: SEED, runsPerSeed: RUNS_PER_SEED, counts };
      expect(await httpSuites(outputs(), counts)[name](exploration)).toBeUndefined();
      expect(counts.total).toBeGreaterThanOrEqual(REQUESTS);
    },
    TIMEOUT_MS,
  );
});
