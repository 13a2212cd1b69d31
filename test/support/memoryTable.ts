import type { ItemKey } from '../../shared/storage/itemKeys.ts';
import type { Item } from '../../shared/storage/table.ts';
import {
  type Condition,
  ConditionFailed,
  type Found,
  type QueryInput,
  type TableAccess,
  type TransactionWrite,
} from '../../shared/storage/table.ts';
import { holds, type Substitutes, updated } from './expressions.ts';

/** A change as the table's stream tells it. */
export interface StreamEvent {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  PK: string;
  SK: string;
  /** The item as it became; none after a removal. */
  item?: Item | undefined;
}

const PAGE_BYTES_MAX = 1024 * 1024;
/** States that an eventually consistent read may still see. */
const REMEMBERED_STATES = 5;
const SEPARATOR = '\u0000';

const idOf = ({ PK, SK }: { PK?: unknown; SK?: unknown }): string => `${PK}${SEPARATOR}${SK}`;

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
      this.events.push({ eventName, PK, SK, item });
    }
    this.#states = [...this.#states.slice(1 - REMEMBERED_STATES), next];
  }
}

export interface MemoryTableOptions {
  /** Waited for before each call takes effect, which it then does in one go. */
  point?: (kind: 'read' | 'write') => Promise<void>;
  /** How many changes ago the state is that an eventually consistent query reads. */
  staleness?: () => number;
  /** Where a query's page ends, in bytes. */
  pageBytes?: number;
}

/** Does what `Table` does, on items in memory: each call is a point at which a schedule may go on elsewhere. */
export class MemoryTable implements TableAccess {
  readonly #items: MemoryItems;
  readonly #options: Required<MemoryTableOptions>;

  constructor(items: MemoryItems, options: MemoryTableOptions = {}) {
    this.#items = items;
    this.#options = { point: async () => undefined, staleness: () => 0, pageBytes: PAGE_BYTES_MAX, ...options };
  }

  async get(key: ItemKey): Promise<Item | undefined> {
    await this.#options.point('read');
    return this.#items.state().get(idOf(key));
  }

  async getAll(keys: ItemKey[]): Promise<Item[]> {
    await this.#options.point('read');
    return keys.map((key) => this.#items.state().get(idOf(key))).filter((item) => item !== undefined);
  }

  async query(input: QueryInput): Promise<Found> {
    await this.#options.point('read');
    const state = this.#items.state(input.ConsistentRead === false ? this.#options.staleness() : 0);
    const { taken, isCut } = this.#page([...state.values()].filter(keyFilter(input)), input);
    const last = taken.at(-1);
    return {
      Count: taken.length,
      ...(input.Select === 'COUNT' ? {} : { Items: taken.map((item) => projected(item, input.ProjectionExpression)) }),
      ...(isCut && last ? { LastEvaluatedKey: { PK: last.PK, SK: last.SK } } : {}),
    };
  }

  async put(item: Item, condition: Condition): Promise<void> {
    await this.#write([{ Put: { Item: item, ...condition } }]);
  }

  async update(input: { Key: unknown; UpdateExpression?: string | undefined } & Substitutes): Promise<Item> {
    const key = input.Key as ItemKey;
    await this.#write([{ Update: input } as unknown as TransactionWrite]);
    return this.#items.state().get(idOf(key)) ?? {};
  }

  async delete(key: ItemKey, conditionExpression?: string): Promise<void> {
    await this.#write([{ Delete: { Key: key, ...withCondition(conditionExpression) } }]);
  }

  async deleteAll(keys: ItemKey[]): Promise<void> {
    for (const Key of keys) await this.#write([{ Delete: { Key } }]);
  }

  async transact(writes: TransactionWrite[]): Promise<void> {
    await this.#write(writes);
  }

  async #write(writes: TransactionWrite[]): Promise<void> {
    await this.#options.point('write');
    const state = this.#items.state();
    const changes = writes.flatMap((write, index): [string, Item | undefined][] => {
      const { Put, Delete, Update, ConditionCheck } = write;
      const input = (Put ?? Delete ?? Update ?? ConditionCheck) as Substitutes & { ConditionExpression?: string };
      const key = (Put?.Item ?? Delete?.Key ?? Update?.Key ?? ConditionCheck?.Key) as ItemKey;
      const item = state.get(idOf(key));
      const { ConditionExpression } = input;
      if (ConditionExpression && !holds(ConditionExpression, item ?? {}, input))
        throw new ConditionFailed(index, write);
      if (ConditionCheck) return [];
      if (Update) return [[idOf(key), updated(Update.UpdateExpression, item ?? { ...key }, input)]];
      return [[idOf(key), Put?.Item]];
    });
    this.#items.change(changes);
  }

  #page(found: Item[], { ScanIndexForward = true, ExclusiveStartKey, Limit = Infinity }: Partial<QueryInput>) {
    const direction = ScanIndexForward ? 1 : -1;
    const order = (a: Item, b: Item) =>
      direction * (Number(String(a.SK) > String(b.SK)) - Number(String(a.SK) < String(b.SK)));
    const start = ExclusiveStartKey as Item | undefined;
    const rest = found.sort(order).filter((item) => start === undefined || order(start, item) < 0);
    let bytes = 0;
    const end = rest.findIndex((item, i) => {
      bytes += Buffer.byteLength(JSON.stringify(item));
      return i + 1 === Limit || bytes >= this.#options.pageBytes;
    });
    // Like DynamoDB, a query that ends by its limit names a last key even if nothing follows.
    return end < 0 ? { taken: rest, isCut: false } : { taken: rest.slice(0, end + 1), isCut: true };
  }
}

const withCondition = (ConditionExpression: string | undefined) =>
  ConditionExpression === undefined ? {} : { ConditionExpression };

/** Which items a key condition selects. */
function keyFilter({ KeyConditionExpression = '', ExpressionAttributeValues: values = {} }: Partial<QueryInput>) {
  const [partition = '', sort = ''] = KeyConditionExpression.split(/ AND (.*)/);
  const textOf = (name: string): string => String(values[name]);
  const pk = textOf(partition.replace('PK = ', ''));
  const [, prefix] = /^begins_with\(SK, (:\w+)\)$/.exec(sort) ?? [];
  const [, from, to] = /^SK BETWEEN (:\w+) AND (:\w+)$/.exec(sort) ?? [];
  if (sort !== '' && !prefix && !from) throw new Error(`not understood: ${KeyConditionExpression}`);
  return ({ PK, SK }: Item): boolean => {
    if (PK !== pk) return false;
    if (prefix) return String(SK).startsWith(textOf(prefix));
    return !from || !to || (String(SK) >= textOf(from) && String(SK) <= textOf(to));
  };
}

function projected(item: Item, projection: string | undefined): Item {
  if (projection === undefined) return item;
  return Object.fromEntries(projection.split(/,\s*/).map((name) => [name, item[name]]));
}
