import { signal } from '@preact/signals';

/** The items of a list of the API, also as changed here. */
export class Collection<T extends { id: string }> {
  /** Undefined until they are loaded. */
  readonly items = signal<readonly T[] | undefined>();
  /** Ids of those that the API could not read. */
  readonly unreadable = signal<readonly string[]>([]);
  #changes = 0;

  /**
   * Loads the items, again if one was changed meanwhile.
   * @throws RequestFailed
   */
  async load(list: () => Promise<{ items: readonly T[]; unreadable?: readonly string[] | undefined }>): Promise<void> {
    for (;;) {
      const changes = this.#changes;
      const { items, unreadable = [] } = await list();
      if (changes !== this.#changes) continue;
      this.items.value = items;
      this.unreadable.value = unreadable;
      return;
    }
  }

  clear(): void {
    this.items.value = undefined;
  }

  /** Adds an item, or replaces the one with its id. */
  put(item: T): void {
    this.#change((items) =>
      items.some(({ id }) => id === item.id)
        ? items.map((each) => (each.id === item.id ? item : each))
        : [...items, item],
    );
  }

  remove(id: string): void {
    this.#change((items) => items.filter((each) => each.id !== id));
  }

  #change(change: (items: readonly T[]) => readonly T[]): void {
    this.#changes += 1;
    const items = this.items.peek();
    if (items) this.items.value = change(items);
  }
}
