import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, expect, jest, test } from '@jest/globals';
import { openLog } from '../../../../local/process/log.ts';
import { removeFolder } from '../../../support/cloud/cloudProcess.ts';

const folder = mkdtempSync(join(tmpdir(), 'forms-log-'));
afterAll(() => removeFolder(folder));

const write = (log: Writable, line: string): Promise<void> =>
  new Promise((resolve, reject) => log.write(line, (error) => (error ? reject(error) : resolve())));
const end = (log: Writable): Promise<void> => new Promise((resolve) => log.end(resolve));

test('keeps at most 10 MB in the file, and 10 MB in the previous one', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  const file = join(folder, 'long.log');
  const log = openLog(file);
  for (const text of ['one', 'two']) {
    await write(log, `${text.padEnd(10_000_001)}\n`);
    jest.advanceTimersByTime(10_000);
    expect(readFileSync(`${file}.1`, 'utf8')).toContain(text.padEnd(10_000_001));
    expect(readFileSync(file, 'utf8')).toBe('');
    await write(log, `after ${text}\n`);
    expect(readFileSync(file, 'utf8')).toBe(`after ${text}\n`);
  }
  await end(log);
  jest.useRealTimers();
});

test('stays short if old lines cannot be kept', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const file = join(folder, 'alone.log');
  mkdirSync(`${file}.1`);
  writeFileSync(file, 'x'.repeat(10_000_001));
  await end(openLog(file));
  expect(readFileSync(file, 'utf8')).toBe('');
  expect(said.mock.calls[0]?.[0]).toBe(`Old lines of ${file} are gone:`);
  said.mockRestore();
});

test('on a full disk says so once and continues', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  const file = join(folder, 'full.log');
  symlinkSync('/dev/full', file);
  const log = openLog(file);
  for (let i = 0; i < 3; i++) await write(log, 'line\n');
  await end(log);
  expect(said.mock.calls).toEqual([[expect.stringMatching(`^Lines are missing in ${file}: ENOSPC`)]]);
  said.mockRestore();
});
