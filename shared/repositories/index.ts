import { SubmissionPages } from '../pageIndex/submissionPages.ts';
import { Endpoints } from './endpoints.ts';
import { Keys } from './keys.ts';
import { Submissions } from './submissions.ts';
import type { Table } from './table.ts';

export const createRepositories = (table: Table) => ({
  endpoints: new Endpoints(table),
  keys: new Keys(table),
  submissions: new Submissions(table),
  submissionPages: new SubmissionPages(table),
});

/** Everything that reads or writes the table. */
export type Repositories = ReturnType<typeof createRepositories>;
