import type { Workload } from './estimate.ts';

/** What is assumed of a number of submissions where nothing else is said. */
export const workloadOf = (submissions: number): Workload => ({
  submissions,
  recipients: 1,
  size: 1_000,
  // Each submission is looked at twice, 20 at a time.
  reads: Math.ceil(submissions / 10),
  months: 12,
});
