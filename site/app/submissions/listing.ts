import { batch, computed, signal } from '@preact/signals';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { type Filter, type Flags, isInTab } from './filter.ts';
import { type SearchStep, searchStep } from './search.ts';

const PAGE_SIZE = 50;
/** With more new pages than this, the list is read again from the start. */
const NEW_PAGES_MAX = 4;
/**
 * How far before the last look a search for new ones starts: more than a request takes to store its submission, and
 * clocks of servers differ.
 */
const OVERLAP_MS = 60_000;
/**
 * Interval of reading the newest pages whole: a submission appears far below the newest one if its sender confirms it
 * late, and in other lists if it is released or marked elsewhere.
 */
const WHOLE_EVERY_MS = 5 * 60_000;

/** Flags that are not saved yet, by submission id; they override the server's. */
export const pendingFlags = new Map<string, Flags>();

/** Submissions that are being deleted: every list keeps them, because deleting can be undone or fail. */
const hidden = signal<ReadonlySet<string>>(new Set());

/** Hides submissions in all lists before they are deleted. */
export const hideListed = (ids: ReadonlySet<string>): void => {
  hidden.value = new Set([...hidden.peek(), ...ids]);
};

/** Shows submissions in their old places again if their deletion was undone or failed. */
export const showListed = (ids: ReadonlySet<string>): void => {
  hidden.value = new Set([...hidden.peek()].filter((id) => !ids.has(id)));
};

export const isHidden = (id: string): boolean => hidden.value.has(id);

