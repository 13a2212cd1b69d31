import { parseArgs } from 'node:util';
import { explore } from './explore.ts';
import { SUITES, type SuiteName } from './suites.ts';

/** Explores schedules of a suite. Prints the result as JSON; the exit status says whether all ended right. */
const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'pageIndex' },
    schedules: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    failures: { type: 'string', default: '3' },
  },
});
const suite = SUITES[values.suite as SuiteName];
const schedules = Number(values.schedules);
const firstSeed = Number(values.seed);
const startedAt = Date.now();

const result = await explore(suite, {
  schedules,
  firstSeed,
  failuresMax: Number(values.failures),
  onProgress: (done) => {
    if (done % 10_000 === 0) console.error(`${done} schedules in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  },
});
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(result.failures.length === 0 ? 0 : 1);
