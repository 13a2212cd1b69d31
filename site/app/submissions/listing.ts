import { batch, signal } from '@preact/signals';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { readPage } from './pages.ts';

export type Flags = Partial<Pick<SubmissionWithData, 'isRead' | 'isSpam'>>;

/** Submissions read at a time. */
const PAGE_SIZE = 50;
/** When more than these pages are new, what is known is too old to be completed: it is read again from the start. */
const NEW_PAGES_MAX = 4;

/** What is known of an endpoint's submissions: the newest ones without a gap, as far as they were read. */
export class Listing {
  readonly endpointId: string;
  /** Newest first. */
  readonly items = signal<readonly SubmissionWithData[]>([]);
  /** Whether the first page was read. */
  readonly isLoaded = signal(false);
  /** Whether there are no older ones. */
  readonly isComplete = signal(false);
  readonly failure = signal<RequestFailed | undefined>();
  /** Flags that the server does not know yet, by the submission's id: what it says about them is late. */
  readonly pendingFlags = new Map<string, Flags>();
  /** Submissions that are to be seen no more, also where the server still tells of them. */
  readonly #hidden = new Set<string>();
  /** Those of them that stood in the list and that the server still counts. */
  readonly #leaving = new Set<string>();
  #reading: Promise<void> | undefined;

  constructor(endpointId: string) {
    this.endpointId = endpointId;
  }

  find(id: string): SubmissionWithData | undefined {
    return this.items.peek().find((item) => item.id === id);
  }

  /** Reads the next older page. Whoever asks while one is read waits for that one. */
  readMore(): Promise<void> {
    return this.#once(async () => {
      const known = this.items.peek().length + this.#leaving.size;
      // What is known is all that is newer, so its number says on which page the next one is.
      const page = Math.floor(known / PAGE_SIZE) + 1;
      const { submissions, totalPages } = await readPage(this.endpointId, page, PAGE_SIZE);
      batch(() => {
        this.#merge(submissions);
        this.isComplete.value = page >= totalPages;
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
    const fresh: SubmissionWithData[] = [];
    await this.#once(async () => {
      for (let page = 1; ; page++) {
        const { submissions, totalPages } = await readPage(this.endpointId, page, PAGE_SIZE);
        fresh.push(...submissions);
        const isJoined = known.size === 0 || submissions.some(({ id }) => known.has(id));
        if (isJoined || page >= totalPages) return this.#replaceNewest(fresh, page >= totalPages);
        if (page === NEW_PAGES_MAX) return this.#replaceAll(fresh);
      }
    });
    return fresh.filter(({ id }) => !known.has(id) && !this.#hidden.has(id)).length;
  }

  /** Changes flags of submissions, for now only here. */
  change(ids: ReadonlySet<string>, flags: Flags): void {
    // A person's mark has no reason.
    const changes = flags.isSpam === undefined ? flags : { ...flags, spamReason: undefined };
    this.items.value = this.items.peek().map((item) => (ids.has(item.id) ? { ...item, ...changes } : item));
  }

  /** Takes submissions off the list that are about to be deleted. */
  hide(ids: ReadonlySet<string>): void {
    for (const { id } of this.items.peek()) if (ids.has(id)) this.#leaving.add(id);
    for (const id of ids) this.#hidden.add(id);
    this.items.value = this.items.peek().filter(({ id }) => !ids.has(id));
  }

  /** Puts submissions back that were not deleted after all. */
  restore(submissions: readonly SubmissionWithData[]): void {
    for (const { id } of submissions) {
      this.#hidden.delete(id);
      this.#leaving.delete(id);
    }
    this.#merge(submissions);
  }

  /** Notes that the server counts a submission no more. */
  noteDeleted(id: string): void {
    this.#leaving.delete(id);
  }

  #merge(submissions: readonly SubmissionWithData[]): void {
    const byId = new Map(this.items.peek().map((item) => [item.id, item]));
    for (const item of submissions) {
      if (!this.#hidden.has(item.id)) byId.set(item.id, { ...item, ...this.pendingFlags.get(item.id) });
    }
    this.items.value = [...byId.values()].sort(newestFirst);
  }

  /** Between the newest and the oldest that was just read, nothing else is there any more. */
  #replaceNewest(fresh: readonly SubmissionWithData[], isAll: boolean): void {
    const oldest = fresh.at(-1)?.id ?? '';
    const freshIds = new Set(fresh.map(({ id }) => id));
    const kept = this.items.peek().filter(({ id }) => freshIds.has(id) || (!isAll && id < oldest));
    const isSame =
      kept.length === this.items.peek().length &&
      fresh.every((item) => sameFlags({ ...item, ...this.pendingFlags.get(item.id) }, this.find(item.id)));
    if (isSame) return;
    batch(() => {
      this.items.value = kept;
      this.#merge(fresh);
      if (isAll) this.isComplete.value = true;
    });
  }

  #replaceAll(fresh: readonly SubmissionWithData[]): void {
    batch(() => {
      this.items.value = [...fresh];
      this.isComplete.value = false;
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

const sameFlags = (a: SubmissionWithData, b: SubmissionWithData | undefined): boolean =>
  b !== undefined && a.isRead === b.isRead && a.isSpam === b.isSpam;

const listings = new Map<string, Listing>();

/** What is known of an endpoint's submissions. */
export function listingOf(endpointId: string): Listing {
  const listing = listings.get(endpointId) ?? new Listing(endpointId);
  listings.set(endpointId, listing);
  return listing;
}
