import { readStatistics } from '../../../shared/pageIndex/statistics.ts';
import { readHead } from '../../../shared/pageIndex/store.ts';
import { checkIndex, checkPages, checkSearches } from './checks.ts';
import { checkCounts } from './countChecks.ts';
import { ENDPOINT_ID, SimulatedEndpoint } from './simulatedEndpoint.ts';
import type { Suite } from './simulation.ts';

export const pageIndexSuite: Suite = {
  rareSeeds: [534, 567, 1_223, 7_006],
  simulate: (random) => {
    const simulated = new SimulatedEndpoint(random);
    return {
      scheduler: simulated.scheduler,
      items: simulated.items,
      counts: simulated.counts,
      problemsAtEnd: async () => {
        const problems = await problemsOf(simulated);
        Object.assign(simulated.counts, await indexCounts(simulated));
        return problems;
      },
    };
  },
};

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
    const searches = await checkSearches(table, ENDPOINT_ID, submissions);
    return [...simulated.problems, ...index, ...pages, ...narrow, ...counts, ...searches];
  }
  const left = [...simulated.items.state().keys()];
  return [...simulated.problems, ...left.map((id) => `left behind: ${id.replace('\u0000', ' ')}`)];
}

async function indexCounts({ table }: SimulatedEndpoint) {
  const { pages, open } = await readHead(table, ENDPOINT_ID);
  const statistics = await readStatistics(table, ENDPOINT_ID);
  return { pages: pages.length, sealed: open.length, statistics: Number(statistics !== undefined) };
}
