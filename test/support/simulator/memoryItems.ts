import type { Item } from '../../../shared/storage/table.ts';

/** A change as the table's stream tells it. */
export interface StreamEvent {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  PK: string;
  SK: string;
  /** The item as it became; none after a removal. */
  item?: Item | undefined;
  /** The item as it was; none before it was created. */
  before?: Item | undefined;
}

/** States that an eventually consistent read may still see. */
const REMEMBERED_STATES = 5;
const SEPARATOR = '\u0000';

/** Names an item in a state. */
export const idOf = ({ PK, SK }: { PK?: unknown; SK?: unknown }): string => `${PK}${SEPARATOR}${SK}`;

/** The items of a table in memory, which all `MemoryTable`s on it share. */
export class MemoryItems {
  /** Every change, in order. */
  readonly events: StreamEvent[] = [];
  #states: Map<string, Item>[] = [new Map()];

  /** The items now, or some changes ago. */
  state(changesAgo = 0): Map<string, Item> {
    return this.#states[Math.max(0, this.#states.length - 1 - changesAgo)] as Map<string, Item>;
  }

  /** Makes all tables on it empty, without a trace of what was there. */
  clear(): void {
    this.events.length = 0;
    this.#states = [new Map()];
  }

  /** Makes all changes at once; undefined removes. */
  change(items: [id: string, item: Item | undefined][]): void {
    const before = this.state();
    const next = new Map(before);
    for (const [id, item] of items) {
      const eventName = item === undefined ? 'REMOVE' : before.has(id) ? 'MODIFY' : 'INSERT';
      if (item === undefined && !next.delete(id)) continue;
      if (item !== undefined) next.set(id, item);
      const [PK = '', SK = ''] = id.split(SEPARATOR);
      this.events.push({ eventName, PK, SK, item, before: before.get(id) });
    }
    this.#states = [...this.#states.slice(1 - REMEMBERED_STATES), next];
  }
}
