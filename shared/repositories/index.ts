import type { PageQuery } from '../schemas/common.ts';
import { Endpoints } from './endpoints.ts';
import { Keys } from './keys.ts';
import { readSubmissionPage } from './submissionPages.ts';
import { Submissions } from './submissions.ts';
import type { Table } from './table.ts';

export const createRepositories = (table: Table) => ({
  endpoints: new Endpoints(table),
  keys: new Keys(table),
  submissions: new Submissions(table),
  submissionPages: {
    /** One page of an endpoint's submissions, newest first. */
    read: (endpointId: string, query: PageQuery) => readSubmissionPage(table, endpointId, query),
  },
});

/** Everything that reads or writes the table. */
export type Repositories = ReturnType<typeof createRepositories>;
