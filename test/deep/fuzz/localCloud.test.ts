import { describe, expect, test } from '@jest/globals';
import { outputs } from '../../support/service.ts';
import { Counts } from './counts.ts';
import { httpSuites } from './suites.ts';

/** A sample of what `npm run fuzz` sends over HTTP, the same one each time. */
const REQUESTS = 150;
const SEED = 20_260_101;
const TIMEOUT_MS = 300_000;

describe('the local cloud, byte for byte over HTTP', () => {
  test.each(['requests', 'sequences'] as const)(
    'any %s are answered as the contract has it',
    async (name) => {
      const counts = new Counts();
      expect(await httpSuites(outputs(), counts)[name]({ requests: REQUESTS, seed: SEED, counts })).toBeUndefined();
      expect(counts.total).toBeGreaterThanOrEqual(REQUESTS);
    },
    TIMEOUT_MS,
  );
});
