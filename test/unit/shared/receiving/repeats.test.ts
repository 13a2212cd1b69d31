import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ulid } from 'ulid';
import { repeatedOf, storeOnce } from '../../../../shared/receiving/repeats.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { PendingSubmissions } from '../../../../shared/storage/confirmations/pendingSubmissions.ts';
import type { Keeping } from '../../../../shared/storage/endpoints/keeping.ts';
import { Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { inPartition } from '../../../../shared/storage/table/expressions.ts';
import { formRequestKey, submissionKey, submittedAt } from '../../../../shared/storage/table/itemKeys.ts';
import type { ItemKey } from '../../../../shared/storage/table/partitions.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STARTED_AT = Date.UTC(2026, 10, 28, 12);

const clock = { ms: 0 };
beforeEach(() => {
  clock.ms = STARTED_AT;
  jest.spyOn(Date, 'now').mockImplementation(() => clock.ms);
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Circumstances {
  spamReason?: string;
  mayBePending?: boolean;
  data?: string;
  /** Whether nothing that it sends is held as spam. */
  isKnown?: boolean;
  /** Before or after which step the function dies. */
  dies?: 'before storing' | 'after storing';
}

class Death extends Error {}

/** A client that posts the same form, under a name, or without one to an endpoint that merges duplicates. */
function givenClient(names: { id?: string; idempotencyKey?: string } = { id: ulid() }, keeping: Keeping = {}) {
  const table = new MemoryTable(new MemoryItems());
  const submissions = new Submissions(table);
  const pendingSubmissions = new PendingSubmissions(table, () => clock.ms);
  const endpoint = { id: newId('endpoint'), duplicates: 'merge', ...keeping } as const;
  const put = jest.spyOn(table, 'put');
  const post = async ({ spamReason, mayBePending = false, data = '1', isKnown = false, dies }: Circumstances = {}) => {
    const input = { hash: () => new Uint8Array([Number(data)]), sender: [] };
    const ofNames = { id: names.id, idempotencyKey: names.idempotencyKey };
    const repeated = await repeatedOf(endpoint, ofNames, input, { find: async () => 'secret' });
    if (!repeated) throw new Error('no repetition is recognized');
    const isWanted = spamReason === undefined;
    const isSolved = !spamReason?.startsWith('captcha_');
    const store = async (id: string, recordedAt?: ItemKey) => {
      if (dies === 'before storing') throw new Death();
      const isPending = mayBePending && isWanted;
      const sent = { data: { a: data }, location: 'Spain', spamReason, isPending };
      const stored = await submissions.create(endpoint.id, { id, mayExist: true, recordedAt, ...sent });
      if (dies === 'after storing') throw new Death();
      return stored;
    };
    const getsOver = (reason: string) => isKnown || (isSolved && reason.startsWith('captcha_'));
    const stored = storeOnce(repeated, getsOver, store, table);
    const { submission, isReplayed } = await stored.catch((error) => {
      if (error instanceof Death) return { submission: { id: 'none' }, isReplayed: false };
      throw error;
    });
    return { id: submission.id, isReplayed };
  };
  const pending = async () => {
    const { submissions: listed } = await pendingSubmissions.list(endpoint.id, { limit: 10 });
    return listed.map(({ id }) => id);
  };
  const stored = async (id: string) => table.get(submissionKey(endpoint.id, id));
  const all = async () => {
    const { Items = [] } = await table.query(inPartition(submissionKey(endpoint.id, '').PK));
    return Items.map(({ SK }) => String(SK).split('#').at(-1));
  };
  return { endpoint, table, all, put, submissions, pendingSubmissions, post, pending, stored };
}

describe.each<[string, { id?: string; idempotencyKey?: string }]>([
  ['a ULID of now', { id: ulid() }],
  ['a ULID of the year 10889', { id: `7${'Z'.repeat(25)}` }],
  ['a ULID of 1970', { id: '0'.repeat(26) }],
  ['an Idempotency-Key', { idempotencyKey: 'order 1' }],
  ['its data and sender', {}],
])('a submission with %s', (_what, names) => {
  test('is stored once, with the time of its arrival', async () => {
    const { post } = givenClient(names);
    const first = await post();
    expect(submittedAt(first.id)).toBe(STARTED_AT);
    for (const after of [0, 20_000, 30_000]) {
      clock.ms = STARTED_AT + after;
      expect(await post()).toEqual({ id: first.id, isReplayed: true });
    }
  });

  test.each([
    ['at once', 100],
    ['later', 50_000],
  ])('is a new one if sent again %s after its deletion', async (_when, afterMs) => {
    const { post, submissions, endpoint, stored } = givenClient(names);
    const first = await post();
    await submissions.delete(endpoint.id, first.id);
    clock.ms += afterMs;
    const second = await post();
    expect(second).toEqual({ id: expect.not.stringContaining(first.id), isReplayed: false });
    expect([await stored(first.id), submittedAt(second.id)]).toEqual([undefined, clock.ms]);
    expect(await post()).toEqual({ id: second.id, isReplayed: true });
  });

  test('that was held as spam is stored again, once, if sent by a known sender', async () => {
    const { post, stored } = givenClient(names);
    const held = await post({ spamReason: 'honeypot' });
    expect(await post({ spamReason: 'honeypot' })).toEqual({ id: held.id, isReplayed: true });
    const { id } = await post({ isKnown: true });
    expect([id === held.id, await stored(id)]).toEqual([
      false,
      expect.not.objectContaining({ spamReason: 'honeypot' }),
    ]);
    expect(await post({ isKnown: true })).toEqual({ id, isReplayed: true });
  });

  test('is stored again under the recorded id while its first request could still do so, then under a new one', async () => {
    const { post, table, endpoint } = givenClient(names);
    await post({ dies: 'before storing' });
    const [record] = (await table.query(inRequests(endpoint.id))).Items ?? [];
    expect(await post({ dies: 'before storing' })).toMatchObject({ id: 'none' });
    clock.ms += 14_999;
    expect(await post()).toEqual({ id: record?.response, isReplayed: false });
    const other = givenClient(names);
    await other.post({ dies: 'before storing' });
    clock.ms += 15_000;
    expect(submittedAt((await other.post()).id)).toBe(clock.ms);
  });

  test('gets the first response if its first request died after storing it', async () => {
    const { post } = givenClient(names);
    await post({ dies: 'after storing' });
    expect(await post()).toMatchObject({ isReplayed: true });
  });

  test('gets the first response while pending, even if its endpoint no longer asks, and can be confirmed', async () => {
    const { post, pending, pendingSubmissions, endpoint, stored } = givenClient(names);
    const { id } = await post({ mayBePending: true });
    for (const spamReason of [undefined, 'captcha_failed'])
      expect(await post({ ...(spamReason && { spamReason }) })).toEqual({ id, isReplayed: true });
    expect([await stored(id), await pending()]).toEqual([undefined, [id]]);
    await pendingSubmissions.confirm(endpoint.id, id);
    expect(await stored(id)).toMatchObject({ confirmedAt: expect.any(String) });
    expect(await post()).toEqual({ id, isReplayed: true });
  });

  test.each([
    ['pending', true],
    ['as wanted', false],
  ])(
    'is stored once more after it was held for its captcha, %s, and not again once the held one is deleted',
    async (_how, isAsking) => {
      const { post, pending, all, submissions, endpoint } = givenClient(names);
      const wrong = { spamReason: 'captcha_failed', mayBePending: isAsking };
      const held = await post(wrong);
      expect(await post(wrong)).toEqual({ id: held.id, isReplayed: true });
      const second = await post({ mayBePending: isAsking });
      expect([second.isReplayed, second.id === held.id]).toEqual([false, false]);
      await submissions.delete(endpoint.id, held.id);
      for (const again of [{ mayBePending: isAsking }, wrong])
        expect(await post(again)).toEqual({ id: second.id, isReplayed: true });
      expect([await pending(), await all()]).toEqual(isAsking ? [[second.id], []] : [[], [second.id]]);
    },
  );
});

test.each([
  ['an _id', { id: ulid() }, 7 * 24 * HOUR_MS],
  ['an Idempotency-Key', { idempotencyKey: 'order 1' }, 24 * HOUR_MS],
  ['data and sender', {}, MINUTE_MS],
])('remembers %s', async (_what, names, rememberedMs) => {
  const { post } = givenClient(names);
  const first = await post();
  clock.ms += rememberedMs;
  expect(await post()).toEqual({ id: first.id, isReplayed: true });
  clock.ms += 1_000;
  expect(await post()).toMatchObject({ isReplayed: false });
});

test.each(['keepDays', 'keepSpamDays'])(
  'a submission is a new one if sent again after %s, spam or not',
  async (name) => {
    const { post } = givenClient({ id: ulid() }, { [name]: 1 });
    const first = await post();
    clock.ms += 24 * HOUR_MS;
    expect(await post()).toEqual({ id: first.id, isReplayed: true });
    clock.ms += 1;
    const second = await post();
    expect([second.isReplayed, submittedAt(second.id)]).toEqual([false, clock.ms]);
  },
);

test('rejects other data under the same name, also after the deletion of the first', async () => {
  const { post, submissions, endpoint } = givenClient();
  const { id } = await post();
  await expect(post({ data: '2' })).rejects.toMatchObject({ code: 'CONFLICT' });
  await submissions.delete(endpoint.id, id);
  await expect(post({ data: '2' })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('records neither data nor sender, and stores a submission with an unreadable record', async () => {
  const { post, table, endpoint } = givenClient({});
  await post();
  const [record] = (await table.query(inRequests(endpoint.id))).Items ?? [];
  expect(Object.keys(record ?? {}).sort()).toEqual(['PK', 'SK', 'inputHash', 'response', 'ttl']);
  await table.put({ ...record, response: { is: 'newer' } }, {});
  expect(await post()).toMatchObject({ isReplayed: false });
});

test.each(['term:casino', 'honeypot'])('keeps a submission held: %s', async (spamReason) => {
  const { post, stored } = givenClient();
  const { id } = await post({ spamReason });
  expect(await post()).toEqual({ id, isReplayed: true });
  expect(await stored(id)).toMatchObject({ isHeld: true });
});

test('stores a named submission with two puts and without a transaction', async () => {
  const { post, put, table } = givenClient();
  const transact = jest.spyOn(table, 'transact');
  await post();
  expect([put.mock.calls.length, transact.mock.calls.length]).toEqual([2, 0]);
});

test('a submission is stored once if its name gets a new id before a slow repetition stores it under the old one', async () => {
  const { post, table, all } = givenClient();
  await post({ dies: 'before storing' });
  clock.ms += 14_999;
  let later: string | undefined;
  beforeTransaction(table, async () => {
    clock.ms += 1;
    later = (await post()).id;
  });
  const { id } = await post();
  expect([later, await all()]).toEqual([id, [id]]);
});

test('a submission is stored once if a slow repetition stores it under the old id before its name gets a new one', async () => {
  const { post, table, all } = givenClient();
  await post({ dies: 'before storing' });
  clock.ms += 14_999;
  let later: ReturnType<typeof post> | undefined;
  const transact = jest.spyOn(table, 'transact').mockImplementationOnce(async (writes) => {
    transact.mockRestore();
    clock.ms += 1;
    await new Promise<void>((resolve) => {
      afterLooks(table, 2, () => table.transact(writes).then(resolve));
      later = post();
    });
  });
  const { id } = await post();
  expect([(await later)?.id, await all()]).toEqual([id, [id]]);
});

describe('a submission held for its captcha and sent again with a right one', () => {
  test('is not stored a second time if its owner releases it before its name gets a new id', async () => {
    const { post, table, all, submissions, endpoint } = givenClient();
    const { id } = await post({ spamReason: 'captcha_failed' });
    afterLooks(table, 1, () => submissions.update(endpoint, id, { isSpam: false }));
    expect(await post()).toEqual({ id, isReplayed: true });
    expect(await all()).toEqual([id]);
  });

  test('is stored a second time by one of two requests', async () => {
    const { post, table, all } = givenClient();
    const held = await post({ spamReason: 'captcha_failed' });
    let other: string | undefined;
    afterLooks(table, 1, async () => {
      other = (await post()).id;
    });
    const { id } = await post();
    expect([other, await all()]).toEqual([id, [held.id, id].sort()]);
  });
});

test('a submission is stored once if its endpoint stops asking while a slow repetition is about to store it', async () => {
  const { post, table, pending, all } = givenClient();
  await post({ dies: 'before storing', mayBePending: true });
  beforeTransaction(table, () => post({ mayBePending: true }));
  const { id } = await post();
  expect([await pending(), await all()]).toEqual([[id], []]);
});

test('answers a repetition that looks while the submission is being confirmed', async () => {
  const { post, table, pendingSubmissions, endpoint } = givenClient();
  const { id } = await post({ mayBePending: true });
  const getAll = table.getAll.bind(table);
  // A batch reads its items one after the other.
  jest.spyOn(table, 'getAll').mockImplementationOnce(async ([submission, waiting], projection) => {
    const before = await getAll(submission ? [submission] : [], projection);
    await pendingSubmissions.confirm(endpoint.id, id);
    return [...before, ...(await getAll(waiting ? [waiting] : [], projection))];
  });
  expect(await post({ mayBePending: true })).toEqual({ id, isReplayed: true });
});

test.each([true, false])(
  'does not store a submission again (pending: %p) that is deleted while a repetition is about to store it',
  async (mayBePending) => {
    const { post, table, submissions, pendingSubmissions, endpoint, pending, all } = givenClient();
    await post({ mayBePending, dies: 'before storing' });
    let deleted = '';
    beforeTransaction(table, async () => {
      ({ id: deleted } = await post({ mayBePending }));
      await (mayBePending ? pendingSubmissions : submissions).delete(endpoint.id, deleted);
    });
    const { id, isReplayed } = await post({ mayBePending });
    expect([isReplayed, id === deleted]).toEqual([false, false]);
    expect([await pending(), await all()]).toEqual(mayBePending ? [[id], []] : [[], [id]]);
  },
);

/** Acts before the next transaction is written. */
function beforeTransaction(table: MemoryTable, act: () => Promise<unknown>): void {
  const transact = jest.spyOn(table, 'transact').mockImplementationOnce(async (writes) => {
    transact.mockRestore();
    await act();
    return table.transact(writes);
  });
}

/** Acts after this many further batches of reads, before their results arrive. */
function afterLooks(table: MemoryTable, count: number, act: () => Promise<unknown>): void {
  const getAll = table.getAll.bind(table);
  let looks = 0;
  jest.spyOn(table, 'getAll').mockImplementation(async (...input) => {
    const found = await getAll(...input);
    looks++;
    if (looks === count) await act();
    return found;
  });
}

const inRequests = (endpointId: string) => inPartition(formRequestKey(endpointId, '').PK);
