import { parseArgs } from 'node:util';
import { type Exploration, explore } from './explore.ts';
import { SUITES, type SuiteName } from './suites.ts';

/**
 * Explores schedules of a suite, or with `--mutants` each mutant until a schedule fails. Prints the result as JSON; the
 * exit status says whether it is as expected.
 */
const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'pageIndex' },
    schedules: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    failures: { type: 'string', default: '3' },
    mutants: { type: 'boolean', default: false },
  },
});
const suite = SUITES[values.suite as SuiteName];
const schedules = Number(values.schedules);
const firstSeed = Number(values.seed);
const startedAt = Date.now();

if (values.mutants) {
  const found: Record<string, Exploration> = {};
  for (const [name, mutant] of Object.entries(suite.mutants))
    found[name] = await explore(suite, { schedules, firstSeed, failuresMax: 1, mutant });
  finish(
    found,
    Object.values(found).every(({ failures }) => failures.length > 0),
  );
}
const result = await explore(suite, {
  schedules,
  firstSeed,
  failuresMax: Number(values.failures),
  onProgress: (done) => {
    if (done % 10_000 === 0) console.error(`${done} schedules in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  },
});
finish(result, result.failures.length === 0);

function finish(output: unknown, isRight: boolean): never {
  process.stdout.write(`${JSON.stringify(output)}\n`);
  process.exit(isRight ? 0 : 1);
}
