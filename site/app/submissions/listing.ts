import { batch, signal } from '@preact/signals';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { type Filter, type Flags, isInTab } from './filter.ts';
import { type SearchStep, searchStep } from './search.ts';

/** Submissions read at a time. */
const PAGE_SIZE = 50;
/** When more than these pages are new, what is known is too old to be completed: it is read again from the start. */
const NEW_PAGES_MAX = 4;
/** How far before the newest that is known a search looks for new ones: ids and clocks of servers differ by less. */
const OVERLAP_MS = 60_000;

/** Marks that the server does not know yet, by the submission's id: what it says about them is late. */
export const pendingFlags = new Map<string, Flags>();

/** Submissions that are to be seen no more, also where the server still tells of them. */
const hidden = new Set<string>();

/** What is found of an endpoint's submissions: the newest ones without a gap, as far as they were read. */
export class Listing {
  readonly endpointId: string;
  readonly filter: Filter;
  /** Newest first. Some may have been marked since, so that they are found no more. */
  readonly items = signal<readonly SubmissionWithData[]>([]);
  /** How many submissions were looked at. */
  readonly examined = signal(0);
  /** Whether the first page was read. */
  readonly isLoaded = signal(false);
  /** Whether there are no older ones. */
  readonly isComplete = signal(false);
  readonly failure = signal<RequestFailed | undefined>();
  #cursor: string | undefined;
  /** Since when a search of words has looked at what is new. */
  #lookedAt = new Date();
  #reading: Promise<void> | undefined;

  constructor(endpointId: string, filter: Filter) {
    this.endpointId = endpointId;
    this.filter = filter;
  }

  find(id: string): SubmissionWithData | undefined {
    return this.items.peek().find((item) => item.id === id);
  }

  /** Reads the next older page. Whoever asks while one is read waits for that one. */
  readMore(): Promise<void> {
    return this.#once(async () => {
      const isFirst = !this.isLoaded.peek();
      const startedAt = new Date();
      const step = await this.#step(this.#cursor);
      if (isFirst) this.#lookedAt = startedAt;
      batch(() => {
        this.#merge(step.submissions);
        this.#goOn(step);
        this.examined.value += step.examined;
        this.isLoaded.value = true;
      });
    });
  }

  /**
   * Reads what is new, and what changed or went among the newest.
   * @returns how many are new
   */
  async readNew(): Promise<number> {
    if (!this.isLoaded.peek()) {
      await this.readMore();
      return 0;
    }
    const known = new Set(this.items.peek().map(({ id }) => id));
    await this.#once(() => (this.filter.text === '' ? this.#readNewest(known) : this.#readSince()));
    return this.items.peek().filter(({ id }) => !known.has(id)).length;
  }

  /** Changes marks of submissions, for now only here. */
  change(ids: ReadonlySet<string>, flags: Flags): void {
    // A person's mark has no reason.
    const changes = flags.isSpam === undefined ? flags : { ...flags, spamReason: undefined };
    this.items.value = this.items.peek().map((item) => (ids.has(item.id) ? { ...item, ...changes } : item));
  }

  /** Takes off what was hidden. */
  leaveOut(ids: ReadonlySet<string>): void {
    this.items.value = this.items.peek().filter(({ id }) => !ids.has(id));
  }

  /** Puts submissions back that were not deleted after all. */
  restore(submissions: readonly SubmissionWithData[]): void {
    for (const { id } of submissions) hidden.delete(id);
    this.#merge(submissions);
  }

  #step(cursor: string | undefined): Promise<SearchStep> {
    return searchStep(this.endpointId, this.filter, { limit: PAGE_SIZE, cursor });
  }

  /** From the newest to what is known. Marks make that cheap: the API skips what has none of them. */
  async #readNewest(known: ReadonlySet<string>): Promise<void> {
    const fresh: SubmissionWithData[] = [];
    let cursor: string | undefined;
    for (let page = 1; ; page++) {
      const step = await this.#step(cursor);
      fresh.push(...step.submissions);
      cursor = step.cursor;
      const isJoined = step.submissions.some(({ id }) => known.has(id));
      if (isJoined || cursor === undefined) return this.#replaceNewest(fresh, cursor === undefined);
      if (page < NEW_PAGES_MAX) continue;
      // Few that are far apart: what is known stays, and what is new joins it.
      if (fresh.length < PAGE_SIZE) return this.#merge(fresh);
      return batch(() => {
        this.items.value = [];
        this.#merge(fresh);
        this.#goOn(step);
      });
    }
  }

  /** Words are looked for in what came since, and no further: to search everything again and again would cost much. */
  async #readSince(): Promise<void> {
    const startedAt = new Date();
    const createdAfter = new Date(this.#lookedAt.getTime() - OVERLAP_MS).toISOString();
    const { submissions } = await searchStep(this.endpointId, this.filter, { limit: PAGE_SIZE, createdAfter });
    this.#lookedAt = startedAt;
    this.#merge(submissions);
  }

  #goOn({ cursor }: SearchStep): void {
    this.#cursor = cursor;
    this.isComplete.value = cursor === undefined;
  }

  #merge(submissions: readonly SubmissionWithData[]): void {
    const byId = new Map(this.items.peek().map((item) => [item.id, item]));
    let isChanged = false;
    for (const item of submissions.filter(({ id }) => !hidden.has(id))) {
      const now = { ...item, ...pendingFlags.get(item.id) };
      if (isSame(now, byId.get(item.id))) continue;
      byId.set(item.id, now);
      isChanged = true;
    }
    if (isChanged) this.items.value = [...byId.values()].sort(newestFirst);
  }

  /** Between the newest and the oldest that was just read nothing else is found any more, but what was marked here. */
  #replaceNewest(fresh: readonly SubmissionWithData[], isAll: boolean): void {
    const oldest = fresh.at(-1)?.id ?? '';
    const freshIds = new Set(fresh.map(({ id }) => id));
    const isThere = (item: SubmissionWithData) =>
      freshIds.has(item.id) || (!isAll && item.id < oldest) || !isInTab(item, this.filter.tab);
    const former = this.items.peek();
    const kept = former.filter(isThere);
    batch(() => {
      if (kept.length < former.length) this.items.value = kept;
      this.#merge(fresh);
      if (isAll) this.isComplete.value = true;
    });
  }

  async #once(read: () => Promise<void>): Promise<void> {
    if (this.#reading) return this.#reading;
    this.#reading = read().then(
      () => {
        this.failure.value = undefined;
      },
      (error: unknown) => {
        this.failure.value = asFailure(error);
      },
    );
    try {
      await this.#reading;
    } finally {
      this.#reading = undefined;
    }
  }
}

