import { describe, expect, jest, test } from '@jest/globals';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { PlacesTaken, readPlacesTaken } from '../../../../../shared/storage/endpoints/places.ts';
import { SENT_ATTRIBUTES } from '../../../../../shared/storage/submissions/storedSubmission.ts';
import { requireStorable, Submissions, submissionOf } from '../../../../../shared/storage/submissions/submissions.ts';
import { lookUp } from '../../../../support/lookups.ts';
import type { Intercept } from '../../../../support/simulator/calls.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const jsonOf = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

test('stores data of 50,000 bytes as JSON, and no more', () => {
  expect(jsonOf(50_000)).toHaveLength(50_000);
  expect(() => requireStorable(jsonOf(50_000))).not.toThrow();
  const tooLarge = expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', message: expect.stringContaining('50001') });
  expect(() => requireStorable(jsonOf(50_001))).toThrow(tooLarge);
});

test('finds a submission of its endpoint only', async () => {
  const table = new MemoryTable(new MemoryItems());
  const [endpointId, other] = [newId('endpoint'), newId('endpoint')];
  const { id } = await new Submissions(table).create(endpointId, { data: { a: '1' }, location: 'Spain' });
  expect(await lookUp(table, submissionOf(endpointId, id))).toMatchObject({ id, data: { a: '1' } });
  for (const [endpoint, submission] of [
    [other, id],
    [endpointId, newId('submission')],
    [endpointId, 'sub_1'],
  ] as const)
    await expect(lookUp(table, submissionOf(endpoint, submission))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('does not look up a submission to delete if its id is too long for a key', async () => {
  const table = new MemoryTable(new MemoryItems());
  const remove = jest.spyOn(table, 'delete');
  const deleted = new Submissions(table).delete(newId('endpoint'), 'x'.repeat(1_024));
  await expect(deleted).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(remove).not.toHaveBeenCalled();
});

describe('the places of an endpoint', () => {
  const given = (conflicts: number, isLost = false) => {
    const items = new MemoryItems();
    let left = conflicts;
    const intercept: Intercept = async (call, perform) => {
      if (call.action !== 'TransactWriteItems' || left-- <= 0) return perform(call);
      if (isLost) await perform(call);
      const CancellationReasons = [{ Code: 'TransactionConflict' }];
      throw Object.assign(new Error('conflict'), { name: 'TransactionCanceledException', CancellationReasons });
    };
    const table = new MemoryTable(items, { intercept });
    const endpointId = newId('endpoint');
    const store = (maxSubmissions: number) =>
      new Submissions(table).create(endpointId, { data: {}, location: 'Spain', maxSubmissions });
    const taken = () => readPlacesTaken(table, endpointId);
    return { store, taken, stored: () => [...items.state().keys()].length - 1 };
  };

  test('are taken by transactions that wait for others, within the time of the function', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.01);
    const { store, taken } = given(9);
    await store(1);
    expect(await taken()).toBe(1);
    await expect(given(10).store(1)).rejects.toMatchObject({ name: 'StorageUnavailable' });
    jest.restoreAllMocks();
  });

  test('the last one is not refused to its own submission, whose first response was lost', async () => {
    const { store, taken, stored } = given(1, true);
    await store(1);
    expect([await taken(), stored()]).toEqual([1, 1]);
    await expect(store(1)).rejects.toThrow(PlacesTaken);
    await store(2);
    expect([await taken(), stored()]).toEqual([2, 2]);
  });
});

test('functions may only write the attributes of a stored submission', () => {
  const sent = [
    'charset',
    'data',
    'files',
    'hasTargets',
    'hops',
    'judgedAs',
    'knownSender',
    'language',
    'location',
    'mailSubject',
  ];
  expect([...SENT_ATTRIBUTES].sort()).toEqual(sent);
});
