/** Schedules of the short form by suite: enough to detect every mutant, as mutants.test.ts verifies. */
export const SAMPLE_SIZES = { pageIndex: 200, filter: 150 };
