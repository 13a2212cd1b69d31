import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import { newDataFolder, removeFolder } from '../../support/cloudProcess.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

export interface StartFigures {
  unchangedMs: number;
  changedMs: number;
}

export async function measureStarts(rounds: number): Promise<StartFigures> {
  // The first start in a working copy compiles TypeScript.
  await measureStart([]);
  const unchanged: number[] = [];
  const changed: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`npm start, round ${round} of ${rounds}`);
    unchanged.push(await measureStart([]));
    // A setting without a cached stack, and without other effects.
    changed.push(await measureStart(['--context', `mailsPerHour=${1 + (Date.now() % 100_000)}`]));
  }
  return { unchangedMs: rounded(median(unchanged), 0), changedMs: rounded(median(changed), 0) };
}

async function measureStart(options: string[]): Promise<number> {
  const data = newDataFolder();
  const startedAt = performance.now();
  const child = spawn('npm', ['--loglevel=error', 'start', '--', '--port', '0', '--data', data, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await untilReady(child);
    const tookMs = performance.now() - startedAt;
    const { pid }: Outputs = JSON.parse(readFileSync(join(data, 'outputs.json'), 'utf8'));
    process.kill(pid, 'SIGTERM');
    return tookMs;
  } finally {
    await ended;
    removeFolder(data);
  }
}

const untilReady = ({ stdout }: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = '';
    stdout
      ?.on('data', (chunk) => {
        printed += chunk;
        if (/^ready$/m.test(printed)) resolve();
      })
      .on('end', () => reject(new Error(`npm start did not become ready. It printed:\n${printed}`)));
  });
