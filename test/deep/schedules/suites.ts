import { filterSuite } from './filterSuite.ts';
import { pageIndexSuite } from './pageIndexSuite.ts';

/** All subjects of exploration. */
export const SUITES = { pageIndex: pageIndexSuite, filter: filterSuite };
export type SuiteName = keyof typeof SUITES;
