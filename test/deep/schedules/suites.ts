import { pageIndexSuite } from './pageIndexSuite.ts';
import { SimulatedFilter } from './simulatedFilter.ts';
import { SimulatedForm } from './simulatedForm.ts';
import type { Suite } from './simulation.ts';

const filterSuite: Suite = { rareSeeds: [352, 15_732], simulate: (random) => new SimulatedFilter(random) };
const repeatsSuite: Suite = { rareSeeds: [], simulate: (random) => new SimulatedForm(random) };

export const SUITES = { pageIndex: pageIndexSuite, filter: filterSuite, repeats: repeatsSuite };
export type SuiteName = keyof typeof SUITES;