/** The newest matching submissions of an endpoint, without a gap. */
export class Listing {
  readonly endpointId: string;
  readonly filter: Filter;
  readonly #all = signal<readonly SubmissionWithData[]>([]);
  /** Newest first, without hidden ones. Some may no longer match because they were flagged since. */
  readonly items = computed(() => this.#all.value.filter(({ id }) => !hidden.value.has(id)));
  /** Ids of those that the API could not read. */
  readonly unreadable = signal<readonly string[]>([]);
  /** The number of submissions examined. */
  readonly examined = signal(0);
  /** True if the first page was read. */
  readonly isLoaded = signal(false);
  /** True if the oldest was reached. */
  readonly isComplete = signal(false);
  readonly failure = signal<RequestFailed | undefined>();
  #cursor: string | undefined;
  /** When it last looked for new submissions. */
  #lookedAt = new Date();
  /** When its newest pages were last read whole, in milliseconds since 1970. */
  #wholeAt = Date.now();
  #reading: Promise<void> | undefined;
  /** Flags saved since the current read began, by submission id. What it returns may be older. */
  readonly #saved = new Map<string, Flags>();

  constructor(endpointId: string, filter: Filter) {
    this.endpointId = endpointId;
    this.filter = filter;
  }

  find(id: string): SubmissionWithData | undefined {
    return this.items.value.find((item) => item.id === id);
  }

  /** Adds a submission that was read otherwise. */
  add(submission: SubmissionWithData): void {
    this.#saved.clear();
    this.#merge([submission]);
  }

  /** Reads the next older page; concurrent callers share one request. */
  readMore(): Promise<void> {
    return this.#once(async () => {
      const isFirst = !this.isLoaded.peek();
      const startedAt = new Date();
      const step = await this.#step(this.#cursor);
      if (isFirst) this.#lookedAt = startedAt;
      batch(() => {
        this.#merge(step.submissions);
        this.#goOn(step);
        this.unreadable.value = [...new Set([...this.unreadable.peek(), ...step.unreadable])];
        this.examined.value += step.examined;
        this.isLoaded.value = true;
      });
    });
  }

  /**
   * Reads new submissions and changes among the newest.
   * @returns the number of new ones
   */
  async readNew(): Promise<number> {
    if (!this.isLoaded.peek()) {
      await this.readMore();
      return 0;
    }
    const known = new Set(this.#all.peek().map(({ id }) => id));
    const isWholeDue = Date.now() - this.#wholeAt >= WHOLE_EVERY_MS;
    if (isWholeDue) this.#wholeAt = Date.now();
    const isSince = this.filter.text !== '' && !isWholeDue;
    await this.#once(() => (isSince ? this.#readSince() : this.#readNewest(known, isWholeDue)));
    return this.items.peek().filter(({ id }) => !known.has(id)).length;
  }

  /** Changes flags locally. */
  change(ids: ReadonlySet<string>, flags: Flags): void {
    // Spam marked by a person has no reason.
    const changes = flags.isSpam === undefined ? flags : { ...flags, spamReason: undefined };
    this.#all.value = this.#all.peek().map((item) => (ids.has(item.id) ? { ...item, ...changes } : item));
  }

  noteSaved(ids: readonly string[], flags: Flags): void {
    for (const id of ids) this.#saved.set(id, { ...this.#saved.get(id), ...flags });
  }

  #step(cursor: string | undefined, createdAfter?: string): Promise<SearchStep> {
    return searchStep(this.endpointId, this.filter, { limit: PAGE_SIZE, cursor, createdAfter });
  }

  /**
   * From the newest to the known ones, or to the oldest of them. Filters by flags keep this cheap: the API skips pages
   * without a match.
   */
  async #readNewest(known: ReadonlySet<string>, isWhole: boolean): Promise<void> {
    const startedAt = new Date();
    const oldest = this.isComplete.peek() ? '' : (this.#all.peek().at(-1)?.id ?? '');
    const fresh: SubmissionWithData[] = [];
    let step: SearchStep | undefined;
    for (let page = 1; page <= NEW_PAGES_MAX; page++) {
      step = await this.#step(step?.cursor);
      fresh.push(...step.submissions);
      const isAll = step.cursor === undefined;
      const isFar = (id: string) => (isWhole && page < NEW_PAGES_MAX ? id <= oldest : known.has(id));
      if (isAll || fresh.some(({ id }) => isFar(id))) {
        this.#lookedAt = startedAt;
        return this.#replaceNewest(fresh, isAll);
      }
    }
    // With few matches far apart, reads everything that arrived since, like a text search.
    if (fresh.length < PAGE_SIZE) return this.#readSince(fresh);
    this.#lookedAt = startedAt;
    if (step) this.#startOver(fresh, step);
  }

  /**
   * A text search only looks at what arrived since: repeating the whole search would be expensive.
   * @param fresh submissions that were read already
   */
  async #readSince(fresh: SubmissionWithData[] = []): Promise<void> {
    const startedAt = new Date();
    const createdAfter = new Date(this.#lookedAt.getTime() - OVERLAP_MS).toISOString();
    let cursor: string | undefined;
    do {
      const step = await this.#step(cursor, createdAfter);
      fresh.push(...step.submissions);
      cursor = step.cursor;
    } while (cursor !== undefined && fresh.length < NEW_PAGES_MAX * PAGE_SIZE);
    if (cursor === undefined) this.#merge(fresh);
    else {
      // The cursor of a search does not lead to older submissions.
      const step = await this.#step(undefined);
      this.#startOver(step.submissions, step);
    }
    this.#lookedAt = startedAt;
  }

  /** Replaces all items by the newest, from which `readMore` continues. */
  #startOver(newest: readonly SubmissionWithData[], step: SearchStep): void {
    batch(() => {
      this.#all.value = [];
      this.#merge(newest);
      this.#goOn(step);
      this.unreadable.value = step.unreadable;
      this.examined.value = step.examined;
    });
  }

  #goOn({ cursor }: SearchStep): void {
    this.#cursor = cursor;
    this.isComplete.value = cursor === undefined;
  }

  #merge(submissions: readonly SubmissionWithData[]): void {
    const byId = new Map(this.#all.peek().map((item) => [item.id, item]));
    let isChanged = false;
    for (const item of submissions) {
      const now = { ...item, ...this.#saved.get(item.id), ...pendingFlags.get(item.id) };
      if (isSame(now, byId.get(item.id))) continue;
      byId.set(item.id, now);
      isChanged = true;
    }
    if (isChanged) this.#all.value = [...byId.values()].sort(newestFirst);
  }

  /**
   * Within the range that was just read, anything the server did not return no longer matches, except local changes.
   */
  #replaceNewest(fresh: readonly SubmissionWithData[], isAll: boolean): void {
    const oldest = fresh.at(-1)?.id ?? '';
    const freshIds = new Set(fresh.map(({ id }) => id));
    const isThere = (item: SubmissionWithData) =>
      freshIds.has(item.id) || (!isAll && item.id < oldest) || !isInTab(item, this.filter.tab);
    const former = this.#all.peek();
    const kept = former.filter(isThere);
    batch(() => {
      if (kept.length < former.length) this.#all.value = kept;
      this.#merge(fresh);
      if (isAll) this.isComplete.value = true;
    });
  }

  async #once(read: () => Promise<void>): Promise<void> {
    if (this.#reading) return this.#reading;
    this.#saved.clear();
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
  b !== undefined &&
  a.isRead === b.isRead &&
  a.isSpam === b.isSpam &&
  a.spamReason === b.spamReason &&
  a.confirmedAt === b.confirmedAt &&
  JSON.stringify(a.files) === JSON.stringify(b.files);
