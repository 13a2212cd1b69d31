import { SimulatedFilter } from './simulatedFilter.ts';
import type { Suite } from './simulation.ts';

export const filterSuite: Suite = { rareSeeds: [352, 15732], simulate: (random) => new SimulatedFilter(random) };
