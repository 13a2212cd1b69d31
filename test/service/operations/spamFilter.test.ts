import { randomBytes } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { decode } from '../../../shared/spamFilter/filterState.ts';
import { LearnedFilters, type Outcomes } from '../../../shared/storage/filter/learnedFilters.ts';
import type { Kind } from '../../../shared/storage/filter/learning.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { eventually, mailsTo, newSubmission, sharedTable } from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';
import { inOrder } from '../../support/inOrder.ts';
import { messageOf } from '../../support/samples/filterMessages.ts';

const TIMEOUT_MS = 120_000;

const recipient = `owner-${randomBytes(6).toString('hex')}@example.com`;

const owner = ownEndpoint({ targetEmails: [recipient], spamFilter: 'learn' });

const mark = async (id: string, isSpam: boolean) => {
  const { status } = await owner.send('PUT', submissionPath(owner.endpointId, id), { json: { isSpam } });
  expect(status).toBe(200);
};
const find = async (id: string) => (await owner.send('GET', submissionPath(owner.endpointId, id))).json;

async function teach(from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) {
    for (const kind of ['spam', 'ham'] satisfies Kind[]) {
      await mark(await newSubmission(owner.endpointId, messageOf(kind, number)), kind === 'spam');
    }
  }
}

const learned = async () => {
  const found = await new LearnedFilters(sharedTable()).find(owner.endpointId);
  return found && { marks: decode(found.filter.state).marks, outcomes: found.filter.outcomes };
};
const marksAre = (spam: number, ham: number) =>
  eventually(learned, (found) => found?.marks.spam === spam && found.marks.ham === ham);

const notified = async () =>
  (await mailsTo(recipient)).map(({ body }) => /^Submission (sub_\w+)$/m.exec(body.text)?.[1] ?? '');

describe('an endpoint with a learning filter', () => {
  const step = inOrder();
  let held = '';
  let before: Outcomes | undefined;

  /** The right and wrong judgements since the filter knew 25 of each kind. */
  const corrections = async () => {
    const { outcomes } = (await learned()) ?? {};
    return {
      right: (outcomes?.truePositives ?? 0) - (before?.truePositives ?? 0),
      wrong: (outcomes?.falsePositives ?? 0) - (before?.falsePositives ?? 0),
    };
  };

  step(
    'holds nothing before it knows 20 of each kind',
    async () => {
      await teach(0, 19);
      await marksAre(19, 19);
      const id = await newSubmission(owner.endpointId, messageOf('spam', 100));
      expect(await find(id)).toMatchObject({ isSpam: false });
      await eventually(notified, (ids) => ids.includes(id));
    },
    TIMEOUT_MS,
  );

  step(
    'then holds what resembles the marked spam, with the decisive words, and nothing else',
    async () => {
      await teach(19, 25);
      before = (await marksAre(25, 25))?.outcomes;
      held = await newSubmission(owner.endpointId, messageOf('spam', 101));
      const wanted = await newSubmission(owner.endpointId, messageOf('ham', 101));
      expect(await find(held)).toMatchObject({
        isSpam: true,
        spamReason: expect.stringMatching(
          /^learned: (?=.*(?:casino|bonus|winner|jackpot|viagra|loan|crypto|investment))/,
        ),
      });
      expect(await find(wanted)).not.toHaveProperty('spamReason');
      expect(await find(wanted)).toMatchObject({ isSpam: false });
      const ids = await eventually(notified, (some) => some.includes(wanted));
      expect(ids).not.toContain(held);
    },
    TIMEOUT_MS,
  );

  step('sends the held mail once a person marks it as not spam, and learns from that', async () => {
    await mark(held, false);
    expect(await find(held)).toMatchObject({ isSpam: false });
    expect(await find(held)).not.toHaveProperty('spamReason');
    await eventually(notified, (ids) => ids.includes(held));
    await marksAre(25, 26);
    expect(await corrections()).toEqual({ right: 0, wrong: 1 });
    const { falsePositives = 0, falseNegatives = 0 } = (await learned())?.outcomes ?? {};
    const { json } = await owner.send('GET', `/v1/endpoint/${owner.endpointId}/statistics`);
    expect(json.spamReasons.corrected).toBe(falsePositives + falseNegatives);
  });

  const statistics = async () => (await owner.send('GET', `/v1/endpoint/${owner.endpointId}/statistics`)).json;

  step(
    'pauses once it contradicts the marks, and says so: it keeps learning, and holds nothing',
    async () => {
      expect(await statistics()).not.toHaveProperty('filterPause');
      const id = await newSubmission(owner.endpointId, messageOf('spam', 110));
      expect(await find(id)).toMatchObject({ isSpam: true });
      await mark(id, false);
      const { filterPause } = await eventually(statistics, (found) => found.filterPause !== undefined);
      expect(filterPause).toMatchObject({ takenForSpam: 2, marksNeeded: 46 - filterPause.wanted });
      const passed = await newSubmission(owner.endpointId, messageOf('spam', 112));
      expect(await find(passed)).toMatchObject({ isSpam: false });
      await eventually(notified, (ids) => ids.includes(passed));
      await mark(passed, true);
      await marksAre(26, 27);
    },
    TIMEOUT_MS,
  );

  step('holds nothing any more once the filter is switched off', async () => {
    await owner.send('PUT', `/v1/endpoint/${owner.endpointId}`, { json: { spamFilter: 'off' } });
    const id = await newSubmission(owner.endpointId, messageOf('spam', 103));
    expect(await find(id)).toMatchObject({ isSpam: false });
    const { json } = await owner.send('PUT', `/v1/endpoint/${owner.endpointId}`, { json: { spamFilter: null } });
    expect(json).not.toHaveProperty('spamFilter');
  });
});
