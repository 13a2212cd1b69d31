import { randomUUID } from 'node:crypto';
import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  ScanCommand,
  type ScanCommandInput,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { BATCH_GET_KEYS_MAX } from '../../runtime/awsLimits.ts';
import { StorageUnavailable } from './failures.ts';
import type { ItemKey } from './partitions.ts';
import { projecting } from './projecting.ts';

export type Item = Record<string, unknown>;

export type GetAllOptions = Pick<
  NonNullable<BatchGetCommandInput['RequestItems']>[string],
  'ConsistentRead' | 'ProjectionExpression' | 'ExpressionAttributeNames'
>;
export type QueryInput = Omit<QueryCommandInput, 'TableName'>;
type ScanInput = Omit<ScanCommandInput, 'TableName'>;
type UpdateInput = Omit<UpdateCommandInput, 'TableName'>;

/** The result of a query or scan: no `Items` if only the count was requested, no `LastEvaluatedKey` at the end. */
export type QueryResult = Pick<
  QueryCommandOutput,
  'Items' | 'LastEvaluatedKey' | 'Count' | 'ScannedCount' | 'ConsumedCapacity'
>;

/** One write of a transaction: as in the SDK, without the table name. */
export interface TransactionWrite {
  Put?: Condition & { Item: Item };
  Delete?: Condition & { Key: ItemKey };
  Update?: Condition & { Key: ItemKey; UpdateExpression: string };
  ConditionCheck?: Condition & { Key: ItemKey; ConditionExpression: string };
}

/** Writes to add to the transaction that creates something. */
export type Alongside<T> = (created: T) => TransactionWrite[];
export const nothing: Alongside<unknown> = () => [];

