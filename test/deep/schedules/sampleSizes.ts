/** Schedules of the short form by suite: each of 14 deliberate defects, and of 9 of repeats, was found by so many. */
export const SAMPLE_SIZES = { pageIndex: 200, filter: 150, repeats: 300 };
