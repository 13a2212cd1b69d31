import { createHash, randomUUID } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { ABOUT_TAG } from '../../../shared/notifications/mailer.ts';
import { RECEIVES_MAX, VISIBILITY_TIMEOUT_S } from '../../../shared/notifications/timing.ts';
import type { ItemKey } from '../../../shared/storage/itemKeys.ts';
import type { Item } from '../../../shared/storage/table.ts';
import { ConditionFailed, type TransactionWrite } from '../../../shared/storage/table.ts';
import { MemoryItems, MemoryTable } from '../../support/memoryTable.ts';
import { Clock } from './clock.ts';
import { SimulatedQueue } from './simulatedQueue.ts';

/** What a service was asked for, as the SDK put it on the wire. */
export interface ServiceRequest {
  service: 'dynamodb' | 'ses' | 'sqs';
  action: string;
  input: Record<string, unknown>;
}

/** An answer on the wire: 200 and a value, or an error of a service. */
export interface ServiceAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Decides what a service answers instead of what it should, if anything. */
export type Outage = (request: ServiceRequest) => ServiceAnswer | undefined | Promise<undefined>;

/** A message that SES accepted. */
export interface Mail {
  messageId: string;
  /** The submission or the digest. */
  about: string;
  recipient: string;
  subject: string;
}

type Encoded = Record<string, AttributeValue>;

const ok = (body: Record<string, unknown> = {}): ServiceAnswer => ({ status: 200, body });

export const failure = (status: number, type: string, more: Record<string, unknown> = {}): ServiceAnswer => ({
  status,
  body: { __type: type, message: `${type} was injected`, ...more },
});

const marshalled = (item: Item): Encoded => marshall(item, { removeUndefinedValues: true });

/** The fields that hold attribute values, decoded: in the SDK's plain form they are what `Table` is given. */
function decoded<T>(input: Record<string, unknown>): T {
  const fields = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'];
  const plain = fields.flatMap((field) => (input[field] ? [[field, unmarshall(input[field] as Encoded)]] : []));
  return { ...input, ...Object.fromEntries(plain) } as T;
}

/** Deliveries of a message of the purge queue, and the time between them. */
const PURGE_LIMITS = { receivesMax: 10, hiddenMs: 10_000 };
const NOTIFICATION_LIMITS = { receivesMax: RECEIVES_MAX, hiddenMs: VISIBILITY_TIMEOUT_S * 1_000 };

/** A queue by its name, with which its address ends. */
export const queueUrl = (name: QueueName): string => `https://sqs.eu-west-1.amazonaws.com/1/${name}`;

export type QueueName = keyof Services['queues'];

interface QueueEntry {
  Id?: string;
  MessageBody: string;
  DelaySeconds?: number;
}

/** DynamoDB, SES and SQS in memory, as the functions' clients see them from outside. */
export class Services {
  readonly items = new MemoryItems();
  /** The same items without the wire between, for what prepares and judges. */
  readonly table = new MemoryTable(this.items);
  readonly mails: Mail[] = [];
  readonly queues = {
    purge: new SimulatedQueue(PURGE_LIMITS),
    notifications: new SimulatedQueue(NOTIFICATION_LIMITS),
  };
  /** What a service answers instead, for as long as it does not work as it should. */
  outage: Outage = () => undefined;
  readonly #clock: Clock;
  /** Tokens of transactions that were made: a second one with the same token does nothing, for ten minutes. */
  readonly #tokens = new Set<unknown>();

  constructor(clock = new Clock()) {
    this.#clock = clock;
  }

  async answer(request: ServiceRequest): Promise<ServiceAnswer> {
    const { service, action, input } = request;
    const instead = await this.outage(request);
    if (instead) return instead;
    if (service === 'ses') return this.#send(input);
    if (service === 'sqs') return this.#enqueue(action, input);
    try {
      return ok(await this.#tableCall(action, input));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (action !== 'TransactWriteItems') return failure(400, 'ConditionalCheckFailedException');
      const reasons = (input.TransactItems as unknown[]).map((_, i) => ({
        Code: i === error.index ? 'ConditionalCheckFailed' : 'None',
      }));
      return failure(400, 'TransactionCanceledException', { CancellationReasons: reasons });
    }
  }

  #send(input: Record<string, unknown>): ServiceAnswer {
    const tags = input.EmailTags as { Name: string; Value: string }[];
    const { ToAddresses } = input.Destination as { ToAddresses: [string] };
    const { Simple } = input.Content as { Simple: { Subject: { Data: string } } };
    const about = tags.find(({ Name }) => Name === ABOUT_TAG)?.Value ?? '';
    const [recipient] = ToAddresses;
    return ok({ MessageId: this.accept({ about, recipient, subject: Simple.Subject.Data }) });
  }

