import { between, selecting } from '../storage/expressions.ts';
import { endpointKey, submissionSortKeys, submissionSortKeysFrom } from '../storage/itemKeys.ts';
import { joined, readParts } from '../storage/paging.ts';
import type { TableAccess } from '../storage/table.ts';
import { ENTRY_ATTRIBUTES, type Entry, entryOf } from './states.ts';

/** Reads the submissions that page indexes and statistics are made from: their places and states. */
export class Entries {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /** Every submission with a mark above `after` and up to `through` ('' is no bound), as they are now. */
  async entriesBetween(endpointId: string, after: string, through: string): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, through), { ConsistentRead: true });
  }

  /** The same with the first mark included. */
  async entriesFrom(endpointId: string, first: string, through: string): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeysFrom(first, through), { ConsistentRead: true });
  }

  /** The oldest submissions above a mark, as they are now. */
  async firstEntries(endpointId: string, after: string, max: number): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, ''), { ConsistentRead: true, itemsMax: max });
  }

  /** The mark of the newest submission, as it is now. */
  async newestMark(endpointId: string): Promise<string | undefined> {
    const query = { ConsistentRead: true, itemsMax: 1, ScanIndexForward: false };
    const [newest] = await this.#entries(endpointId, submissionSortKeys('', ''), query);
    return newest?.mark;
  }

  /** The oldest submissions in a range; one that was written a moment ago may be missing. */
  async oldestEntries(endpointId: string, after: string, through: string, max: number): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, through), { ConsistentRead: false, itemsMax: max });
  }

  async #entries(endpointId: string, sortKeys: SortKeys, { itemsMax, ...options }: EntryQuery): Promise<Entry[]> {
    const range = between(endpointKey(endpointId).PK, sortKeys);
    const query = { ...range, ...selecting('SK', ...ENTRY_ATTRIBUTES), ...options };
    const parts = readParts((continuation) => this.#table.query({ ...query, ...continuation }), { itemsMax });
    return (await joined(parts)).items.map(entryOf);
  }
}

type SortKeys = ReturnType<typeof submissionSortKeys>;

interface EntryQuery {
  ConsistentRead: boolean;
  ScanIndexForward?: boolean;
  itemsMax?: number;
}
