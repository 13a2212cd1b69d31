import type { Workload } from './estimate.ts';
import { READ_PAGE } from './measured.ts';

/** What is assumed of a number of submissions where nothing else is said. */
export const workloadOf = (submissions: number): Workload => ({
  submissions,
  recipients: 1,
  webhooks: 0,
  size: 1_000,
  // Each submission is looked at twice.
  reads: Math.ceil((2 * submissions) / READ_PAGE.items),
  months: 12,
});
