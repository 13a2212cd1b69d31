import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { anyCase } from './arbitraries/requests.ts';
import { Counts } from './counts.ts';
import { openDirectService } from './directService.ts';
import { checkLog, directStage } from './stages.ts';
import { directSuites } from './suites.ts';

/** A fixed sample of the 1,000,000 of `npm run fuzz`: at least this many, and more until every case is covered. */
const SEED = 20_260_103;
const REQUESTS = IS_LONG ? 10_000 : 2_500;
const DOCUMENTED_REQUESTS = IS_LONG ? 22_000 : 3_000;
const SEQUENCE_REQUESTS = IS_LONG ? 10_000 : 3_000;
const TIMEOUT_MS = 300_000;
const REDIRECTS: Record<string, number> = { retrieveFile: 302, openUnsubscribePage: 303 };

const service = ofSuite(openDirectService);

describe('every handler, for any request', () => {
  test(
    'follows the contract, reveals nothing of others, and stores exactly the acknowledged data',
    async () => {
      const counts = new Counts();
      const unreached = () =>
        OPERATIONS.flatMap(({ id, status }) =>
          [REDIRECTS[id] ?? status, 400].flatMap((each) => (counts.has(id, each) ? [] : [`${id} ${each}`])),
        );
      const isEnough = () => unreached().length === 0;
      expect(
        await directSuites(service, counts).requests({ requests: REQUESTS, isEnough, seed: SEED, counts }),
      ).toBeUndefined();
      expect(unreached()).toEqual([]);
      expect(Object.keys(counts.byStatus())).toEqual(
        expect.arrayContaining(['303', '401', '403', '404', '405', '409', '413', '415']),
      );
    },
    TIMEOUT_MS,
  );
});

describe('the OpenAPI document', () => {
  test(
    'allows nothing that the service rejects, except for checks against stored state',
    async () => {
      const counts = new Counts();
      const unreached = () => OPERATIONS.map(({ id }) => id).filter((id) => !counts.hasBelow(id, 400));
      const problem = await directSuites(service, counts).documented({
        requests: DOCUMENTED_REQUESTS,
        isEnough: () => unreached().length === 0,
        seed: SEED,
        counts,
      });
      expect(problem?.report).toBeUndefined();
      expect(unreached()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('any sequence of operations by two workspaces, also at the same time', () => {
  test(
    'gets the responses of a plain model of the contract',
    async () => {
      const counts = new Counts();
      // Submissions in sequences have no files, nobody reads the mails with tokens and codes, and the model has no members.
      const reachable = OPERATIONS.filter(
        ({ id, group }) => id !== 'retrieveFile' && group !== 'confirmations' && group !== 'members',
      );
      const unreached = () => reachable.filter(({ id, status }) => !counts.has(id, status)).map(({ id }) => id);
      expect(
        await directSuites(service, counts).sequences({
          requests: SEQUENCE_REQUESTS,
          isEnough: () => unreached().length === 0,
          runsPerSeed: 10,
          seed: SEED,
          counts,
        }),
      ).toBeUndefined();
      expect(unreached()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

test('a request that fails with the table is logged without its content', async () => {
  const stage = await directStage(service, new Counts());
  const world = await stage.newWorld();
  const failed = new Set<string>();
  service.point = async () => {
    throw Object.assign(new Error('rejected'), { name: 'ValidationException' });
  };
  for (const { request: template } of fc.sample(anyCase, { seed: SEED, numRuns: REQUESTS })) {
    const request = world.resolve(template);
    const { status } = await service.send(request);
    if (status === 500) failed.add(service.operationOf(request)?.id ?? '');
    expect(checkLog(world, service.takeLog())).toEqual([]);
  }
  service.point = async () => undefined;
  // It shows its page even then.
  expect(OPERATIONS.map(({ id }) => id).filter((id) => !failed.has(id))).toEqual(['openUnsubscribePage']);
});
