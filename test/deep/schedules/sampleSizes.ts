/** Schedules of the short form by suite: enough to show every mutant, as mutants.test.ts checks. */
export const SAMPLE_SIZES = { pageIndex: 500, filter: 300 };
