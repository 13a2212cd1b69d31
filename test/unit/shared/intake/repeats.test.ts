import { afterEach, expect, jest, test } from '@jest/globals';
import { ulid } from 'ulid';
import { repeatsOf, storeOnce } from '../../../../shared/intake/repeats.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { FirstSubmissions } from '../../../../shared/storage/firstSubmissions.ts';
import { PendingSubmissions } from '../../../../shared/storage/pendingSubmissions.ts';
import { Submissions } from '../../../../shared/storage/submissions.ts';
import type { TransactionWrite } from '../../../../shared/storage/table.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const MINUTE_MS = 60_000;
const HASH = new Uint8Array([1]);

afterEach(() => {
  jest.restoreAllMocks();
});

/** A client that posts the same form under one name, from a time on. */
function givenClient(name: string, startedAt: number) {
  const table = new MemoryTable(new MemoryItems());
  const firstSubmissions = new FirstSubmissions(table);
  const endpoint = { id: newId('endpoint'), workspaceId: newId('workspace') };
  const dependencies = { firstSubmissions, table, dailySecrets: { find: async () => 'secret' } };
  const post = async (minutes: number, { spamReason, mayBePending = false }: Circumstances = {}) => {
    jest.spyOn(Date, 'now').mockReturnValue(startedAt + minutes * MINUTE_MS);
    const repeats = repeatsOf(endpoint, name, { inputHash: () => HASH, sender: [] }, dependencies);
    if (!repeats) throw new Error('a name is not recognized');
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
        ...(claims.length === 0 && { inputHash: HASH }),
      });
    return storeOnce(repeats, { isWanted, mayBePending }, store, firstSubmissions);
  };
  const pending = async () =>
    (await new PendingSubmissions(table).list(endpoint.id, { limit: 10 })).submissions.map(({ id }) => id);
  return { post, pending };
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
  const { post } = givenClient(ulid(startedAt + ahead * MINUTE_MS), startedAt);
  const outcomes: boolean[] = [];
  for (const minutes of [0, 1, 6, 8, 15, 59, 61]) outcomes.push((await post(minutes)).isReplayed);
  expect(outcomes).toEqual([false, true, true, true, true, true, true]);
});

test.each([
  ['an hour', 60],
  ['eight days', 8 * 24 * 60],
])(
  'asks to confirm what was held for its captcha, if it is repeated with a right one after %s',
  async (_w, minutes) => {
    const startedAt = Date.now();
    const { post, pending } = givenClient(ulid(startedAt), startedAt);
    const held = await post(0, { spamReason: 'captcha_failed', mayBePending: true });
    const { submission } = await post(minutes, { mayBePending: true });
    expect(submission.id).not.toBe(held.submission.id);
    expect(await pending()).toEqual([submission.id]);
  },
);
