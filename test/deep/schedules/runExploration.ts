import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Mutant, mutate } from '../../support/mutant.ts';
import type { Exploration } from './explore.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Where this process keeps what it runs. */
export const BUNDLES_FOLDER = join(ROOT, '.build/schedules', String(process.pid));
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

interface RunOptions {
  schedules: number;
  seed?: number;
  failuresMax?: number;
  mutant?: Mutant;
}

let bundles = 0;

/** Explores schedules of the real code, or of a copy with one change, in a process of its own. */
export async function runExploration({
  schedules,
  seed = 1,
  failuresMax = 1,
  mutant,
}: RunOptions): Promise<Exploration> {
  const outfile = join(BUNDLES_FOLDER, `${bundles++}.mjs`);
  await build({
    entryPoints: [join(ROOT, 'test/deep/schedules/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
    plugins: mutant ? [mutate(mutant)] : [],
  });
  const options = ['--schedules', String(schedules), '--seed', String(seed), '--failures', String(failuresMax)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [outfile, ...options], { maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout) => {
      // It exits with a status of 1 when schedules failed: that is a result, not an error.
      if (stdout.startsWith('{')) resolve(JSON.parse(stdout));
      else reject(error ?? new Error('the exploration printed nothing'));
    });
  });
}
