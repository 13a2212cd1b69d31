import { SubmissionPages } from '../pageIndex/submissionPages.ts';
import { Challenges } from '../storage/challenges.ts';
import { Endpoints } from '../storage/endpoints.ts';
import { Keys } from '../storage/keys.ts';
import { Submissions } from '../storage/submissions.ts';
import type { TableAccess } from '../storage/table.ts';

export const createRepositories = (table: TableAccess) => ({
  /** For what one operation alone reads: its file makes that, so that no other bundles it. */
  table,
  challenges: new Challenges(table),
  endpoints: new Endpoints(table),
  keys: new Keys(table),
  submissions: new Submissions(table),
  submissionPages: new SubmissionPages(table),
});

/** Everything that reads or writes the table. */
export type Repositories = ReturnType<typeof createRepositories>;
