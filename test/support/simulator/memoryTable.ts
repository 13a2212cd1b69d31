import {
  BATCH_GET_BYTES_MAX,
  BATCH_GET_KEYS_MAX,
  BATCH_WRITE_ITEMS_MAX,
  QUERY_BYTES_MAX,
  TRANSACTION_ITEMS_MAX,
} from '../../../shared/runtime/awsLimits.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import {
  ConditionFailed,
  type QueryInput,
  type QueryResult,
  Table,
  type TransactionWrite,
} from '../../../shared/storage/table/table.ts';
import { type Intercept, type ServiceCall, type ServiceOutput, writesOf } from './calls.ts';
import { documentClient } from './documentClient.ts';
import { holds, type Substitutes, updated } from './expressions.ts';
import { idOf, type MemoryItems } from './memoryItems.ts';
import { bytesOf, checkKeys, checkRange, checkSizes, checkSubstitutes, invalid } from './tableLimits.ts';

export interface MemoryTableOptions {
  /** Awaited before each call, which then takes effect atomically; a batch does so item by item. */
  point?: (kind: 'read' | 'write') => Promise<void>;
  intercept?: Intercept;
  /** The number of changes by which an eventually consistent query lags behind. */
  staleness?: () => number;
  pageBytes?: number;
  /** Called with the items that a call reads, before filter and projection. */
  onRead?: (items: Item[]) => void;
}

/** The table on items in memory: only DynamoDB's client is replaced. */
export class MemoryTable extends Table {
  readonly #items: MemoryItems;
  readonly #options: Required<MemoryTableOptions>;

  constructor(items: MemoryItems, options: MemoryTableOptions = {}) {
    super(
      documentClient((call) => this.#options.intercept(call, (each) => this.perform(each))),
      'Table',
    );
    this.#items = items;
    this.#options = {
      point: async () => undefined,
      intercept: (call, perform) => perform(call),
      staleness: () => 0,
      pageBytes: QUERY_BYTES_MAX,
      onRead: () => undefined,
      ...options,
    };
  }

  /**
   * Performs a DynamoDB action; a batch is just `Keys` of items to read or delete.
   * @throws ConditionFailed; ServiceFailure beyond DynamoDB's limits
   */
  async perform(call: ServiceCall): Promise<ServiceOutput> {
    const { action, input } = call;
    const { point } = this.#options;
    if (action === 'BatchWriteItem') {
      checkKeys(input.Keys as ItemKey[], BATCH_WRITE_ITEMS_MAX);
      for (const Key of input.Keys as ItemKey[]) await this.#write([{ Delete: { Key } }]);
      return {};
    }
    if (action === 'BatchGetItem') return this.#readBatch(input);
    if (action === 'GetItem' || action === 'Query' || action === 'Scan') {
      await point('read');
      return this.#read(action, input);
    }
    const writes = writesOf(call);
    if (writes.length === 0) throw new Error(`not understood: ${action}`);
    await this.#write(writes);
    return action === 'UpdateItem' ? { Attributes: this.#items.state().get(idOf(input.Key as ItemKey)) ?? {} } : {};
  }

  async #readBatch(input: Record<string, unknown>): Promise<ServiceOutput> {
    const keys = input.Keys as ItemKey[];
    checkKeys(keys, BATCH_GET_KEYS_MAX);
    const Items: Item[] = [];
    let bytes = 0;
    for (const [index, key] of keys.entries()) {
      await this.#options.point('read');
      const item = this.#items.state().get(idOf(key));
      bytes += item ? bytesOf(item) : 0;
      if (bytes > BATCH_GET_BYTES_MAX) {
        this.#options.onRead(Items);
        return { Items: Items.map((each) => projected(each, input)), UnprocessedKeys: keys.slice(index) };
      }
      if (item) Items.push(item);
    }
    this.#options.onRead(Items);
    return { Items: Items.map((item) => projected(item, input)) };
  }

  #read(action: string, input: Record<string, unknown>): ServiceOutput {
    if (action === 'Query') return { ...this.#query(input as QueryInput) };
    if (action === 'Scan') return { ...this.#scan(input) };
    const item = this.#items.state().get(idOf(input.Key as ItemKey));
    this.#options.onRead(item ? [item] : []);
    return { Item: item && projected(item, input) };
  }

  #query(input: QueryInput): QueryResult {
    checkSubstitutes(input);
    const { PK, from, to } = rangeOf(input);
    checkRange(input, from, to);
    const partition = this.#items.partition(PK, input.ConsistentRead === false ? this.#options.staleness() : 0);
    const after = (input.ExclusiveStartKey as Item | undefined)?.SK as string | undefined;
    if (after !== undefined && (after < from || after > to)) throw invalid('the starting key is outside the range');
    return this.#found(partition.between(from, to, { isForward: input.ScanIndexForward !== false, after }), input);
  }

