import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type IntakeDependencies, receiveSubmission } from '../../../../../shared/receiving/receiveSubmission.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { Submissions } from '../../../../../shared/storage/submissions/submissions.ts';
import {
  RESERVED_MS,
  type UploadClaim,
  UploadClaims,
  UploadTaken,
} from '../../../../../shared/storage/submissions/uploadClaims.ts';
import { ConditionFailed } from '../../../../../shared/storage/table/table.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const NOW = Date.UTC(2026, 10, 23);
const endpointId = newId('endpoint');
let now = NOW;
let table: MemoryTable;
let claims: UploadClaims;
beforeEach(() => {
  now = NOW;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  table = new MemoryTable(new MemoryItems());
  claims = new UploadClaims(table);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const claimOf = (...uploadIds: string[]): UploadClaim => ({ endpointId, submissionId: newId('submission'), uploadIds });

describe('uploads', () => {
  test('are reserved all or none, for one submission until the reservation expires', async () => {
    const [first, second] = [newId('upload'), newId('upload')];
    await claims.reserve(claimOf(first));
    await expect(claims.reserve(claimOf(second, first))).rejects.toThrow(UploadTaken);
    expect([await claims.hasTaken([first]), await claims.hasTaken([second])]).toEqual([true, false]);
    now += RESERVED_MS + 1;
    expect(await claims.hasTaken([first])).toBe(false);
    await claims.reserve(claimOf(second, first));
  });

  test('are claimed for good, unless another submission reserved them in the meantime', async () => {
    const upload = newId('upload');
    const late = await claims.reserve(claimOf(upload));
    now += RESERVED_MS + 1;
    await table.transact(await claims.reserve(claimOf(upload)));
    await expect(table.transact(late)).rejects.toThrow(ConditionFailed);
    now += 10 * RESERVED_MS;
    expect(await claims.hasTaken([upload])).toBe(true);
  });

  test('are copied by one repetition of a request at a time, and once for each of its submissions', async () => {
    const claim = { ...claimOf(newId('upload')), nameHash: 'a name' };
    const next = { ...claim, submissionId: newId('submission') };
    const writes = await claims.reserve(claim);
    for (const busy of [claim, next]) await expect(claims.reserve(busy)).rejects.toThrow(ConditionFailed);
    await table.transact(writes);
    await expect(claims.reserve(claim)).rejects.toThrow(ConditionFailed);
    await expect(claims.reserve({ ...next, nameHash: 'another' })).rejects.toThrow(UploadTaken);
    await table.transact(await claims.reserve(next));
    now += RESERVED_MS + 1;
    expect(await claims.hasTaken(claim.uploadIds)).toBe(true);
  });

  test('are free again once they are released, unless they were claimed', async () => {
    const [failed, stored] = [claimOf(newId('upload')), claimOf(newId('upload'))];
    await claims.reserve(failed);
    await claims.release(failed);
    expect(await claims.hasTaken(failed.uploadIds)).toBe(false);
    await table.transact(await claims.reserve(stored));
    await expect(claims.release(stored)).rejects.toThrow(ConditionFailed);
    await expect(claims.reserve(stored)).rejects.toThrow(UploadTaken);
    expect(await claims.hasTaken(stored.uploadIds)).toBe(true);
  });
});

/** Receives submissions with the same upload, which all check that it is free before any continues. */
async function receiveAtOnce(count: number) {
  const looked: (() => void)[] = [];
  let copies = 0;
  const accepted = { field: 'a', name: 'a.txt', type: 'text/plain', bytes: 1, source: { key: 'a', etag: 'b' } };
  const endpoint = { id: endpointId, isEnabled: true, files: { maxCount: 1 } };
  const dependencies = {
    endpointsWithFilter: { find: async () => ({ endpoint, filter: undefined }) },
    submissions: new Submissions(table),
    uploadClaims: {
      hasTaken: async (ids: string[]) => {
        const isTaken = await claims.hasTaken(ids);
        await new Promise<void>((resolve) => {
          if (looked.push(resolve) === count) for (const goOn of looked) goOn();
        });
        return isTaken;
      },
      reserve: (claim: UploadClaim) => claims.reserve(claim),
      release: (claim: UploadClaim) => claims.release(claim),
    },
    fileReceiver: async () => ({ accept: async () => [accepted], store: async () => [copies++].slice(1) }),
    siteUrl: 'https://forms.example.com',
  } as unknown as IntakeDependencies;
  const sent = { endpointId, body: { _uploads: newId('upload') }, files: [], headers: {}, location: 'Spain' };
  const answers = await Promise.allSettled(Array.from({ length: count }, () => receiveSubmission(sent, dependencies)));
  return { copies, stored: answers.filter(({ status }) => status === 'fulfilled').length };
}

test('of 30 concurrent submissions that find an upload free, one copies it', async () => {
  expect(await receiveAtOnce(30)).toEqual({ copies: 1, stored: 1 });
});
