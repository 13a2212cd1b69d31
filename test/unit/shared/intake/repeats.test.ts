import { afterEach, expect, jest, test } from '@jest/globals';
import { ulid } from 'ulid';
import { repeatsOf, storeOnce } from '../../../../shared/intake/repeats.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { FirstSubmissions } from '../../../../shared/storage/firstSubmissions.ts';
import { submissionKey } from '../../../../shared/storage/itemKeys.ts';
import { PendingSubmissions } from '../../../../shared/storage/pendingSubmissions.ts';
import { Submissions } from '../../../../shared/storage/submissions.ts';
import { ConditionFailed, type TransactionWrite } from '../../../../shared/storage/table.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const MINUTE_MS = 60_000;
const HASH = new Uint8Array([1]);

afterEach(() => {
  jest.restoreAllMocks();
});

/** A client that posts the same form under one name, or without one to an endpoint that merges duplicates. */
function givenClient(startedAt: number, name?: string) {
  const table = new MemoryTable(new MemoryItems());
  const firstSubmissions = new FirstSubmissions(table);
  const endpoint = { id: newId('endpoint'), workspaceId: newId('workspace'), duplicates: 'merge' } as const;
  const dependencies = { firstSubmissions, table, dailySecrets: { find: async () => 'secret' } };
  const post = async (minutes: number, { spamReason, mayBePending = false }: Circumstances = {}) => {
    jest.spyOn(Date, 'now').mockReturnValue(startedAt + minutes * MINUTE_MS);
    const spelled = minutes % 2 === 0 ? name : name?.toLowerCase();
    const repeats = repeatsOf(endpoint, spelled, { inputHash: () => HASH, sender: [] }, dependencies);
    if (!repeats) throw new Error('no repetition is recognized');
    const isWanted = spamReason === undefined;
    const store = (id: string, claims: TransactionWrite[]) =>
      new Submissions(table).create(endpoint.id, {
        id,
        claims,
        mayExist: true,
        mayBePending,
        isPending: mayBePending && isWanted,
        spamReason,
        data: { a: '1' },
        location: 'Spain',
        ...(name !== undefined && claims.length === 0 && { inputHash: HASH }),
      });
    return storeOnce(repeats, { isWanted, mayBePending }, store, firstSubmissions);
  };
  const pending = async () =>
    (await new PendingSubmissions(table).list(endpoint.id, { limit: 10 })).submissions.map(({ id }) => id);
  const held = async (id: string) => (await table.get(submissionKey(endpoint.id, id)))?.isHeld;
  return { table, post, pending, held };
}

interface Circumstances {
  spamReason?: string;
  mayBePending?: boolean;
}

test.each([
  ['right', 0],
  ['two hours slow', -120],
  ['ten minutes fast', 10],
  ['two hours fast', 120],
])('stores a submission once that a client whose clock is %s repeats for an hour', async (_what, ahead) => {
  const startedAt = Date.now();
  const { post } = givenClient(startedAt, ulid(startedAt + ahead * MINUTE_MS));
  const outcomes: boolean[] = [];
  for (const minutes of [0, 1, 6, 8, 15, 59, 61]) outcomes.push((await post(minutes)).isReplayed);
  expect(outcomes).toEqual([false, true, true, true, true, true, true]);
});

test.each([
  ['an hour', 60],
  ['almost seven days', 7 * 24 * 60 - 1],
  ['eight days', 8 * 24 * 60],
])(
  'asks once to confirm what was held for its captcha, if it is repeated with a right one after %s',
  async (_w, minutes) => {
    const startedAt = Date.now();
    const { post, pending } = givenClient(startedAt, ulid(startedAt));
    const held = await post(0, { spamReason: 'captcha_failed', mayBePending: true });
    const { submission } = await post(minutes, { mayBePending: true });
    expect(submission.id).not.toBe(held.submission.id);
    const again = await post(minutes + 60, { mayBePending: true });
    expect([again.submission.id, again.isReplayed]).toEqual([submission.id, true]);
    expect(await pending()).toEqual([submission.id]);
  },
);

test.each([
  ['its name', ulid()],
  ['data and sender', undefined],
])('asks to confirm it once, if it is recognized by %s', async (_what, name) => {
  const { post, pending } = givenClient(Date.now(), name);
  await post(0, { spamReason: 'captcha_failed', mayBePending: true });
  const solved = await post(0.5, { mayBePending: true });
  expect(await post(0.6, { mayBePending: true })).toMatchObject({
    submission: { id: solved.submission.id },
    isReplayed: true,
  });
  expect(await pending()).toEqual([solved.submission.id]);
});

test.each([
  ['its captcha, if the repetition has a right one', 'captcha_failed', undefined, undefined],
  ['its captcha, unless the repetition has a right one', 'captcha_failed', 'captcha_failed', true],
  ['a blocked term', 'term:casino', undefined, true],
])('decides about what was held for %s', async (_what, spamReason, repeated, isHeld) => {
  const { post, held } = givenClient(Date.now(), ulid());
  const { submission } = await post(0, { spamReason });
  expect(await post(1, { ...(repeated && { spamReason: repeated }) })).toMatchObject({ isReplayed: true });
  expect(await held(submission.id)).toBe(isHeld);
});

test('tries again if the first copy is removed at the same time', async () => {
  const { table, post } = givenClient(Date.now(), ulid());
  jest.spyOn(table, 'put').mockRejectedValueOnce(new ConditionFailed(0, undefined));
  expect(await post(0)).toMatchObject({ isReplayed: false });
});
