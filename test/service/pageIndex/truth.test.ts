import { beforeAll, describe, expect } from '@jest/globals';
import { newId } from '../../../shared/runtime/newId.ts';
import { indexHeadKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { checkIndex } from '../../deep/schedules/checks.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { eventually, newSubmission, outputs, sharedTable, type TextResponse } from '../../support/cloud/service.ts';
import { putSubmissions } from '../../support/cloud/storedSubmissions.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';
import { inOrder } from '../../support/inOrder.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { Random } from '../../support/simulator/random.ts';

const ROUNDS = IS_LONG ? 24 : 3;
/** Existing submissions of 1 kB: enough for segments on an index page. */
const LOADED = 1_200;
const CHANGES_PER_ROUND = 70;
const LISTS_PER_ROUND = IS_LONG ? 25 : 15;
const IN_FLIGHT = 6;
/** Many requests, which take a minute on an idle machine. */
const TIMEOUT_MS = 600_000;
const DAY_MS = 86_400_000;

const random = new Random(20_260_401);
const model: string[] = [];

const owner = ownEndpoint({ emailNotifications: false });
beforeAll(async () => {
  model.push(...(await putSubmissions(outputs(), owner.endpointId, LOADED)).reverse());
});

const list = (page: number, limit: number): Promise<TextResponse> =>
  owner.send('GET', `/v1/submissions/${owner.endpointId}?page=${page}&limit=${limit}`);

const idsOf = ({ json }: TextResponse): string[] => json.submissions.map(({ id }: { id: string }) => id);

const totalPagesOf = (limit: number): number => Math.max(1, Math.ceil(model.length / limit));

/** As if the sender's clock were slow or the write late: it belongs further back in the list. */
async function createLate(): Promise<string> {
  const id = newId('submission', Date.now() - random.below(DAY_MS / 1_000) * 10);
  await sharedTable().put(
    { ...submissionKey(owner.endpointId, id), data: '{}', location: 'Unknown' },
    { ConditionExpression: 'attribute_not_exists(PK)' },
  );
  return id;
}

async function change(): Promise<void> {
  if (model.length > 0 && random.chance(0.25)) {
    const [id = ''] = model.splice(random.below(model.length), 1);
    expect((await owner.send('DELETE', submissionPath(owner.endpointId, id))).status).toBe(200);
  } else model.push(random.chance(0.1) ? await createLate() : await newSubmission(owner.endpointId));
}

async function changeMuch(): Promise<void> {
  let left = CHANGES_PER_ROUND;
  const changeOneAfterAnother = async () => {
    while (left-- > 0) await change();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, changeOneAfterAnother));
  model.sort().reverse();
}

describe('GET /v1/submissions/{endpointId} › against a plain list, over random operations', () => {
  const step = inOrder();

  step(
    '200 with the same pages and, once the stream is processed, the same totals; 404 past the last',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await changeMuch();
        expect(idsOf(await list(1, 100))).toEqual(model.slice(0, 100));
        await untilIndexIsTrue();
        for (let i = 0; i < LISTS_PER_ROUND; i++) await comparePage();
      }
      expect(model.length).toBeGreaterThan(LOADED + 20 * ROUNDS);
    },
    TIMEOUT_MS,
  );

  step(
    'each item is on exactly one page while nothing changes',
    async () => {
      for (const limit of IS_LONG ? [7, 32, 100] : [43, 100]) {
        const seen: string[] = [];
        for (let page = 1; page <= totalPagesOf(limit); page++) seen.push(...idsOf(await list(page, limit)));
        expect(seen).toEqual(model);
      }
    },
    TIMEOUT_MS,
  );

  step('a submission is on page 1 once its create has returned, and gone once its delete has', async () => {
    for (let i = 0; i < (IS_LONG ? 50 : 20); i++) {
      const id = await newSubmission(owner.endpointId);
      expect(idsOf(await list(1, 5))[0]).toBe(id);
      if (i % 2 === 0) continue;
      await owner.send('DELETE', submissionPath(owner.endpointId, id));
      expect(idsOf(await list(1, 5))).not.toContain(id);
    }
  });

  step(
    'the endpoint leaves neither submissions nor a page index behind when it is deleted',
    async () => {
      const { PK } = indexHeadKey(owner.endpointId);
      expect(await countOf(PK)).toBeGreaterThan(1);
      expect((await owner.send('DELETE', `/v1/endpoint/${owner.endpointId}`)).status).toBe(200);
      await eventually(
        async () => (await countOf(PK)) + (await countOf(submissionKey(owner.endpointId, '').PK)),
        (left) => left === 0,
        60_000,
      );
    },
    TIMEOUT_MS,
  );
});

/** The total is not enough: a removal and a late insert that are both pending cancel each other out. */
const untilIndexIsTrue = () =>
  eventually(
    () => checkIndex(sharedTable(), owner.endpointId, model),
    (problems) => problems.length === 0,
  );

async function comparePage(): Promise<void> {
  const limit = 1 + random.below(100);
  const totalPages = totalPagesOf(limit);
  const page = 1 + random.below(totalPages + 1);
  const answer = await list(page, limit);
  if (page > totalPages) {
    expect([answer.status, answer.json.message]).toEqual([404, expect.stringContaining(`has ${totalPages} page`)]);
    return;
  }
  expect(answer.json._metadata).toEqual({ totalPages, page, itemsPerPage: limit });
  expect(idsOf(answer)).toEqual(model.slice((page - 1) * limit, page * limit));
}

async function countOf(partition: string): Promise<number> {
  const { Count } = await sharedTable().query({
    KeyConditionExpression: 'PK = :pk',
    ExpressionAttributeValues: { ':pk': partition },
    Select: 'COUNT',
  });
  return Count ?? 0;
}
