import type { Item } from '../../../shared/storage/table/table.ts';

/** Items sorted by sort key, so that a read's time depends on its result, not on the partition. */
export class MemoryPartition {
  readonly #items: Item[] = [];
  /** Items to be sorted on the first range read; many partitions are never read as ranges. */
  #changes: [SK: string, item: Item | undefined][] = [];

  constructor(items: readonly Item[] = []) {
    for (const item of items) this.set(String(item.SK), item);
  }

  /** Undefined removes. */
  set(SK: string, item: Item | undefined): void {
    this.#changes.push([SK, item]);
  }

  #sortIn(SK: string, item: Item | undefined): void {
    const at = this.#firstFrom(SK);
    const isThere = sortKeyOf(this.#items[at]) === SK;
    this.#items.splice(at, isThere ? 1 : 0, ...(item ? [item] : []));
  }

  /** The items of a range, both ends included, from one end or after a key. */
  *between(from: string, to: string, { isForward = true, after }: { isForward?: boolean; after?: string | undefined }) {
    for (const change of this.#changes) this.#sortIn(...change);
    this.#changes = [];
    const step = isForward ? 1 : -1;
    let at = isForward ? this.#firstFrom(from) : this.#firstBehind(to) - 1;
    if (after !== undefined)
      at = isForward ? Math.max(at, this.#firstBehind(after)) : Math.min(at, this.#firstFrom(after) - 1);
    for (; ; at += step) {
      const item = this.#items[at];
      if (!item || sortKeyOf(item) < from || sortKeyOf(item) > to) return;
      yield item;
    }
  }

  #firstFrom(SK: string): number {
    let [start, end] = [0, this.#items.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (sortKeyOf(this.#items[middle]) < SK) start = middle + 1;
      else end = middle;
    }
    return start;
  }

  #firstBehind(SK: string): number {
    const at = this.#firstFrom(SK);
    return sortKeyOf(this.#items[at]) === SK ? at + 1 : at;
  }
}

const sortKeyOf = (item: Item | undefined): string => String(item?.SK);
