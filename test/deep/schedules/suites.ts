import { filterSuite } from './filterSuite.ts';
import { pageIndexSuite } from './pageIndexSuite.ts';
import { SimulatedForm } from './simulatedForm.ts';
import type { Suite } from './simulation.ts';

const repeatsSuite: Suite = { rareSeeds: [], simulate: (random) => new SimulatedForm(random) };

export const SUITES = { pageIndex: pageIndexSuite, filter: filterSuite, repeats: repeatsSuite };
export type SuiteName = keyof typeof SUITES;
