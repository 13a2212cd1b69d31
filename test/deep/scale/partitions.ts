import { itemBytes, writeUnitsOf } from '../../../shared/storage/itemBytes.ts';
import type { ItemKey } from '../../../shared/storage/partitions.ts';
import type { Item, QueryInput } from '../../../shared/storage/table.ts';
import { type Output, type ServiceCall, ServiceFailure, writesOf } from '../../support/simulator/calls.ts';
import { idOf, type MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import { PARTITION_UNITS_PER_SECOND } from './awsLimits.ts';

type Kind = keyof typeof PARTITION_UNITS_PER_SECOND;

/** What one partition has used, second by second. */
interface Usage {
  second: number;
  used: number;
  /** Of the busiest second. */
  peak: number;
  throttled: number;
}

/**
 * A table whose partitions throttle as DynamoDB's do. Each partition key is a partition of its own: DynamoDB splits
 * until a busy key is alone, and cannot split further where sort keys ascend, as here. The burst capacity that
 * DynamoDB may add is left out.
 */
export class MeteredTable {
  readonly #items: MemoryItems;
  readonly #now: () => number;
  readonly #usage = new Map<string, Usage>();

  constructor(items: MemoryItems, now: () => number) {
    this.#items = items;
    this.#now = now;
  }

  /** @throws ServiceFailure for a partition that has no units left in this second */
  perform = async (call: ServiceCall): Promise<Output> => {
    const kind: Kind = isRead(call) ? 'read' : 'write';
    const full = partitionsOf(call).filter((partition) => this.#isFull(partition, kind));
    for (const partition of full) this.#usageOf(partition, kind).throttled++;
    if (full.length > 0) throw new ServiceFailure(400, 'ProvisionedThroughputExceededException');
    const share = call.input.ConsistentRead === false ? 0.5 : 1;
    const onRead = (read: Item[]) => this.#chargeReads(call, read, share);
    const before = writesOf(call).length > 0 ? this.#stored(call) : [];
    try {
      return await new MemoryTable(this.#items, { onRead }).perform(call);
    } finally {
      this.#chargeWrites(call, before);
    }
  };

  /**
   * Units of the busiest second of the partitions with this key prefix, and the number of calls that were throttled.
   */
  usage(keyStart: string, kind: Kind): Pick<Usage, 'peak' | 'throttled'> {
    const found = [...this.#usage].filter(([name]) => name.startsWith(`${kind} ${keyStart}`)).map(([, usage]) => usage);
    const peak = Math.max(0, ...found.map((usage) => Math.max(usage.peak, usage.used)));
    return { peak, throttled: found.reduce((sum, { throttled }) => sum + throttled, 0) };
  }

  #usageOf(partition: string, kind: Kind): Usage {
    const name = `${kind} ${partition}`;
    const usage = this.#usage.get(name) ?? { second: 0, used: 0, peak: 0, throttled: 0 };
    this.#usage.set(name, usage);
    const second = Math.floor(this.#now() / 1_000);
    if (second !== usage.second) Object.assign(usage, { second, peak: Math.max(usage.peak, usage.used), used: 0 });
    return usage;
  }

  #isFull(partition: string, kind: Kind): boolean {
    return this.#usageOf(partition, kind).used >= PARTITION_UNITS_PER_SECOND[kind];
  }

  #charge(partition: string, kind: Kind, units: number): void {
    this.#usageOf(partition, kind).used += units;
  }

  #chargeReads(call: ServiceCall, items: Item[], share: number): void {
    if (call.action !== 'Query')
      for (const item of items) this.#charge(String(item.PK), 'read', readUnits(itemBytes(item)) * share);
    else
      for (const partition of partitionsOf(call))
        this.#charge(partition, 'read', readUnits(sum(items.map(itemBytes))) * share);
  }

  #stored(call: ServiceCall): (Item | undefined)[] {
    return keysOf(call).map((key) => this.#items.state().get(idOf(key)));
  }

  #chargeWrites(call: ServiceCall, before: (Item | undefined)[]): void {
    const factor = call.action === 'TransactWriteItems' ? 2 : 1;
    const after = before.length > 0 ? this.#stored(call) : [];
    for (const [i, { PK }] of keysOf(call).entries()) {
      if (before.length === 0) return;
      const bytes = Math.max(itemBytes(before[i] ?? {}), itemBytes(after[i] ?? {}));
      this.#charge(String(PK), 'write', factor * Math.max(1, writeUnitsOf(bytes)));
    }
  }
}

const isRead = ({ action }: ServiceCall): boolean => ['GetItem', 'BatchGetItem', 'Query'].includes(action);

const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4_096));

const partitionsOf = (call: ServiceCall): string[] => [...new Set(keysOf(call).map(({ PK }) => String(PK)))];

/** Keys of the items in a call; for a query, only the partition key. */
function keysOf(call: ServiceCall): ItemKey[] {
  const { action, input } = call;
  if (action === 'Query') {
    const { KeyConditionExpression = '', ExpressionAttributeValues = {} } = input as QueryInput;
    const [, name = ''] = /^PK = (:\w+)/.exec(KeyConditionExpression) ?? [];
    return [{ PK: ExpressionAttributeValues[name], SK: '' } as unknown as ItemKey];
  }
  if (input.Keys) return input.Keys as ItemKey[];
  if (action === 'GetItem') return [input.Key as ItemKey];
  return writesOf(call).map(
    ({ Put, Update, Delete, ConditionCheck }) =>
      (Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key) as ItemKey,
  );
}

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
