import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildFolderOnceSync, sourcesHash } from '../../infra/buildFolder.ts';

/**
 * Programs that tests start again and again: as bundles they start in half of the processor time. From its source, as
 * npm scripts start programs, runs the cloud that all tests share.
 */
const BUNDLED = [
  'infra/local/start.ts',
  'infra/operator/cost/cost.ts',
  'infra/operator/filter/filter.ts',
  'infra/operator/keys/key.ts',
  'infra/operator/notifications/notifications.ts',
  'infra/operator/pageIndex/pageIndex.ts',
  'infra/operator/setup/command.ts',
  'infra/operator/smoke/smoke.ts',
  'infra/operator/workspace/workspace.ts',
  'test/deep/faults/main.ts',
  'test/deep/schedules/main.ts',
  'test/deep/search/main.ts',
  'test/support/synthesizeStacks.ts',
];

const BUNDLER = 'test/support/bundlePrograms.js';
/** Of the programs, besides those of the product. */
const SOURCES = ['test/deep', 'test/support'];

/** Where the bundles of these sources are; found once for a test file. */
let bundles: string | undefined;

/** What Node.js is given to run a program: its bundle, or else tsx and its source. */
export function argumentsFor(file: string): string[] {
  if (!BUNDLED.includes(file)) return ['--import', 'tsx', file];
  bundles ??= buildFolderOnceSync({ kind: 'test-programs', name: sourcesHash(...SOURCES) }, bundleInto);
  return [join(bundles, file.replace(/\.ts$/, '.mjs'))];
}

/** In a process of its own: esbuild's plugins work only in the background, and programs are started at once. */
function bundleInto(folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, [BUNDLER, folder, ...BUNDLED], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
