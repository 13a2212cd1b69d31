import '../../../infra/tools/quietSdk.ts';
import { parseArgs } from 'node:util';
import { Counts } from './counts.ts';
import { openDirectService } from './directService.ts';
import { directSuites, type Suite } from './suites.ts';

/**
 * Sends random requests and sequences of requests, and checks every response. Prints the result as one line of JSON;
 * the exit status tells whether all checks passed.
 *   --requests N   how many in all (1,000,000)
 *   --seed S       repeats a run (random)
 *   --only PART    one of the three parts; with --path P only one of its inputs, as printed by a failure
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    only: { type: 'string' },
    path: { type: 'string' },
  },
});

/** The share of requests of each part. */
const SHARES = { requests: 0.678, documented: 0.022, sequences: 0.3 };
type Part = keyof typeof SHARES;
const PROGRESS_INTERVAL_MS = 10_000;

/** Not with the console: the handlers' log is captured from it. */
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

say(`seed ${values.seed}`);
const service = await openDirectService();
for (const part of Object.keys(SHARES) as Part[]) {
  const counts = new Counts();
  await run(part, directSuites(service, counts)[part], counts);
}
const total = Object.values(results).reduce((sum, { requests }) => sum + requests, 0);
const byStatus = Object.values(results).map(({ byOperation }) => byOperation.byStatus());
process.stdout.write(
  `${JSON.stringify({ seed: Number(values.seed), requests: total, seconds: seconds(), byStatus, parts: results })}\n`,
);
