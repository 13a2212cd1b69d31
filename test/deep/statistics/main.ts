import { parseArgs } from 'node:util';
import { Random } from '../../support/simulator/random.ts';
import type { ScheduleMutant } from '../schedules/simulation.ts';
import { CountedEndpoints, type Counts } from './explore.ts';
import { STATISTICS_MUTANTS } from './mutants.ts';

/**
 * Compares statistics with a plain list over random changes, and prints what came of it as one line of JSON; with
 * `--mutants` the first failure that each of them leads to. The exit status tells whether all was as it should be.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    changes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    mutants: { type: 'boolean', default: false },
  },
});
const FAILURES_MAX = 3;

export interface Report {
  counts: Partial<Counts>;
  failures: { seed: number; problems: string[] }[];
}

if (values.mutants) {
  const found: Record<string, Report> = {};
  for (const [name, mutant] of Object.entries(STATISTICS_MUTANTS)) found[name] = await compare(1, mutant);
  finish(
    found,
    Object.values(found).every(({ failures }) => failures.length > 0),
  );
}
const report = await compare(FAILURES_MAX);
finish(report, report.failures.length === 0);

async function compare(failuresMax: number, mutant?: ScheduleMutant): Promise<Report> {
  const { counts, failures }: Report = { counts: {}, failures: [] };
  const firstSeed = Number(values.seed);
  for (let seed = firstSeed; seed < firstSeed + Number(values.runs) && failures.length < failuresMax; seed++) {
    const endpoints = new CountedEndpoints(new Random(seed), mutant);
    await endpoints
      .run(Number(values.changes))
      .catch((error) => endpoints.problems.push(String(error?.stack ?? error)));
    for (const [name, count = 0] of Object.entries(endpoints.counts) as [keyof Counts, number][]) {
      counts[name] = (counts[name] ?? 0) + count;
    }
    if (endpoints.problems.length > 0) failures.push({ seed, problems: endpoints.problems });
  }
  return { counts, failures };
}

function finish(output: unknown, isRight: boolean): never {
  process.stdout.write(`${JSON.stringify(output)}\n`);
  process.exit(isRight ? 0 : 1);
}
