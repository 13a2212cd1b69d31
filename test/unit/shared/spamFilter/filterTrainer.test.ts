import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { newId } from '../../../../shared/runtime/newId.ts';
import { decode } from '../../../../shared/spamFilter/filterState.ts';
import { FilterTrainer, type SpamMark } from '../../../../shared/spamFilter/filterTrainer.ts';
import { spamMarksOf } from '../../../../shared/spamFilter/marks.ts';
import { LearnedFilters } from '../../../../shared/storage/filter/learnedFilters.ts';
import { parseSpamMark } from '../../../../shared/storage/submissions/storedSubmission.ts';
import { Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { StorageUnavailable } from '../../../../shared/storage/table/failures.ts';
import { endpointKey, learnedFilterKey, submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { catchLogs } from '../../../support/logged.ts';
import { messageOf } from '../../../support/samples/filterMessages.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

const ITEM_BYTES_MAX = 4_096;

let calls: string[];
let items: MemoryItems;
let table: MemoryTable;
let trainer: FilterTrainer;
let endpointId: string;

beforeEach(async () => {
  [calls, items, endpointId] = [[], new MemoryItems(), newId('endpoint')];
  table = new MemoryTable(items, {
    intercept: (call, perform) => {
      calls.push(call.action);
      return perform(call);
    },
  });
  trainer = new FilterTrainer(new LearnedFilters(table));
  await addEndpoint(endpointId);
});

afterEach(() => {
  jest.restoreAllMocks();
});

const addEndpoint = (id: string, spamFilter = 'learn') => table.put({ ...endpointKey(id), id, spamFilter }, {});

async function marked(count: number, id = endpointId): Promise<SpamMark[]> {
  const submissions = new Submissions(table);
  const all = Array.from({ length: count }, async (_, number) => {
    const kind = number % 2 === 0 ? 'spam' : 'ham';
    const data = messageOf(kind, number);
    const submission = await submissions.create(id, { data, location: 'Unknown', judgedAs: 'spam' });
    await submissions.update({ id, spamFilter: 'learn' }, submission.id, { isSpam: kind === 'spam' });
    return spamMarksOf([(await table.get(submissionKey(id, submission.id))) ?? {}]);
  });
  const marks = (await Promise.all(all)).flat();
  calls.length = 0;
  return marks;
}

const filterOf = async (id = endpointId) => (await new LearnedFilters(table).find(id))?.filter;
const marksOf = async (id = endpointId) => decode((await filterOf(id))?.state).marks;

describe('Training', () => {
  test('needs one read, and one write for 25 submissions', async () => {
    const marks = await marked(60);
    expect(await trainer.train(endpointId, marks)).toBe(60);
    expect(calls).toEqual(['Query', 'TransactWriteItems', 'TransactWriteItems', 'TransactWriteItems']);
    expect(await marksOf()).toEqual({ spam: 30, ham: 30 });
    expect((await filterOf())?.outcomes).toEqual({
      truePositives: 30,
      falsePositives: 30,
      trueNegatives: 0,
      falseNegatives: 0,
    });
  });

  test('counts wanted submissions and those it judged as spam, and undoes changed marks', async () => {
    const marks = await marked(4);
    await trainer.train(endpointId, marks);
    const record = { period: 0, wanted: 2, taken: 2, wantedBefore: 0, takenBefore: 0 };
    expect((await filterOf())?.record).toEqual(record);
    const [, wanted] = marks;
    const { submissionId = '' } = wanted ?? {};
    await new Submissions(table).update({ id: endpointId, spamFilter: 'learn' }, submissionId, { isSpam: true });
    const changed = spamMarksOf([(await table.get(submissionKey(endpointId, submissionId))) ?? {}]);
    expect(changed).toMatchObject([{ before: { learnedAs: 'ham', learnedDuring: 0, toLearn: 'spam' } }]);
    await trainer.train(endpointId, changed);
    expect((await filterOf())?.record).toEqual({ ...record, wanted: 1, taken: 1 });
    expect(await marksOf()).toEqual({ spam: 3, ham: 1 });
  });

  test('skips 25 marks that it has learned already, in one attempt', async () => {
    const marks = await marked(25);
    await trainer.train(endpointId, marks);
    const before = await filterOf();
    calls.length = 0;
    expect(await trainer.train(endpointId, marks)).toBe(0);
    expect(calls).toEqual(['Query', 'TransactWriteItems']);
    expect(await filterOf()).toEqual(before);
  });

  test('learns the rest of a batch with obsolete marks', async () => {
    const marks = await marked(10);
    await trainer.train(endpointId, marks.slice(3, 6));
    await new Submissions(table).delete(endpointId, marks[0]?.submissionId ?? '');
    expect(await trainer.train(endpointId, marks)).toBe(6);
    expect(await marksOf()).toEqual({ spam: 4, ham: 5 });
  });

  test('reads once and learns nothing if the filter is off or the endpoint is gone', async () => {
    const off = newId('endpoint');
    await addEndpoint(off, 'off');
    const none = newId('endpoint');
    for (const id of [off, none]) {
      const marks = await marked(2, id);
      expect(await trainer.train(id, marks)).toBe(0);
      expect(calls).toEqual(['Query']);
    }
  });

  test('leaves an item of at most 4 kB, which one read unit pays for', async () => {
    await trainer.train(endpointId, await marked(300));
    const { state, outcomes, record, ...others } = (await table.get(learnedFilterKey(endpointId))) ?? {};
    // Sizes by DynamoDB's "Item sizes": names and texts in bytes; a number takes up to 21, a map and its members some
    // more.
    const [counts, counted] = [Object.keys(outcomes as object), Object.keys(record as object)];
    const names = [...Object.keys({ state, outcomes, record, ...others }), ...counts, ...counted].join('');
    // The record's numbers have at most two digits; its period may have any number.
    const numbers = 21 * (2 + counts.length) + 2 * (counted.length - 1) + 2 * 3 + counts.length + counted.length;
    const texts = ['PK', 'SK', 'generation'].map((name) => String(others[name])).join('');
    expect(3_700 + Buffer.byteLength(names + texts) + numbers).toBeLessThanOrEqual(ITEM_BYTES_MAX);
    expect((state as Uint8Array).length).toBeLessThanOrEqual(3_700);
  });

  test('does not overwrite a newer filter with a reset one', async () => {
    const filters = new LearnedFilters(table);
    await trainer.train(endpointId, await marked(1));
    const read = await filterOf();
    const [mark, other] = await marked(2);
    await filters.reset(endpointId);
    await trainer.train(endpointId, other ? [other] : []);
    expect((await filterOf())?.version).toBe(read?.version);
    if (!read || !mark) throw new Error('nothing was read');
    expect(await filters.learn(endpointId, { read, next: read, lessons: [{ ...mark, period: 0 }] })).toBe('stale');
  });

  test('creates no filter once the endpoint is gone', async () => {
    const [mark] = await marked(1);
    const read = await filterOf();
    await table.delete(endpointKey(endpointId));
    if (!read || !mark) throw new Error('nothing was read');
    const outcome = await new LearnedFilters(table).learn(endpointId, {
      read,
      next: read,
      lessons: [{ ...mark, period: 0 }],
    });
    expect(outcome).toBe('stale');
    expect(await table.get(learnedFilterKey(endpointId))).toBeUndefined();
  });

  test('gives up, for a retry, if another writer is always first', async () => {
    const marks = await marked(1);
    const filters = new LearnedFilters(table);
    const learn = jest.fn(async () => 'stale' as const);
    const racing = { find: (id: string) => filters.find(id), learn };
    await expect(new FilterTrainer(racing).train(endpointId, marks)).rejects.toThrow(StorageUnavailable);
    expect(learn).toHaveBeenCalledTimes(20);
  });
});

test('skips unreadable items in a batch of marks, and logs them without submitted data', async () => {
  const images = (await marked(4)).map(
    ({ submissionId }) => [...items.state().values()].find(({ SK }) => SK === `SUB#${submissionId}`) ?? {},
  );
  const broken = { ...images[0], data: '{"message": "Secret' };
  const { lines } = catchLogs();
  await trainer.train(endpointId, spamMarksOf([broken, ...images.slice(1)]));
  expect(await marksOf()).toEqual({ spam: 1, ham: 2 });
  expect(JSON.stringify(lines)).toContain('a spam mark could not be read');
  expect(JSON.stringify(lines)).not.toContain('Secret');
});

describe('A mark', () => {
  test('is a person’s: the service’s own has a reason', () => {
    const item = { ...submissionKey(endpointId, newId('submission')), data: '{}', location: 'Unknown' };
    expect(parseSpamMark({ ...item, isSpam: true, spamReason: 'honeypot', isHeld: true })).toBeUndefined();
    expect(parseSpamMark(item)).toBeUndefined();
    expect(parseSpamMark({ ...item, isSpam: true })).toMatchObject({ kind: 'spam', endpointId });
    expect(parseSpamMark({ ...item, isSpam: false })).toMatchObject({ kind: 'ham' });
  });
});
