import { READ_PAGE } from './measured.ts';

/** The service's load in a month. */
export interface Workload {
  submissions: number;
  /** Recipients per submission. */
  recipients: number;
  /** Webhooks per submission, each accepting at the first attempt. */
  webhooks: number;
  /** Bytes of each submission's data as JSON. */
  size: number;
  /** List pages read over the API, each with `READ_PAGE.items` submissions. */
  reads: number;
  /** Months for which submissions are kept; storage is that of the last month. */
  months: number;
  /** Files of each submission, bytes of each, and downloads of each. */
  files: number;
  fileBytes: number;
  opens: number;
  /** Sent by an attacker who wants to cause costs: incompressible, with recipients, and never sharing an invocation. */
  isFlood?: boolean;
}

/** Assumptions for a number of submissions, unless stated otherwise. */
export const workloadOf = (submissions: number): Workload => ({
  submissions,
  recipients: 1,
  webhooks: 0,
  size: 1_000,
  // Each submission is viewed twice.
  reads: Math.ceil((2 * submissions) / READ_PAGE.items),
  months: 12,
  files: 0,
  fileBytes: 1_000_000,
  opens: 1,
});
