import { filterSuite } from './filterSuite.ts';
import { pageIndexSuite } from './pageIndexSuite.ts';

export const SUITES = { pageIndex: pageIndexSuite, filter: filterSuite };
export type SuiteName = keyof typeof SUITES;
