/** Schedules of the short form by suite: each of 14 deliberate defects was found by so many. */
export const SAMPLE_SIZES = { pageIndex: 200, filter: 150, repeats: 300 };
