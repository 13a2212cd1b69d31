import { Endpoints } from '../storage/endpoints/endpoints.ts';
import { Challenges } from '../storage/submissions/challenges.ts';
import { Submissions } from '../storage/submissions/submissions.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { Keys } from '../storage/workspaces/keys.ts';

export const createRepositories = (table: TableAccess) => ({
  /** For reads of a single operation, which builds its own repository to keep it out of other bundles. */
  table,
  challenges: new Challenges(table),
  endpoints: new Endpoints(table),
  keys: new Keys(table),
  submissions: new Submissions(table),
});

export type Repositories = ReturnType<typeof createRepositories>;