  #scan(input: Partial<QueryInput>): QueryResult {
    const after = input.ExclusiveStartKey ? idOf(input.ExclusiveStartKey) : '';
    const behind = [...this.#items.state()].filter(([id]) => id > after).sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#found(
      behind.map(([, item]) => item),
      input,
    );
  }

  #found(found: Iterable<Item>, input: Partial<QueryInput>): QueryResult {
    const { taken, isCut } = this.#page(found, input);
    this.#options.onRead(taken);
    const last = taken.at(-1);
    const { FilterExpression } = input;
    const passed = FilterExpression ? taken.filter((item) => holds(FilterExpression, item, input)) : taken;
    return {
      Count: passed.length,
      ScannedCount: taken.length,
      ...(input.Select === 'COUNT' ? {} : { Items: passed.map((item) => projected(item, input)) }),
      ...(isCut && last ? { LastEvaluatedKey: { PK: last.PK, SK: last.SK } } : {}),
      ...(input.ReturnConsumedCapacity ? { ConsumedCapacity: { CapacityUnits: readUnits(taken, input) } } : {}),
    };
  }

  async #write(writes: TransactionWrite[]): Promise<void> {
    await this.#options.point('write');
    checkKeys(writes.map(keyOf), TRANSACTION_ITEMS_MAX);
    const state = this.#items.state();
    const failed: number[] = [];
    const changes = writes.flatMap((write, index): [string, Item | undefined][] => {
      const { Put, Delete, Update, ConditionCheck } = write;
      const input = (Put ?? Delete ?? Update ?? ConditionCheck) as Substitutes & { ConditionExpression?: string };
      checkSubstitutes(input);
      const key = keyOf(write);
      const item = state.get(idOf(key));
      const { ConditionExpression } = input;
      if (ConditionExpression && !holds(ConditionExpression, item ?? {}, input)) {
        failed.push(index);
        return [];
      }
      if (ConditionCheck) return [];
      if (Update) return [[idOf(key), stored(updated(Update.UpdateExpression, item ?? { ...key }, input))]];
      return [[idOf(key), Put && stored(Put.Item)]];
    });
    if (failed[0] !== undefined) throw new ConditionFailed(failed[0], writes, failed);
    checkSizes(changes.map(([, item]) => item).filter((item) => item !== undefined));
    this.#items.change(changes);
  }

  #page(found: Iterable<Item>, { Limit = Infinity }: Partial<QueryInput>) {
    const taken: Item[] = [];
    let bytes = 0;
    for (const item of found) {
      taken.push(item);
      bytes += bytesOf(item);
      // Like DynamoDB, a query that ends by its limit names a last key even if nothing follows.
      if (taken.length === Limit || bytes >= this.#options.pageBytes) return { taken, isCut: true };
    }
    return { taken, isCut: false };
  }
}

const keyOf = ({ Put, Delete, Update, ConditionCheck }: TransactionWrite): ItemKey =>
  (Put?.Item ?? Delete?.Key ?? Update?.Key ?? ConditionCheck?.Key) as ItemKey;

/** The SDK stores maps as it does objects. */
const stored = (item: Item): Item =>
  Object.values(item).some((value) => value instanceof Map)
    ? Object.fromEntries(
        Object.entries(item).map(([name, value]) => [name, value instanceof Map ? Object.fromEntries(value) : value]),
      )
    : item;

/** Read units as DynamoDB counts them: 4 kB for a strong read, 8 kB for another one; at least half a unit. */
const readUnits = (items: readonly Item[], { ConsistentRead = true }: Pick<QueryInput, 'ConsistentRead'>): number =>
  Math.max(1, Math.ceil(items.reduce((sum, item) => sum + bytesOf(item), 0) / 4_096)) * (ConsistentRead ? 1 : 0.5);

const LAST_SORT_KEY = '\uffff';

function rangeOf({ KeyConditionExpression = '', ExpressionAttributeValues: values = {} }: Partial<QueryInput>) {
  const [partition = '', sort = ''] = KeyConditionExpression.split(/ AND (.*)/);
  const textOf = (name: string): string => String(values[name]);
  const PK = textOf(partition.replace('PK = ', ''));
  const [, prefix] = /^begins_with\(SK, (:\w+)\)$/.exec(sort) ?? [];
  if (prefix) return { PK, from: textOf(prefix), to: `${textOf(prefix)}${LAST_SORT_KEY}` };
  const [, from, to] = /^SK BETWEEN (:\w+) AND (:\w+)$/.exec(sort) ?? [];
  if (from && to) return { PK, from: textOf(from), to: textOf(to) };
  if (sort !== '') throw new Error(`not understood: ${KeyConditionExpression}`);
  return { PK, from: '', to: LAST_SORT_KEY };
}

function projected(item: Item, { ProjectionExpression, ExpressionAttributeNames = {} }: Partial<QueryInput>): Item {
  if (ProjectionExpression === undefined) return item;
  const names = ProjectionExpression.split(/,\s*/).map((name) => ExpressionAttributeNames[name] ?? name);
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}