export interface Condition {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

/** A condition did not hold. For a transaction, `indexes` lists all such writes and `index` is the first. */
export class ConditionFailed extends Error {
  readonly index: number;
  readonly indexes: readonly number[];
  constructor(index: number, cause: unknown, indexes: readonly number[] = [index]) {
    super('the condition of a write did not hold', { cause });
    this.name = 'ConditionFailed';
    this.index = index;
    this.indexes = indexes;
  }
}

/** Conflicts of a single write with a transaction, and of a transaction whose first attempt is still in progress. */
const CONFLICTS = new Set(['TransactionConflictException', 'TransactionInProgressException']);
/** Attempts at a write that conflicts with others, and the longest waits before the second attempt and any other. */
const CONFLICT_ATTEMPTS_MAX = 6;
const CONFLICT_WAIT_MS = 25;
const CONFLICT_WAIT_MAX_MS = 400;
/** Attempts at keys of a batch that were unprocessed because of throttling. */
const BATCH_ATTEMPTS_MAX = 6;

/**
 * The single table, and the only code that calls DynamoDB. Reads are strongly consistent unless a query says otherwise.
 * Throws `ConditionFailed`, or `StorageUnavailable` when DynamoDB throttles or does not respond.
 */
export class Table {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBDocumentClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async get(key: ItemKey, names?: readonly string[]): Promise<Item | undefined> {
    const projection = names && projecting(names);
    const command = new GetCommand({ TableName: this.#name, Key: key, ConsistentRead: true, ...projection });
    const { Item } = await this.#call(() => this.#client.send(command));
    return Item;
  }

  /**
   * The items with these keys, which must differ, in any order; missing ones are omitted. One call per 100 keys, all at once.
   * @param options a projection (default: everything), and whether eventually consistent reads suffice
   */
  async getAll(keys: ItemKey[], options: GetAllOptions = {}): Promise<Item[]> {
    if (keys.length > BATCH_GET_KEYS_MAX) {
      const parts = [keys.slice(0, BATCH_GET_KEYS_MAX), keys.slice(BATCH_GET_KEYS_MAX)];
      return (await Promise.all(parts.map((part) => this.getAll(part, options)))).flat();
    }
    const items: Item[] = [];
    let rest: Item[] = keys.map((key) => ({ ...key }));
    for (let attempt = 1; rest.length > 0; attempt++) {
      await pauseBefore(attempt, BATCH_ATTEMPTS_MAX);
      const command = new BatchGetCommand({
        RequestItems: { [this.#name]: { ConsistentRead: true, ...options, Keys: rest } },
      });
      const { Responses, UnprocessedKeys } = await this.#call(() => this.#client.send(command));
      items.push(...(Responses?.[this.#name] ?? []));
      rest = UnprocessedKeys?.[this.#name]?.Keys ?? [];
    }
    return items;
  }

  async query(query: QueryInput): Promise<QueryResult> {
    const command = new QueryCommand({ TableName: this.#name, ConsistentRead: true, ...query });
    return this.#call(() => this.#client.send(command));
  }

  /** Scans the whole table, eventually consistent: for operators' commands, never for requests. */
  async scan(scan: ScanInput): Promise<QueryResult> {
    const command = new ScanCommand({ TableName: this.#name, ...scan });
    return this.#call(() => this.#client.send(command));
  }

  async put(item: Item, condition: Condition): Promise<void> {
    const command = new PutCommand({ TableName: this.#name, Item: item, ...condition });
    await this.#call(() => this.#client.send(command));
  }

  async update(update: UpdateInput): Promise<Item> {
    const command = new UpdateCommand({ TableName: this.#name, ReturnValues: 'ALL_NEW', ...update });
    const { Attributes } = await this.#call(() => this.#client.send(command));
    return Attributes ?? {};
  }

  async delete(key: ItemKey, condition: Condition = {}): Promise<void> {
    const command = new DeleteCommand({ TableName: this.#name, Key: key, ...condition });
    await this.#call(() => this.#client.send(command));
  }

  /** Deletes the items with these keys, at most 25, whether or not they exist. */
  async deleteAll(keys: ItemKey[]): Promise<void> {
    let rest: WriteRequests = keys.map((key) => ({ DeleteRequest: { Key: { ...key } } }));
    for (let attempt = 1; rest.length > 0; attempt++) {
      await pauseBefore(attempt, BATCH_ATTEMPTS_MAX);
      const command = new BatchWriteCommand({ RequestItems: { [this.#name]: rest } });
      const { UnprocessedItems } = await this.#call(() => this.#client.send(command));
      rest = UnprocessedItems?.[this.#name] ?? [];
    }
  }

  /** Applies all writes or none. A token makes retries idempotent. @param attemptsMax while others hold the same items */
  async transact(writes: TransactionWrite[], attemptsMax = CONFLICT_ATTEMPTS_MAX): Promise<void> {
    const TableName = this.#name;
    const command = new TransactWriteCommand({
      TransactItems: writes.map(({ Put, Delete, Update, ConditionCheck }) => ({
        ...(Put && { Put: { TableName, ...Put } }),
        ...(Delete && { Delete: { TableName, ...Delete } }),
        ...(Update && { Update: { TableName, ...Update } }),
        ...(ConditionCheck && { ConditionCheck: { TableName, ...ConditionCheck } }),
      })),
      ClientRequestToken: randomUUID(),
    });
    await this.#call(() => this.#client.send(command), attemptsMax);
  }

  /** Sends a request, with retries while another transaction holds the same items. */
  async #call<T>(send: () => Promise<T>, attemptsMax = CONFLICT_ATTEMPTS_MAX): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await pauseBefore(attempt, attemptsMax);
      try {
        return await send();
      } catch (error) {
        const failed = failedConditions(error);
        if (failed[0] !== undefined) throw new ConditionFailed(failed[0], error, failed);
        if (!isConflict(error)) throw StorageUnavailable.orAsIs(error);
      }
    }
  }
}

type WriteRequests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** The table's methods for functions. Tests use a table in memory. */
export type TableAccess = Omit<Pick<Table, keyof Table>, 'scan'>;

/** Waits before every attempt except the first: a random time with exponential backoff. */
async function pauseBefore(attempt: number, attemptsMax: number): Promise<void> {
  if (attempt === 1) return;
  if (attempt > attemptsMax) throw new StorageUnavailable(new Error(`gave up after ${attemptsMax} attempts`));
  const waitMs = Math.random() * Math.min(CONFLICT_WAIT_MAX_MS, CONFLICT_WAIT_MS * 2 ** (attempt - 2));
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** By name: functions know no classes of the SDK's errors. */
const isCanceled = (error: unknown): error is TransactionCanceledException =>
  error instanceof Error && error.name === 'TransactionCanceledException';

/** Positions of the writes whose conditions failed, 0 for a single write; empty for other errors. */
function failedConditions(error: unknown): number[] {
  if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return [0];
  if (!isCanceled(error)) return [];
  const reasons = error.CancellationReasons ?? [];
  return reasons.flatMap(({ Code }, index) => (Code === 'ConditionalCheckFailed' ? [index] : []));
}

const isConflict = (error: unknown): boolean =>
  isCanceled(error)
    ? (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict')
    : error instanceof Error && CONFLICTS.has(error.name);
