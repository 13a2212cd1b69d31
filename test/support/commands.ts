import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { BUILD_FOLDER, buildFolderOnceSync, keepNewest, sourcesHash } from '../../infra/buildFolder.ts';

/** Programs that tests start again and again: as bundles they start in a quarter of the processor time. */
const BUNDLED = [
  'infra/operator/keys/key.ts',
  'infra/operator/notifications/notifications.ts',
  'infra/operator/pageIndex/pageIndex.ts',
  'infra/operator/smoke/smoke.ts',
  'infra/operator/workspace/workspace.ts',
];
/** Bundles of other sources that are kept: those of a branch beside this one. */
const KEPT_MAX = 3;

/** Where the bundles of these sources are; found once for a test file. */
let bundles: string | undefined;

function bundleOf(file: string): string {
  if (bundles === undefined) {
    bundles = buildFolderOnceSync(join(BUILD_FOLDER, 'test-programs'), sourcesHash().slice(0, 16), bundleInto);
    keepNewest(bundles, KEPT_MAX);
  }
  return join(bundles, basename(file).replace(/\.ts$/, '.mjs'));
}

function bundleInto(outdir: string): void {
  buildSync({
    entryPoints: BUNDLED,
    entryNames: '[name]',
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    outExtension: { '.js': '.mjs' },
    // CommonJS packages require Node.js's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}

/** What a program printed, and how it ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A program of this repository at work. */
export interface Running {
  printed: () => Omit<Ended, 'code'>;
  ended: Promise<Ended>;
  /** Resolves as soon as this is printed. @throws Error when the program ends without it */
  untilPrinted: (text: string) => Promise<void>;
  /** Sends a signal; SIGKILL leaves it no time for anything. */
  kill: (signal: NodeJS.Signals) => void;
}

/** Starts a TypeScript program as its npm script does, but in one process, so that a signal reaches it. */
export function launch(file: string, ...args: string[]): Running {
  return launchNode([], file, ...args);
}

/** Starts one with options for Node.js. */
export function launchNode(nodeOptions: string[], file: string, ...args: string[]): Running {
  const program = BUNDLED.includes(file) ? [bundleOf(file)] : ['--import', 'tsx', file];
  return launchProgram(process.execPath, ...nodeOptions, ...program, ...args);
}

/** Starts any program. */
export function launchProgram(command: string, ...args: string[]): Running {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }));
  const untilPrinted = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (printed.stdout.includes(text) || printed.stderr.includes(text)) resolve();
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', check);
      ended.then(({ stderr }) => reject(new Error(`it ended without printing "${text}": ${stderr}`)), reject);
      check();
    });
  return { printed: () => printed, ended, untilPrinted, kill: (signal) => void child.kill(signal) };
}

/** Runs one to its end. */
export const run = (file: string, ...args: string[]): Promise<Ended> => launch(file, ...args).ended;