const newestFirst = (a: SubmissionWithData, b: SubmissionWithData): number => (a.id < b.id ? 1 : -1);

const isSame = (a: SubmissionWithData, b: SubmissionWithData | undefined): boolean =>
  b !== undefined && a.isRead === b.isRead && a.isSpam === b.isSpam && a.spamReason === b.spamReason;

const listings = new Map<string, Listing>();

/** What is found of an endpoint's submissions. Of searches for words only the last one is remembered. */
export function listingOf(endpointId: string, filter: Filter): Listing {
  const key = JSON.stringify([endpointId, filter.tab, filter.text]);
  const listing = listings.get(key) ?? new Listing(endpointId, filter);
  if (!listings.has(key) && filter.text !== '') {
    for (const [other, { filter: former }] of listings) if (former.text !== '') listings.delete(other);
  }
  listings.set(key, listing);
  return listing;
}

const listingsOf = (endpointId: string): Listing[] =>
  [...listings.values()].filter((listing) => listing.endpointId === endpointId);

/** A submission as lists have it. */
export const findListed = (endpointId: string, id: string): SubmissionWithData | undefined =>
  listingsOf(endpointId)
    .flatMap(({ items }) => items.value)
    .find((item) => item.id === id);

/** Changes marks of submissions wherever they are listed. */
export function changeListed(endpointId: string, ids: ReadonlySet<string>, flags: Flags): void {
  batch(() => {
    for (const listing of listingsOf(endpointId)) listing.change(ids, flags);
  });
}

/** Takes submissions that are about to be deleted off every list. */
export function hideListed(endpointId: string, ids: ReadonlySet<string>): void {
  for (const id of ids) hidden.add(id);
  batch(() => {
    for (const listing of listingsOf(endpointId)) listing.leaveOut(ids);
  });
}
