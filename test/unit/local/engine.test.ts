import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { startEngine } from '../../../infra/local/aws/engine.ts';
import { removeFolder } from '../../support/cloudProcess.ts';

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

test('the engine starts although the process was killed that held the lock of the database', async () => {
  await (await startEngine(folder)).stop();
  mkdirSync(join(folder, 'table.sqlite.lock'));
  await (await startEngine(folder)).stop();
});
