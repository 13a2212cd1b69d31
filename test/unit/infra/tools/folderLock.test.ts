import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type FolderLock, lockFolder, lockSocketOf } from '../../../../infra/tools/folderLock.ts';
import { removeFolder } from '../../../support/cloud/cloudProcess.ts';

const URL_OF_HOLDER = 'http://127.0.0.1:4100';

let folder: string;
const held: FolderLock[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forms-lock-'));
});
afterEach(async () => {
  for (const lock of held.splice(0)) await lock.release();
  removeFolder(folder);
});

const refusal = (about: string) => new Error(`held by ${about}`);

async function take(path = folder): Promise<FolderLock> {
  const lock = await lockFolder(path, refusal);
  held.push(lock);
  return lock;
}

test('one of many concurrent processes locks a folder, and the others get its URL once published', async () => {
  const taken: FolderLock[] = [];
  const attempts = Array.from({ length: 8 }, () =>
    take().then(
      (lock) => {
        taken.push(lock);
        lock.publish(URL_OF_HOLDER);
        return 'taken';
      },
      (error: Error) => error.message,
    ),
  );
  const refused = `held by ${URL_OF_HOLDER}`;
  expect((await Promise.all(attempts)).sort()).toEqual([...Array(7).fill(refused), 'taken'].sort());
  expect(taken).toHaveLength(1);
});

test('recognizes a folder by another path, and leaves other folders free', async () => {
  (await take()).publish(URL_OF_HOLDER);
  const link = join(folder, 'link');
  symlinkSync(folder, link);
  await expect(take(link)).rejects.toThrow('held by');
  const other = mkdtempSync(join(tmpdir(), 'forms-lock-'));
  await take(other);
  removeFolder(other);
});

test('a waiting process gets the folder if its holder dies before it published its URL', async () => {
  const first = await lockFolder(folder, refusal);
  const second = take();
  await first.release();
  await second;
});

test('a released folder is free', async () => {
  const first = await lockFolder(folder, refusal);
  first.publish(URL_OF_HOLDER);
  await first.release();
  await take();
});

test.each([
  ['linux', /^\0forms-backend-\d+-\d+$/],
  ['win32', /^\\\\\.\\pipe\\forms-backend-\d+-\d+$/],
  ['darwin', /^\/.*\/forms-backend-\d+-\d+\.sock$/],
])('on %s a folder maps to a socket address that a process can hold', (platform, address) => {
  expect(lockSocketOf(folder, platform)).toMatch(address);
});
