import { parseArgs } from 'node:util';
import { explore } from './explore.ts';

/** Explores schedules and prints what came of it as one line of JSON; the exit status tells whether all held. */
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    failures: { type: 'string', default: '3' },
  },
});
const startedAt = Date.now();
const result = await explore({
  schedules: Number(values.schedules),
  firstSeed: Number(values.seed),
  failuresMax: Number(values.failures),
  onProgress: (done) => {
    if (done % 10_000 === 0) console.error(`${done} schedules in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  },
});
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(result.failures.length === 0 ? 0 : 1);
