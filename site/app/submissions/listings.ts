import { batch } from '@preact/signals';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { EVERYTHING, type Filter, type Flags, isSearch } from './filter.ts';
import { Listing } from './listing.ts';

const listings = new Map<string, Listing>();

/** The listing of a filter. Of searches only the last one is cached. */
export function listingOf(endpointId: string, filter: Filter): Listing {
  const { tab, text, from, to } = filter;
  const key = JSON.stringify([endpointId, tab, text, from, to]);
  const listing = listings.get(key) ?? new Listing(endpointId, filter);
  if (!listings.has(key) && isSearch(filter)) {
    for (const [other, { filter: former }] of listings) if (isSearch(former)) listings.delete(other);
  }
  listings.set(key, listing);
  return listing;
}

const listingsOf = (endpointId: string): Listing[] =>
  [...listings.values()].filter((listing) => listing.endpointId === endpointId);

/** A submission from this list, or else from another list. */
export const findListed = (listing: Listing, id: string): SubmissionWithData | undefined =>
  [listing, ...listingsOf(listing.endpointId)].map((each) => each.find(id)).find((found) => found !== undefined);

/** Keeps a submission for changes of flags, although no list may contain it. */
export function keepOpened(submission: SubmissionWithData): void {
  const { endpointId } = submission;
  const opened = listings.get(endpointId) ?? new Listing(endpointId, EVERYTHING);
  listings.set(endpointId, opened);
  opened.add(submission);
}

/** Changes the flags of submissions in all listings. */
export function changeListed(endpointId: string, ids: ReadonlySet<string>, flags: Flags): void {
  batch(() => {
    for (const listing of listingsOf(endpointId)) listing.change(ids, flags);
  });
}

/** Keeps reads in progress from restoring the flags that submissions had before these were saved. */
export function noteSavedFlags(endpointId: string, ids: readonly string[], flags: Flags): void {
  for (const listing of listingsOf(endpointId)) listing.noteSaved(ids, flags);
}
