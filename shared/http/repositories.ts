import { Challenges } from '../storage/challenges.ts';
import { Endpoints } from '../storage/endpoints.ts';
import { Keys } from '../storage/keys.ts';
import { Submissions } from '../storage/submissions.ts';
import type { TableAccess } from '../storage/table.ts';

export const createRepositories = (table: TableAccess) => ({
  /** For reads of a single operation, which builds its own repository to keep it out of other bundles. */
  table,
  challenges: new Challenges(table),
  endpoints: new Endpoints(table),
  keys: new Keys(table),
  submissions: new Submissions(table),
});

export type Repositories = ReturnType<typeof createRepositories>;
