import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { IS_LONG } from '../../support/testSize.ts';
import { Counts } from './counts.ts';
import { openDirectService } from './directService.ts';
import { directSuites } from './suites.ts';

/** A fixed sample of the 1,000,000 of `npm run fuzz`. */
const SEED = 20_260_105;
const REQUESTS = IS_LONG ? 10_000 : 5_000;
const DOCUMENTED_REQUESTS = IS_LONG ? 22_000 : 9_000;
const SEQUENCE_REQUESTS = IS_LONG ? 10_000 : 900;
const TIMEOUT_MS = 300_000;
const REDIRECTS: Record<string, number> = { retrieveFile: 302, openUnsubscribePage: 303 };

const service = ofSuite(openDirectService);

describe('every handler, for any request', () => {
  test(
    'responds as the contract says, reveals nothing of others, and stores exactly what it acknowledges',
    async () => {
      const counts = new Counts();
      expect(await directSuites(service, counts).requests({ requests: REQUESTS, seed: SEED, counts })).toBeUndefined();
      // Otherwise the requests would not reach their purpose.
      const seen = counts.toJSON();
      for (const { id, status } of OPERATIONS) {
        const success = REDIRECTS[id] ?? status;
        expect([id, Object.keys(seen[id] ?? {})]).toEqual([id, expect.arrayContaining([String(success), '400'])]);
      }
      expect(Object.keys(counts.byStatus())).toEqual(
        expect.arrayContaining(['303', '401', '403', '404', '405', '409', '413', '415']),
      );
    },
    TIMEOUT_MS,
  );
});

describe('the OpenAPI document', () => {
  test(
    'allows nothing that the service rejects, except for what depends on stored state',
    async () => {
      const counts = new Counts();
      const problem = await directSuites(service, counts).documented({
        requests: DOCUMENTED_REQUESTS,
        seed: SEED,
        counts,
      });
      expect(problem?.report).toBeUndefined();
      const seen = counts.toJSON();
      for (const { id } of OPERATIONS) {
        expect([id, Object.keys(seen[id] ?? {}).some((status) => Number(status) < 400)]).toEqual([id, true]);
      }
    },
    TIMEOUT_MS,
  );
});

describe('any sequence of operations by two workspaces, also at the same time', () => {
  test(
    'gets the responses of a plain model of the contract',
    async () => {
      const counts = new Counts();
      expect(
        await directSuites(service, counts).sequences({ requests: SEQUENCE_REQUESTS, seed: SEED, counts }),
      ).toBeUndefined();
      const seen = counts.toJSON();
      // Submissions in sequences have no files, and nobody reads the mails with tokens.
      const reached = OPERATIONS.filter(({ id, group }) => id !== 'retrieveFile' && group !== 'confirmations');
      for (const { id, status } of reached) expect([id, (seen[id]?.[status] ?? 0) > 0]).toEqual([id, true]);
    },
    TIMEOUT_MS,
  );
});
