import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { addressParser } from 'postal-mime';
import { queueRefusal } from '../../../infra/local/aws/queueLimits.ts';
import { ABOUT_TAG } from '../../../shared/deliveries/channels/mail/mailer.ts';
import { MAIL_TIME_LIMIT_S } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import type { Message } from '../../../shared/deliveries/channels/mail/message.ts';
import type { Post, PostRequest, PostResult } from '../../../shared/deliveries/channels/webhook/post.ts';
import { WEBHOOK_TIME_LIMIT_S } from '../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import { RECEIVES_MAX, visibilityTimeoutS } from '../../../shared/deliveries/timing.ts';
import { mailId } from '../../../shared/storage/deliveryKeys.ts';
import { ConditionFailed } from '../../../shared/storage/table.ts';
import { type ServiceCall, ServiceFailure, type ServiceOutput } from './calls.ts';
import type { Clock } from './clock.ts';
import { MemoryObjects } from './memoryBucket.ts';
import { MemoryItems } from './memoryItems.ts';
import { MemoryTable } from './memoryTable.ts';
import { SimulatedQueue } from './queue.ts';

/** Throws the error that a service should return, if any. */
export type Outage = (call: ServiceCall) => void | Promise<void>;

export interface Mail extends Message {
  messageId: string;
  about: string;
  recipient: string;
  /** As in SES's events. */
  tags?: Record<string, string[]>;
  sender?: string;
  /** Milliseconds since 1970. */
  acceptedAt: number;
}

export type Answered = Omit<PostResult, 'durationMs'>;

const REMOVAL_LIMITS = { receivesMax: 10, hiddenMs: 10_000 };
const lane = (timeLimitS: number) =>
  new SimulatedQueue({ receivesMax: RECEIVES_MAX, hiddenMs: visibilityTimeoutS(timeLimitS) * 1_000 });

/** A queue by its name, the end of its URL. */
export const queueUrl = (name: QueueName): string => `https://sqs.eu-west-1.amazonaws.com/1/${name}`;

export type QueueName = keyof Services['queues'];

interface QueueEntry {
  MessageBody: string;
  DelaySeconds?: number;
}

export class Services {
  readonly clock: Clock;
  readonly items = new MemoryItems();
  readonly table = new MemoryTable(this.items);
  readonly bucket = new MemoryObjects();
  readonly mails: Mail[] = [];
  readonly queues = {
    removal: new SimulatedQueue(REMOVAL_LIMITS),
    training: new SimulatedQueue(REMOVAL_LIMITS),
    mail: lane(MAIL_TIME_LIMIT_S),
    webhook: lane(WEBHOOK_TIME_LIMIT_S),
    failingWebhook: lane(WEBHOOK_TIME_LIMIT_S),
  };
  readonly putAside: DynamoDBRecord[] = [];
  readonly posted: PostRequest[] = [];
  /** The ids of accepted deliveries, once per acceptance. */
  readonly accepted: string[] = [];
  receiver: (request: PostRequest) => Answered | Promise<Answered> = () => ({ status: 200, answer: 'ok' });
  outage: Outage = () => undefined;
  /** Tokens of completed transactions: repeating one within ten minutes does nothing. */
  readonly #tokens = new Set<unknown>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** @throws ServiceFailure for the service's error response */
  perform = async (call: ServiceCall): Promise<ServiceOutput> => {
    await this.outage(call);
    if (call.action === 'GetAccount') return { ProductionAccessEnabled: true, SendQuota: {} };
    if (call.service === 'ses') return { MessageId: this.accept(mailOf(call.input)) };
    if (call.service === 'sqs') return this.#queueCall(call);
    if (call.service === 'webhook') return { ...(await this.post(call.input as never as PostRequest)) };
    if (call.service === 's3') return this.bucket.perform(call);
    const token = call.input.ClientRequestToken;
    if (this.#tokens.has(token)) return {};
    try {
      const output = await this.table.perform(call);
      if (token !== undefined) this.#tokens.add(token);
      return output;
    } catch (error) {
      throw error instanceof ConditionFailed ? conditionFailure(call, error) : error;
    }
  };

  /**
   * Sends a mail.
   * @returns its SES id
   */
  accept(mail: Omit<Mail, 'messageId' | 'acceptedAt'>): string {
    const messageId = randomUUID();
    this.mails.push({ ...mail, messageId, acceptedAt: this.clock.now() });
    this.accepted.push(mailId(mail.about, mail.recipient));
    return messageId;
  }

  post: Post = async (request) => {
    this.posted.push(request);
    const answered = await this.receiver(request);
    if (answered.error === undefined) this.accepted.push(request.headers['webhook-id'] ?? '');
    return { durationMs: 1, ...(answered.status === 410 && { isGone: true }), ...answered };
  };

  async #queueCall({ action, input: { QueueUrl, ...entry } }: ServiceCall): Promise<ServiceOutput> {
    const queue = this.queues[String(QueueUrl).split('/').at(-1) as QueueName];
    if (action === 'ReceiveMessage') {
      if (queue.nextDueAt > this.clock.now()) await sleep(Number(entry.WaitTimeSeconds) * 1_000);
      return receiveFrom(queue, this.clock.now());
    }
    if (action === 'DeleteMessage') {
      queue.delete({ id: String(entry.ReceiptHandle) });
      return {};
    }
    const refusal = queueRefusal(entry);
    if (refusal !== undefined) throw new ServiceFailure(400, refusal);
    const { MessageBody, DelaySeconds = 0 } = entry as unknown as QueueEntry;
    return {
      MessageId: queue.send(MessageBody, this.clock.now() + DelaySeconds * 1_000).id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    };
  }
}

function receiveFrom(queue: SimulatedQueue, now: number): ServiceOutput {
  return {
    Messages: queue.receiveAll(now, 10).map(({ id, body, receives }) => ({
      MessageId: id,
      Body: body,
      ReceiptHandle: id,
      Attributes: { ApproximateReceiveCount: String(receives) },
      MD5OfBody: createHash('md5').update(body).digest('hex'),
    })),
  };
}

function conditionFailure({ action, input }: ServiceCall, { indexes }: ConditionFailed): ServiceFailure {
  if (action !== 'TransactWriteItems') return new ServiceFailure(400, 'ConditionalCheckFailedException');
  const CancellationReasons = (input.TransactItems as unknown[]).map((_, i) => ({
    Code: indexes.includes(i) ? 'ConditionalCheckFailed' : 'None',
  }));
  return new ServiceFailure(400, 'TransactionCanceledException', { CancellationReasons });
}

export function mailOf(input: Record<string, unknown>): Omit<Mail, 'messageId' | 'acceptedAt'> {
  const tags = input.EmailTags as { Name: string; Value: string }[];
  const [recipient = ''] = (input.Destination as { ToAddresses: string[] }).ToAddresses;
  const { Simple } = input.Content as {
    Simple: {
      Subject: { Data: string };
      Body: { Text: { Data: string }; Html: { Data: string } };
      Headers: { Name: string; Value: string }[];
    };
  };
  const [from] = addressParser(String(input.FromEmailAddress));
  return {
    about: tags.find(({ Name }) => Name === ABOUT_TAG)?.Value ?? '',
    tags: Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]])),
    recipient,
    sender: from?.address ?? '',
    fromName: from?.name ?? '',
    headers: Object.fromEntries(Simple.Headers.map(({ Name, Value }) => [Name, Value])),
    subject: Simple.Subject.Data,
    text: Simple.Body.Text.Data,
    html: Simple.Body.Html.Data,
    replyTo: (input.ReplyToAddresses as string[] | undefined)?.[0],
  };
}
