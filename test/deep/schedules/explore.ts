import { createHash } from 'node:crypto';
import { Random } from '../../support/simulator/random.ts';
import type { Suite } from './simulation.ts';

export interface Exploration {
  /** The number of schedules, and of those with a unique order of steps. */
  schedules: number;
  distinct: number;
  steps: number;
  counts: Partial<Record<string, number>>;
  failures: { seed: number; problems: string[]; trace: string }[];
}

export interface ExploreOptions {
  schedules: number;
  firstSeed: number;
  failuresMax: number;
  onProgress?: (done: number) => void;
}

export async function explore(
  { simulate, rareSeeds }: Suite,
  { schedules, firstSeed, failuresMax, onProgress }: ExploreOptions,
): Promise<Exploration> {
  const result: Exploration = { schedules: 0, distinct: 0, steps: 0, counts: {}, failures: [] };
  const traces = new Set<string>();
  const seeds = [...rareSeeds];
  for (let seed = firstSeed; seeds.length < schedules; seed++) if (!rareSeeds.includes(seed)) seeds.push(seed);
  for (const seed of seeds) {
    if (result.failures.length >= failuresMax) break;
    const simulated = simulate(new Random(seed));
    const problems = await simulated.problemsAtEnd();
    const { trace, stepsTaken } = simulated.scheduler;
    result.schedules++;
    result.steps += stepsTaken;
    traces.add(createHash('sha256').update(trace).update(JSON.stringify(simulated.items.events)).digest('base64'));
    for (const [what, count = 0] of Object.entries(simulated.counts)) {
      result.counts[what] = (result.counts[what] ?? 0) + count;
    }
    if (problems.length > 0) result.failures.push({ seed, problems, trace });
    if (result.schedules % 1_000 === 0) onProgress?.(result.schedules);
  }
  return { ...result, distinct: traces.size };
}
