import { parseArgs } from 'node:util';
import { Random } from '../../support/simulator/random.ts';
import { progress } from '../bench/progress.ts';
import { type Counts, NO_COUNTS, SearchedEndpoint } from './explore.ts';

/** Compares random searches and statistics with a plain list, and prints the result as one line of JSON. */
const { values } = parseArgs({
  options: { searches: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const SEARCHES_PER_ENDPOINT = 50;
const SEARCHES_PER_PROGRESS = 1_000;

const total: Counts = { ...NO_COUNTS };
const failures: { seed: number; problems: string[] }[] = [];
for (let seed = Number(values.seed); total.searches < Number(values.searches) && failures.length < 3; seed++) {
  const endpoint = new SearchedEndpoint(new Random(seed));
  await endpoint.run(SEARCHES_PER_ENDPOINT).catch((error) => endpoint.problems.push(String(error?.stack ?? error)));
  for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += endpoint.counts[name];
  if (endpoint.problems.length > 0) failures.push({ seed, problems: endpoint.problems });
  if (total.searches % SEARCHES_PER_PROGRESS === 0) progress(JSON.stringify({ ...total, failures: failures.length }));
}
process.stdout.write(`${JSON.stringify({ ...total, failures })}\n`);
process.exit(failures.length === 0 ? 0 : 1);
