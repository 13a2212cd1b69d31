import '../../../infra/tools/quietSdk.ts';
import { parseArgs } from 'node:util';
import { newDataFolder, removeFolder, startCloud } from '../../support/cloudProcess.ts';
import { Counts } from './counts.ts';
import { openDirectService } from './directService.ts';
import { directSuites, httpSuites, type Suite } from './suites.ts';

/**
 * Sends random requests and sequences of requests, and checks every answer. Prints what came of it as one line of
 * JSON; the exit status tells whether all held.
 *
 *   --requests N   how many in all (1,000,000)
 *   --seed S       repeats a run (random)
 *   --only PART    one of the five parts, with --path P one input of it: what a failure prints
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    only: { type: 'string' },
    path: { type: 'string' },
  },
});

/** The share of requests of each part: over HTTP a request takes a hundred times as long. */
const SHARES = {
  httpRequests: 0.015,
  httpSequences: 0.005,
  directRequests: 0.658,
  directDocumented: 0.022,
  directSequences: 0.3,
};
type Part = keyof typeof SHARES;
const PROGRESS_INTERVAL_MS = 10_000;

/** Not with the console, from which the handlers' log is captured. */
const say = (line: string) => process.stderr.write(`${line}\n`);

const startedAt = Date.now();
const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
const results: Record<string, { requests: number; byOperation: Counts }> = {};
let saidAt = startedAt;

async function run(part: Part, suite: Suite, counts: Counts): Promise<void> {
  if (values.only !== undefined && values.only !== part) return;
  const requests = Math.ceil(Number(values.requests) * (values.only === part ? 1 : SHARES[part]));
  const onProgress = () => {
    if (Date.now() - saidAt < PROGRESS_INTERVAL_MS) return;
    saidAt = Date.now();
    say(`${part}: ${counts.total} of ${requests} requests, ${seconds()} s`);
  };
  const failure = await suite({ requests, seed: Number(values.seed), path: values.path, onProgress, counts });
  results[part] = { requests: counts.total, byOperation: counts };
  if (!failure) return;
  say(`${part} failed.\n${failure.report}\n`);
  say(`Again: npm run fuzz -- --only ${part} --seed ${failure.seed} --path ${failure.path}`);
  process.exitCode = 1;
}

async function fuzzLocalCloud(): Promise<void> {
  const data = newDataFolder();
  const cloud = await startCloud(data, '--ephemeral');
  try {
    const counts = { requests: new Counts(), sequences: new Counts() };
    await run('httpRequests', httpSuites(cloud.outputs, counts.requests).requests, counts.requests);
    await run('httpSequences', httpSuites(cloud.outputs, counts.sequences).sequences, counts.sequences);
  } finally {
    await cloud.end('SIGTERM');
    removeFolder(data);
  }
}

async function fuzzHandlers(): Promise<void> {
  const service = await openDirectService();
  const counts = { requests: new Counts(), documented: new Counts(), sequences: new Counts() };
  await run('directRequests', directSuites(service, counts.requests).requests, counts.requests);
  await run('directDocumented', directSuites(service, counts.documented).documented, counts.documented);
  await run('directSequences', directSuites(service, counts.sequences).sequences, counts.sequences);
}

say(`seed ${values.seed}`);
// First, since the handlers' log is captured for the rest of the process.
if (!values.only?.startsWith('direct')) await fuzzLocalCloud();
if (!values.only?.startsWith('http')) await fuzzHandlers();
const total = Object.values(results).reduce((sum, { requests }) => sum + requests, 0);
const byStatus = Object.values(results).map(({ byOperation }) => byOperation.byStatus());
process.stdout.write(
  `${JSON.stringify({ seed: Number(values.seed), requests: total, seconds: seconds(), byStatus, parts: results })}\n`,
);
