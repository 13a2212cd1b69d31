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
  const traces = new Set<number>();
  const seeds = [...rareSeeds];
  for (let seed = firstSeed; seeds.length < schedules; seed++) if (!rareSeeds.includes(seed)) seeds.push(seed);
  for (const seed of seeds) {
    if (result.failures.length >= failuresMax) break;
    const simulated = simulate(new Random(seed));
    const problems = await simulated.problemsAtEnd();
    const { trace, stepsTaken } = simulated.scheduler;
    result.schedules++;
    result.steps += stepsTaken;
    traces.add(hash(trace + JSON.stringify(simulated.items.events)));
    for (const [what, count = 0] of Object.entries(simulated.counts)) {
      result.counts[what] = (result.counts[what] ?? 0) + count;
    }
    if (problems.length > 0) result.failures.push({ seed, problems, trace });
    if (result.schedules % 1_000 === 0) onProgress?.(result.schedules);
  }
  return { ...result, distinct: traces.size };
}

/** FNV-1a over two halves: 53 bits, so that equal hashes mean equal texts. */
function hash(text: string): number {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}
