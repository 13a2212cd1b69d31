import { randomUUID } from 'node:crypto';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  DynamoDBClient,
  type DynamoDBClientConfig,
  GetItemCommand,
  type GetItemCommandInput,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  ScanCommand,
  type ScanCommandInput,
  type ScanCommandOutput,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { requestTimeouts } from '../runtime/requestTimeouts.ts';
import { type Item, type Plain, toAttributes, toItem, withAttributes } from './attributes.ts';
import { StorageUnavailable } from './failures.ts';
import type { ItemKey } from './itemKeys.ts';

type Without<T> = Omit<Plain<T>, 'TableName'>;
export type QueryInput = Without<QueryCommandInput>;

/** What a query or a scan found. */
export interface Found extends Pick<QueryCommandOutput, 'Count' | 'ConsumedCapacity'> {
  /** Absent when only their number was asked for. */
  Items?: Item[];
  /** Where to go on; absent at the end. */
  LastEvaluatedKey?: Item;
}

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

/**
 * What the SDK does to each request that serves nothing here: it prepares log lines that nobody takes, and adds
 * headers that DynamoDB does not use. With the cached middleware it is a quarter of a call's processor time.
 */
const UNUSED_MIDDLEWARES = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'];

/** A client with bounded waits: three attempts of at most 1.5 s each end before any function's deadline. */
export function createClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  const client = new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: requestTimeouts(1_500),
    cacheMiddleware: true,
    ...config,
  });
  for (const name of UNUSED_MIDDLEWARES) client.middlewareStack.remove(name);
  return client;
}

/**
 * The single table. Reads are strongly consistent, so that what was acknowledged is seen, unless a query says
 * otherwise.
 * Throws `ConditionFailed`, or `StorageUnavailable` when DynamoDB throttles or stays silent.
 */
export class Table {
  readonly #client: DynamoDBClient;
  readonly #name: string;

  constructor(client: DynamoDBClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** The item with this key, or of it what is projected. */
  async get(key: ItemKey, projectionExpression?: string): Promise<Item | undefined> {
    const projection = { ProjectionExpression: projectionExpression };
    const input = this.#input<GetItemCommandInput>({ Key: key, ConsistentRead: true, ...projection });
    const { Item } = await this.#call(() => this.#client.send(new GetItemCommand(input)));
    return Item && toItem(Item);
  }

  /** The items with these keys, at most 100, in any order; what does not exist is left out. */
  async getAll(keys: ItemKey[]): Promise<Item[]> {
    const items: Item[] = [];
    let rest = keys.map((key) => toAttributes(key));
    for (let attempt = 1; rest.length > 0; attempt++) {
      await pauseBefore(attempt, BATCH_ATTEMPTS_MAX);
      const command = new BatchGetItemCommand({ RequestItems: { [this.#name]: { Keys: rest, ConsistentRead: true } } });
      const { Responses, UnprocessedKeys } = await this.#call(() => this.#client.send(command));
      items.push(...(Responses?.[this.#name] ?? []).map(toItem));
      rest = UnprocessedKeys?.[this.#name]?.Keys ?? [];
    }
    return items;
  }

  async query(query: QueryInput): Promise<Found> {
    const input = this.#input<QueryCommandInput>({ ConsistentRead: true, ...query });
    return asFound(await this.#call(() => this.#client.send(new QueryCommand(input))));
  }

  /** Reads the whole table, eventually consistent: for an operator's commands, never for a request. */
  async scan(scan: Without<ScanCommandInput>): Promise<Found> {
    const input = this.#input<ScanCommandInput>(scan);
    return asFound(await this.#call(() => this.#client.send(new ScanCommand(input))));
  }

  async put(item: Item, condition: Condition): Promise<void> {
    const input = this.#input<PutItemCommandInput>({ Item: item, ...condition });
    await this.#call(() => this.#client.send(new PutItemCommand(input)));
  }

  /** Updates one item and returns it as it is afterwards. */
  async update(update: Without<UpdateItemCommandInput>): Promise<Item> {
    const input = this.#input<UpdateItemCommandInput>({ ReturnValues: 'ALL_NEW', ...update });
    const { Attributes } = await this.#call(() => this.#client.send(new UpdateItemCommand(input)));
    return toItem(Attributes ?? {});
  }

  async delete(key: ItemKey, conditionExpression?: string): Promise<void> {
    const input = this.#input<DeleteItemCommandInput>({ Key: key, ConditionExpression: conditionExpression });
    await this.#call(() => this.#client.send(new DeleteItemCommand(input)));
  }

  /** Deletes the items with these keys, at most 25, whether or not they exist. */
  async deleteAll(keys: ItemKey[]): Promise<void> {
    let rest: WriteRequest[] = keys.map((key) => ({ DeleteRequest: { Key: toAttributes(key) } }));
    for (let attempt = 1; rest.length > 0; attempt++) {
      await pauseBefore(attempt, BATCH_ATTEMPTS_MAX);
      const command = new BatchWriteItemCommand({ RequestItems: { [this.#name]: rest } });
      const { UnprocessedItems } = await this.#call(() => this.#client.send(command));
      rest = UnprocessedItems?.[this.#name] ?? [];
    }
  }

  /** All of the writes or none, and once: every attempt is known to be the same by its token. */
  async transact(writes: TransactionWrite[]): Promise<void> {
    const ClientRequestToken = randomUUID();
    const TransactItems = writes.map((write) =>
      Object.fromEntries(Object.entries(write).map(([kind, input]) => [kind, this.#input(input)])),
    ) as TransactWriteItem[];
    await this.#call(() => this.#client.send(new TransactWriteItemsCommand({ TransactItems, ClientRequestToken })));
  }

  /** A request to this table. */
  #input<T extends { TableName: string | undefined }>(request: Without<T>): T {
    return withAttributes<T>({ ...request, TableName: this.#name } as Plain<T>);
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

const asFound = ({ Items, LastEvaluatedKey, ...rest }: QueryCommandOutput | ScanCommandOutput): Found => ({
  ...rest,
  ...(Items && { Items: Items.map(toItem) }),
  ...(LastEvaluatedKey && { LastEvaluatedKey: toItem(LastEvaluatedKey) }),
});

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
