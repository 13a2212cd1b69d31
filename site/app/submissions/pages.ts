import { listSubmissions } from '../../../shared/contract/operations/submissions.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { call } from '../api/client.ts';
import { RequestFailed } from '../api/requestFailed.ts';
import { type Filter, matches } from './filter.ts';

/** A page of an endpoint's submissions, newest first. */
export interface Page {
  submissions: SubmissionWithData[];
  totalPages: number;
}

/** Reads a page. One past the last, which is gone since it was counted, is empty. */
export async function readPage(endpointId: string, page: number, limit: number, signal?: AbortSignal): Promise<Page> {
  try {
    const { submissions, _metadata } = await call(listSubmissions, {
      params: { endpointId },
      query: { page, limit },
      signal,
    });
    return { submissions, totalPages: _metadata.totalPages };
  } catch (error) {
    // The endpoint's own 404 comes for the first page, too.
    if (error instanceof RequestFailed && error.status === 404 && page > 1) return { submissions: [], totalPages: 0 };
    throw error;
  }
}

/** How many submissions an endpoint has: as many as pages of one. */
export async function countSubmissions(endpointId: string): Promise<number> {
  const { submissions, totalPages } = await readPage(endpointId, 1, 1);
  return submissions.length === 0 ? 0 : totalPages;
}

/** As many as one page may have. */
const FIND_LIMIT = 100;

/**
 * Finds all submissions that pass a filter, newest first. The API cannot search yet, so this reads the whole list and
 * chooses; once it can, this is the place that asks it, together with `Listing.readMore`. Pages are counted from the
 * newest: one that is new moves others to later pages, where they are known already; one that another person deletes
 * meanwhile can move one past the reader.
 * @param onProgress called with the share that was read, from 0 to 1
 */
export async function* findAll(
  endpointId: string,
  filter: Filter,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): AsyncGenerator<SubmissionWithData[]> {
  const seen = new Set<string>();
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const read = await readPage(endpointId, page, FIND_LIMIT, signal);
    totalPages = read.totalPages;
    yield read.submissions.filter((submission) => !seen.has(submission.id) && matches(submission, filter));
    for (const { id } of read.submissions) seen.add(id);
    onProgress(Math.min(1, page / Math.max(1, totalPages)));
  }
}
