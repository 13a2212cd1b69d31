import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleFunctions, OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { removeFolder } from '../../support/cloudProcess.ts';
import { progress } from './progress.ts';
import { median, rounded } from './stats.ts';

/**
 * A function's bundle, and the additional time of a process that loads it, compared with an empty module. Clients are
 * created with the first event, which is not measured here.
 */
export interface FunctionFigures {
  bytes: number;
  gzipBytes: number;
  initMs: number;
  initRatio: number;
  initCpuMs: number;
}

export function measureFunctions(rounds: number): Record<string, FunctionFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'forms-bench-'));
  try {
    const folderOf = bundleFunctions();
    const ids = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS];
    const files = ids.map((id) => join(folderOf(id), 'index.mjs'));
    const empty = join(folder, 'empty.mjs');
    writeFileSync(empty, '');
    const starts = startAlternately([empty, ...files], rounds);
    return Object.fromEntries(
      ids.map((id, i) => {
        const bytes = readFileSync(files[i] as string);
        const sizes = { bytes: bytes.length, gzipBytes: gzipSync(bytes).length };
        return [id, { ...sizes, ...compareStarts(starts[0] as Start[], starts[i + 1] as Start[]) }];
      }),
    );
  } finally {
    removeFolder(folder);
  }
}

interface Start {
  ms: number;
  cpuMs: number;
}

/** Alternates between the files, so that other load on the machine affects all alike. */
function startAlternately(files: string[], rounds: number): Start[][] {
  const starts: Start[][] = files.map(() => []);
  for (let round = 1; round <= rounds; round++) {
    progress(`start of each function, round ${round} of ${rounds}`);
    for (const [i, file] of files.entries()) starts[i]?.push(start(file));
  }
  return starts;
}

const PROGRAM = `
  await import(process.argv[1]);
  const { user, system } = process.cpuUsage();
  process.stdout.write(String(user + system));
  process.exit();`;

function start(file: string): Start {
  const startedAt = performance.now();
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, '--', pathToFileURL(file).href],
    { env: {}, encoding: 'utf8' },
  );
  const ms = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${file} could not be loaded: ${stderr}`);
  return { ms, cpuMs: Number(stdout) / 1_000 };
}

function compareStarts(empty: Start[], loaded: Start[]) {
  const medianOf = (starts: Start[], figure: keyof Start) => median(starts.map((each) => each[figure]));
  return {
    initMs: rounded(medianOf(loaded, 'ms') - medianOf(empty, 'ms'), 1),
    initRatio: rounded(medianOf(loaded, 'ms') / medianOf(empty, 'ms')),
    initCpuMs: rounded(medianOf(loaded, 'cpuMs') - medianOf(empty, 'cpuMs'), 1),
  };
}
