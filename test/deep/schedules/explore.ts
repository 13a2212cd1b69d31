import { StatisticsStore } from '../../../shared/pageIndex/statistics.ts';
import { IndexStore } from '../../../shared/pageIndex/store.ts';
import { Random } from '../../support/simulator/random.ts';
import { checkIndex, checkPages } from './checks.ts';
import { checkCounts } from './countChecks.ts';
import type { ScheduleMutant } from './mutants.ts';
import { type Counted, ENDPOINT_ID, SimulatedEndpoint } from './simulatedEndpoint.ts';

export interface Exploration {
  /** Schedules that were run, and how many of them took their steps in an order of their own. */
  schedules: number;
  distinct: number;
  steps: number;
  /** How often each thing happened, over all schedules. */
  counts: Partial<Record<Counted | 'pages' | 'sealed' | 'statistics', number>>;
  failures: { seed: number; problems: string[]; trace: string }[];
}

export interface ExploreOptions {
  schedules: number;
  firstSeed: number;
  failuresMax: number;
  mutant?: ScheduleMutant;
  onProgress?: (done: number) => void;
}

/** Runs schedules, each from a seed of its own, until they are done or enough of them failed. */
export async function explore({
  schedules,
  firstSeed,
  failuresMax,
  mutant,
  onProgress,
}: ExploreOptions): Promise<Exploration> {
  const result: Exploration = { schedules: 0, distinct: 0, steps: 0, counts: {}, failures: [] };
  const traces = new Set<number>();
  for (let seed = firstSeed; seed < firstSeed + schedules && result.failures.length < failuresMax; seed++) {
    const simulated = new SimulatedEndpoint(new Random(seed), mutant);
    const problems = await problemsOf(simulated);
    const { trace, stepsTaken } = simulated.scheduler;
    result.schedules++;
    result.steps += stepsTaken;
    traces.add(hash(trace + JSON.stringify(simulated.items.events)));
    for (const [what, count] of Object.entries({ ...simulated.counts, ...(await indexCounts(simulated)) })) {
      result.counts[what as Counted] = (result.counts[what as Counted] ?? 0) + count;
    }
    if (problems.length > 0) result.failures.push({ seed, problems, trace });
    if (result.schedules % 1_000 === 0) onProgress?.(result.schedules);
  }
  return { ...result, distinct: traces.size };
}

async function problemsOf(simulated: SimulatedEndpoint): Promise<string[]> {
  try {
    await simulated.run();
  } catch (error) {
    return [String(error), ...simulated.problems];
  }
  if (!simulated.isRemoved) {
    const { table, narrowTable, submissions } = simulated;
    const index = await checkIndex(table, ENDPOINT_ID, submissions);
    const exact = { limits: [1, 3, submissions.length + 1], isTotalExact: true };
    const pages = await checkPages(table, ENDPOINT_ID, submissions, exact);
    const narrow = await checkPages(narrowTable, ENDPOINT_ID, submissions, { limits: [2], isTotalExact: false });
    const counts = await checkCounts(table, ENDPOINT_ID, simulated.stored);
    return [...simulated.problems, ...index, ...pages, ...narrow, ...counts];
  }
  const left = [...simulated.items.state().keys()];
  return [...simulated.problems, ...left.map((id) => `left behind: ${id.replace('\u0000', ' ')}`)];
}

async function indexCounts({ table }: SimulatedEndpoint) {
  const { pages, open } = await new IndexStore(table).readHead(ENDPOINT_ID);
  const statistics = await new StatisticsStore(table).read(ENDPOINT_ID);
  return { pages: pages.length, sealed: open.length, statistics: Number(statistics !== undefined) };
}

/** FNV-1a over two halves: 53 bits, so that equal hashes are equal texts. */
function hash(text: string): number {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}
