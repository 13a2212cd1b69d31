import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { startEngine } from '../../../../../infra/local/aws/engine.ts';
import { removeFolder } from '../../../../support/cloudProcess.ts';
import { launchProgram } from '../../../../support/commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'forms-engine-'));
afterAll(() => removeFolder(folder));

test('the engine, which asks for nothing, listens each time at another of the 16 million loopback addresses', async () => {
  const hosts = new Set<string>();
  for (let i = 0; i < 2; i++) {
    const engine = await startEngine(folder);
    hosts.add(new URL(engine.endpoint).hostname);
    await engine.stop();
  }
  expect([...hosts]).toEqual([expect.stringMatching(/^127\./), expect.stringMatching(/^127\./)]);
  expect([...hosts]).not.toContain('127.0.0.1');
});

test('a new database has the index that keeps writes fast, and one that is there is not replaced', async () => {
  const data = mkdtempSync(join(folder, 'data-'));
  await (await startEngine(data)).stop();
  const database = new sqlite.Database(join(data, 'table.sqlite'));
  database.exec('PRAGMA locking_mode=EXCLUSIVE');
  expect(database.all("SELECT name FROM sqlite_master WHERE name = 'stream_records_by_number'")).toHaveLength(1);
  database.exec('CREATE TABLE kept (id INTEGER)');
  database.close();
  await (await startEngine(data)).stop();
  expect(readFileSync(join(data, 'table.sqlite'), 'latin1')).toContain('CREATE TABLE kept');
});

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Waits until a condition holds; only the test's timeout limits it. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

test('the engine ends with the process that started it, even when that is killed with SIGKILL', async () => {
  const module = pathToFileURL('infra/local/aws/engine.ts').href;
  const program = `
    const { startEngine } = await import(${JSON.stringify(module)});
    console.log((await startEngine(${JSON.stringify(folder)})).endpoint);`;
  const holder = launchProgram(process.execPath, '--import', 'tsx', '--input-type=module', '--eval', program);
  await until(() => holder.printed().stdout.endsWith('\n'));
  const endpoint = holder.printed().stdout.trim();
  expect(await answers(endpoint)).toBe(true);
  holder.kill('SIGKILL');
  await until(async () => !(await answers(endpoint)));
});
