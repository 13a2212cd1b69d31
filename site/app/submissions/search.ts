import type { FoundSubmission } from '../../../shared/contract/schemas/submissions/search.ts';
import { call } from '../api/client.ts';
import { type Filter, queryOf } from './filter.ts';

export type { FoundSubmission };

export interface SearchStep {
  submissions: readonly FoundSubmission[];
  unreadable: readonly string[];
  /** The cursor of the next step; undefined at the end. */
  cursor: string | undefined;
  /** The number of submissions examined in this step. */
  examined: number;
}

interface StepOptions {
  limit: number;
  cursor?: string | undefined;
  createdAfter?: string | undefined;
  signal?: AbortSignal;
}

/**
 * Searches one step further, newest first. A step may find fewer than its limit, or none.
 * @throws RequestFailed
 */
export async function searchStep(
  endpointId: string,
  filter: Filter,
  { limit, cursor, createdAfter: since = '', signal }: StepOptions,
): Promise<SearchStep> {
  const query = queryOf(filter);
  const { createdAfter = '' } = query;
  const { submissions, _metadata } = await call('searchSubmissions', {
    params: { endpointId },
    query: { ...query, limit, ...(cursor && { cursor }), ...(since > createdAfter && { createdAfter: since }) },
    signal,
  });
  const { unreadable = [], done, cursor: next, examined } = _metadata;
  return { submissions, unreadable, cursor: done ? undefined : next, examined };
}

/** The most that a step can return. */
const FIND_LIMIT = 100;

interface FindOptions {
  signal: AbortSignal;
  /** Called with the number of submissions examined so far, and ids of those in this step that cannot be read. */
  onProgress: (examined: number, unreadable: readonly string[]) => void;
}

/** Finds all matching submissions, newest first. */
export async function* findAll(
  endpointId: string,
  filter: Filter,
  { signal, onProgress }: FindOptions,
): AsyncGenerator<readonly FoundSubmission[]> {
  let examined = 0;
  let cursor: string | undefined;
  do {
    const step = await searchStep(endpointId, filter, { limit: FIND_LIMIT, cursor, signal });
    yield step.submissions;
    examined += step.examined;
    onProgress(examined, step.unreadable);
    cursor = step.cursor;
  } while (cursor !== undefined);
}
