import { between, selecting } from '../storage/expressions.ts';
import { endpointKey, submissionSortKeys, submissionSortKeysFrom, timeOfSortId } from '../storage/itemKeys.ts';
import { joined, readParts } from '../storage/paging.ts';
import type { TableAccess } from '../storage/table.ts';
import { ENTRY_ATTRIBUTES, type Entry, entryOf } from './flagCounts.ts';

/** Reads the submissions that page indexes and statistics are built from: their sort ids and flags. */
export class Entries {
  readonly #table: TableAccess;

  constructor(table: TableAccess) {
    this.#table = table;
  }

  /** Every submission with a sort id above `after` and up to `through` ('' for no bound); strongly consistent. */
  async entriesBetween(endpointId: string, after: string, through: string): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, through), { ConsistentRead: true });
  }

  /** Like `entriesBetween`, but includes the first sort id. */
  async entriesFrom(endpointId: string, first: string, through: string): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeysFrom(first, through), { ConsistentRead: true });
  }

  /** The oldest submissions above a sort id; strongly consistent. */
  async firstEntries(endpointId: string, after: string, max: number): Promise<Entry[]> {
    return this.#entries(endpointId, submissionSortKeys(after, ''), { ConsistentRead: true, itemsMax: max });
  }

  /** When the newest submission was created, given those that are not indexed; strongly consistent. */
  async newestTime(endpointId: string, tail: readonly Entry[]): Promise<number | undefined> {
    const query = { ConsistentRead: true, itemsMax: 1, ScanIndexForward: false };
    const newest = tail.at(-1) ?? (await this.#entries(endpointId, submissionSortKeys('', ''), query))[0];
    return newest && timeOfSortId(newest.sortId);
  }

  /** The oldest submissions in a range; eventually consistent. */
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
