import type { Item } from '../../../shared/storage/table/table.ts';
import { MemoryPartition } from './memoryPartition.ts';

export interface StreamEvent {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  PK: string;
  SK: string;
  item?: Item | undefined;
  before?: Item | undefined;
}

type Change = [id: string, item: Item | undefined];

/** Changes that an eventually consistent read may miss. */
const REMEMBERED_CHANGES = 4;
const SEPARATOR = '\u0000';

export const idOf = ({ PK, SK }: { PK?: unknown; SK?: unknown }): string => `${PK}${SEPARATOR}${SK}`;

export class MemoryItems {
  readonly events: StreamEvent[] = [];
  readonly #items = new Map<string, Item>();
  readonly #partitions = new Map<string, MemoryPartition>();
  #replaced: Change[][] = [];

  state(changesAgo = 0): ReadonlyMap<string, Item> {
    if (changesAgo === 0) return this.#items;
    const state = new Map(this.#items);
    for (const changes of this.#replaced.slice(-changesAgo).toReversed())
      for (const [id, item] of changes) item ? state.set(id, item) : state.delete(id);
    return state;
  }

  partition(PK: string, changesAgo = 0): MemoryPartition {
    if (changesAgo === 0) return this.#partitions.get(PK) ?? new MemoryPartition();
    return new MemoryPartition([...this.state(changesAgo).values()].filter((item) => item.PK === PK));
  }

  clear(): void {
    this.events.length = 0;
    this.#items.clear();
    this.#partitions.clear();
    this.#replaced = [];
  }

  /** Makes all changes at once; undefined removes. */
  change(changes: readonly Change[]): void {
    const replaced: Change[] = [];
    for (const [id, item] of changes) {
      const before = this.#items.get(id);
      if (item === undefined && before === undefined) continue;
      const eventName = item === undefined ? 'REMOVE' : before === undefined ? 'INSERT' : 'MODIFY';
      const [PK = '', SK = ''] = id.split(SEPARATOR);
      this.#set(id, PK, SK, item);
      replaced.push([id, before]);
      this.events.push({ eventName, PK, SK, item, before });
    }
    this.#replaced = [...this.#replaced.slice(1 - REMEMBERED_CHANGES), replaced];
  }

  #set(id: string, PK: string, SK: string, item: Item | undefined): void {
    const partition = this.#partitions.get(PK) ?? new MemoryPartition();
    this.#partitions.set(PK, partition);
    partition.set(SK, item);
    if (item) this.#items.set(id, item);
    else this.#items.delete(id);
  }
}
