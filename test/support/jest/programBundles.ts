import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildFolderOnceSync, sourcesHash } from '../../../infra/tools/buildFolder.ts';

/**
 * Programs that tests start repeatedly: as bundles they start in half the processor time. The shared cloud runs from
 * source, as npm scripts do.
 */
const BUNDLED = [
  'infra/app.ts',
  'infra/developer/newOperation.ts',
  'local/start.ts',
  'infra/operator/cost/cost.ts',
  'infra/operator/filter/filter.ts',
  'infra/operator/keys/key.ts',
  'infra/operator/notifications/notifications.ts',
  'infra/operator/pageIndex/pageIndex.ts',
  'infra/operator/setup/command.ts',
  'infra/operator/smoke/smoke.ts',
  'infra/operator/workspace/workspace.ts',
  'test/deep/faults/main.ts',
  'test/deep/later/main.ts',
  'test/deep/rights/rare.ts',
  'test/deep/schedules/main.ts',
  'test/deep/search/main.ts',
];

const BUNDLER = 'test/support/jest/bundlePrograms.js';
const SOURCES = ['local', 'test/deep', 'test/support'];

let bundles: string | undefined;

/** Node.js's arguments for a program: its bundle, or tsx and its source. */
export function argumentsFor(file: string): string[] {
  if (!BUNDLED.includes(file)) return ['--import', 'tsx', file];
  return [join(bundlePrograms(), file.replace(/\.ts$/, '.mjs'))];
}

export function bundlePrograms(): string {
  bundles ??= buildFolderOnceSync({ kind: 'test-programs', name: sourcesHash(...SOURCES) }, bundleInto);
  return bundles;
}

/** In a separate process: esbuild's plugins need the asynchronous API, and programs are started synchronously. */
function bundleInto(folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, [BUNDLER, folder, ...BUNDLED], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
