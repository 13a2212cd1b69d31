import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createHandler } from '../../../lambdas/recordScan.ts';
import type { ScanState } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { fileKey, uploadKey } from '../../../shared/files/objectKeys.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { storedFiles } from '../../../shared/storage/submissions/submittedFiles.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import { requireRights, tableOf } from '../../support/simulator/rights.ts';

const ids = { endpointId: newId('endpoint'), submissionId: newId('submission'), fileId: newId('file') };
const objectKey = fileKey(ids.endpointId, ids.submissionId, ids.fileId);
const file = { id: ids.fileId, field: 'file', name: 'a.txt', type: 'text/plain', bytes: 5, scan: 'pending' } as const;

function given({ waits: needed = 0 } = {}) {
  const items = new MemoryItems();
  const table = new MemoryTable(items);
  const key = submissionKey(ids.endpointId, ids.submissionId);
  const store = () => table.put({ ...key, data: '{}', location: 'Spain', files: storedFiles([file]) }, {});
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    if (waits.length === needed) await store();
  };
  /** Deleted keys, with what was stored about the file at the time. */
  const removed: string[] = [];
  const removedAt: (ScanState | undefined)[] = [];
  const failures: Error[] = [];
  const bucket = {
    remove: async (objectName: string) => {
      requireRights('recordScan', { service: 's3', action: 'DeleteObject', input: { key: objectName } });
      const failure = failures.shift();
      if (failure) throw failure;
      removed.push(objectName);
      removedAt.push(await scanOf());
    },
  };
  const handler = createHandler({ table: tableOf('recordScan', items), bucket, wait });
  const record = (scanResultStatus: string, about = objectKey) => {
    const detail = { s3ObjectDetails: { objectKey: about }, scanResultDetails: { scanResultStatus } };
    return handler({ detail } as never, {} as never);
  };
  const scanOf = async (): Promise<ScanState | undefined> => {
    const files = (await table.get(key))?.files as ReturnType<typeof storedFiles> | undefined;
    return files?.[ids.fileId]?.scan;
  };
  return { store, record, scanOf, waits, removed, removedAt, failures };
}

describe('recordScan', () => {
  beforeEach(() => {
    for (const level of ['info', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each([
    ['NO_THREATS_FOUND', 'clean'],
    ['THREATS_FOUND', 'infected'],
    ['UNSUPPORTED', 'unscannable'],
    ['ACCESS_DENIED', 'unscannable'],
    ['FAILED', 'unscannable'],
    ['SOMETHING_NEW', 'unscannable'],
  ])('records %s as %s, at once', async (status, scan) => {
    const { store, record, scanOf, waits } = given();
    await store();
    await record(status);
    expect([await scanOf(), waits]).toEqual([scan, []]);
  });

  test('deletes an infected file before it records the result, and no other', async () => {
    for (const [status, keys] of [
      ['THREATS_FOUND', [objectKey]],
      ['NO_THREATS_FOUND', []],
      ['UNSUPPORTED', []],
    ] as const) {
      const { store, record, removed, removedAt } = given();
      await store();
      await record(status);
      expect([removed, removedAt]).toEqual([keys, keys.map(() => 'pending')]);
    }
  });

  test('deletes an infected file without a submission', async () => {
    const { record, removed } = given();
    await record('THREATS_FOUND');
    expect(removed).toEqual([objectKey]);
  });

  test('records no result for an infected file if its deletion fails, and does both on the retry', async () => {
    const { store, record, scanOf, removed, failures } = given();
    await store();
    failures.push(new Error('S3 refused'));
    await expect(record('THREATS_FOUND')).rejects.toThrow('recordScan');
    expect(await scanOf()).toBe('pending');
    await record('THREATS_FOUND');
    expect([await scanOf(), removed]).toEqual(['infected', [objectKey]]);
  });

  test('records only the first result', async () => {
    const { store, record, scanOf } = given();
    await store();
    await record('THREATS_FOUND');
    await record('NO_THREATS_FOUND');
    expect(await scanOf()).toBe('infected');
  });

  test('waits up to twelve seconds for the submission of a file', async () => {
    const late = given({ waits: 12 });
    await late.record('NO_THREATS_FOUND');
    expect([await late.scanOf(), late.waits]).toEqual(['clean', Array(12).fill(1_000)]);
    const never = given();
    await never.record('NO_THREATS_FOUND');
    expect([await never.scanOf(), never.waits.length]).toEqual([undefined, 12]);
  });

  test('fails for an object other than a submission’s file', async () => {
    const { record } = given();
    await expect(record('NO_THREATS_FOUND', uploadKey(ids.endpointId, newId('upload')))).rejects.toThrow('recordScan');
  });
});
