import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  ScanCommand,
  type ScanCommandInput,
  type ScanCommandOutput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { StorageUnavailable } from './failures.ts';
import type { ItemKey } from './itemKeys.ts';

export type Item = Record<string, unknown>;
type Without<T> = Omit<T, 'TableName'>;

/** One write of a transaction: as in the SDK, without the table's name. */
export interface TransactionWrite {
  Put?: Condition & { Item: Item };
  Delete?: Condition & { Key: ItemKey };
  Update?: Condition & { Key: ItemKey; UpdateExpression: string };
  ConditionCheck?: Condition & { Key: ItemKey };
}

export interface Condition {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

/** A write whose condition did not hold; for a transaction, `index` is the first such write. */
export class ConditionFailed extends Error {
  readonly index: number;
  constructor(index: number, cause: unknown) {
    super('the condition of a write did not hold', { cause });
    this.name = 'ConditionFailed';
    this.index = index;
  }
}

/** A single write that meets a transaction, and a transaction whose first attempt is still at work. */
const CONFLICTS = new Set(['TransactionConflictException', 'TransactionInProgressException']);
/** Attempts at a write that meets others on the same items, and the longest wait before the first repetition. */
const CONFLICT_ATTEMPTS_MAX = 6;
const CONFLICT_WAIT_MS = 25;
/** Attempts at what a batch left undone for lack of throughput. */
const BATCH_ATTEMPTS_MAX = 6;

/** A client with bounded waits: three attempts of at most 1.5 s each end before any function's deadline. */
export const createClient = (config: DynamoDBClientConfig = {}): DynamoDBClient =>
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_500 },
    ...config,
  });

/**
 * The single table. Reads are strongly consistent, so that what was acknowledged is seen, unless a query says
 * otherwise.
 * Throws `ConditionFailed`, or `StorageUnavailable` when DynamoDB throttles or stays silent.
 */
export class Table {
  readonly #client: DynamoDBDocumentClient;
  readonly #name: string;

  constructor(client: DynamoDBClient, name: string) {
    this.#client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    this.#name = name;
  }

  async get(key: ItemKey): Promise<Item | undefined> {
    const command = new GetCommand({ TableName: this.#name, Key: key, ConsistentRead: true });
    return (await this.#call(() => this.#client.send(command))).Item;
  }

  /** The items with these keys, at most 100, in any order; what does not exist is left out. */
  async getAll(keys: ItemKey[]): Promise<Item[]> {
    const items: Item[] = [];
    let rest: Record<string, unknown>[] = keys;
    for (let attempt = 1; rest.length > 0; attempt++) {
      await pauseBefore(attempt, BATCH_ATTEMPTS_MAX);
      const command = new BatchGetCommand({ RequestItems: { [this.#name]: { Keys: rest, ConsistentRead: true } } });
      const answer = await this.#call(() => this.#client.send(command));
      items.push(...(answer.Responses?.[this.#name] ?? []));
      rest = answer.UnprocessedKeys?.[this.#name]?.Keys ?? [];
    }
    return items;
  }

  query(input: Without<QueryCommandInput>): Promise<QueryCommandOutput> {
    const command = new QueryCommand({ ConsistentRead: true, ...input, TableName: this.#name });
    return this.#call(() => this.#client.send(command));
  }

  /** Reads the whole table, eventually consistent: for an operator's commands, never for a request. */
  scan(input: Without<ScanCommandInput>): Promise<ScanCommandOutput> {
    const command = new ScanCommand({ ...input, TableName: this.#name });
    return this.#call(() => this.#client.send(command));
  }

  async put(item: Item, condition: Condition): Promise<void> {
    const command = new PutCommand({ TableName: this.#name, Item: item, ...condition });
    await this.#call(() => this.#client.send(command));
  }

  /** Updates one item and returns it as it is afterwards. */
  async update(input: Without<UpdateCommandInput>): Promise<Item> {
    const command = new UpdateCommand({ ReturnValues: 'ALL_NEW', ...input, TableName: this.#name });
    return (await this.#call(() => this.#client.send(command))).Attributes ?? {};
  }

  async delete(key: ItemKey, conditionExpression?: string): Promise<void> {
    const command = new DeleteCommand({ TableName: this.#name, Key: key, ConditionExpression: conditionExpression });
    await this.#call(() => this.#client.send(command));
  }

  /** Deletes the items with these keys, at most 25, whether or not they exist. */
  async deleteAll(keys: ItemKey[]): Promise<void> {
    let rest = keys.map((Key) => ({ DeleteRequest: { Key } })) as NonNullable<
      ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']
    >[string];
    for (let attempt = 1; rest.length > 0; attempt++) {
      await pauseBefore(attempt, BATCH_ATTEMPTS_MAX);
      const command = new BatchWriteCommand({ RequestItems: { [this.#name]: rest } });
      const answer = await this.#call(() => this.#client.send(command));
      rest = answer.UnprocessedItems?.[this.#name] ?? [];
    }
  }

  /** All of the writes or none. */
  async transact(writes: TransactionWrite[]): Promise<void> {
    const items = writes.map((write) =>
      Object.fromEntries(Object.entries(write).map(([kind, input]) => [kind, { ...input, TableName: this.#name }])),
    ) as unknown as TransactWriteCommandInput['TransactItems'];
    await this.#call(() => this.#client.send(new TransactWriteCommand({ TransactItems: items })));
  }

  /** Sends a request, again a few times when another transaction is at the same items. */
  async #call<T>(send: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await pauseBefore(attempt, CONFLICT_ATTEMPTS_MAX);
      try {
        return await send();
      } catch (error) {
        const failed = failedCondition(error);
        if (failed >= 0) throw new ConditionFailed(failed, error);
        if (!isConflict(error)) throw StorageUnavailable.orAsIs(error);
      }
    }
  }
}

/** What the table can do for functions, whatever keeps its items. */
export type TableAccess = Omit<Pick<Table, keyof Table>, 'scan'>;

/** Nothing before the first attempt; then a random wait that doubles its bound each time. */
async function pauseBefore(attempt: number, attemptsMax: number): Promise<void> {
  if (attempt === 1) return;
  if (attempt > attemptsMax) throw new StorageUnavailable(new Error(`gave up after ${attemptsMax} attempts`));
  const waitMs = Math.random() * CONFLICT_WAIT_MS * 2 ** (attempt - 2);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** The position of the write whose condition did not hold, 0 for a single write, -1 if the error is another. */
function failedCondition(error: unknown): number {
  if (error instanceof ConditionalCheckFailedException) return 0;
  if (!(error instanceof TransactionCanceledException)) return -1;
  return (error.CancellationReasons ?? []).findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
}

const isConflict = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict')
    : error instanceof Error && CONFLICTS.has(error.name);