  /** Sends a mail. @returns SES's id of it */
  accept(mail: Omit<Mail, 'messageId'>): string {
    const messageId = randomUUID();
    this.mails.push({ ...mail, messageId });
    return messageId;
  }

  #enqueue(action: string, { QueueUrl, Entries, ...entry }: Record<string, unknown>): ServiceAnswer {
    const queue = this.queues[String(QueueUrl).split('/').at(-1) as QueueName];
    const send = ({ Id, MessageBody, DelaySeconds = 0 }: QueueEntry) => ({
      ...(Id === undefined ? {} : { Id }),
      MessageId: queue.send(MessageBody, this.#clock.now() + DelaySeconds * 1_000).id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    });
    if (action === 'SendMessage') return ok(send(entry as unknown as QueueEntry));
    return ok({ Successful: (Entries as QueueEntry[]).map(send), Failed: [] });
  }

  async #tableCall(action: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { table } = this;
    const given = decoded<{ Key: ItemKey; Item: Item; ConditionExpression?: string; ReturnValues?: string }>(input);
    switch (action) {
      case 'GetItem':
        return { Item: optionally(await table.get(given.Key)) };
      case 'Query':
        return encodedPage(await table.query(decoded(input)));
      case 'PutItem':
        await table.put(given.Item, given);
        return {};
      case 'UpdateItem': {
        const item = await table.update(given);
        return given.ReturnValues === 'ALL_NEW' ? { Attributes: marshalled(item) } : {};
      }
      case 'DeleteItem':
        await table.transact([{ Delete: given }]);
        return {};
      case 'BatchGetItem':
        return this.#getBatch(input);
      case 'BatchWriteItem':
        return this.#writeBatch(input);
      case 'TransactWriteItems':
        return this.#transact(input);
      default:
        throw new Error(`not understood: ${action}`);
    }
  }

  async #getBatch({ RequestItems }: Record<string, unknown>): Promise<Record<string, unknown>> {
    const [[name, { Keys }] = ['', { Keys: [] }]] = Object.entries(RequestItems as Record<string, { Keys: Encoded[] }>);
    const items = await this.table.getAll(Keys.map((key) => unmarshall(key) as ItemKey));
    return { Responses: { [name]: items.map(marshalled) }, UnprocessedKeys: {} };
  }

  async #writeBatch({ RequestItems }: Record<string, unknown>): Promise<Record<string, unknown>> {
    type Requests = { DeleteRequest: { Key: Encoded } }[];
    const [requests = []] = Object.values(RequestItems as Record<string, Requests>);
    await this.table.deleteAll(requests.map(({ DeleteRequest }) => unmarshall(DeleteRequest.Key) as ItemKey));
    return { UnprocessedItems: {} };
  }

  async #transact({ TransactItems, ClientRequestToken }: Record<string, unknown>): Promise<Record<string, unknown>> {
    if (this.#tokens.has(ClientRequestToken)) return {};
    const writes = (TransactItems as Record<string, Record<string, unknown>>[]).map((write) =>
      Object.fromEntries(Object.entries(write).map(([kind, input]) => [kind, decoded(input)])),
    );
    await this.table.transact(writes as TransactionWrite[]);
    this.#tokens.add(ClientRequestToken);
    return {};
  }
}

const optionally = (item: Item | undefined): Encoded | undefined => (item === undefined ? undefined : marshalled(item));

const encodedPage = ({ Items, Count, LastEvaluatedKey }: Awaited<ReturnType<MemoryTable['query']>>) => ({
  ...(Items ? { Items: Items.map(marshalled) } : {}),
  Count,
  ...(LastEvaluatedKey ? { LastEvaluatedKey: marshalled(LastEvaluatedKey) } : {}),
});
