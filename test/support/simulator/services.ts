import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { addressParser } from 'postal-mime';
import { Queue } from '../../../local/aws/queue.ts';
import { performOnQueue } from '../../../local/aws/queueActions.ts';
import { MAIL_TIME_LIMIT_S } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import type { Message } from '../../../shared/deliveries/channels/mail/message/message.ts';
import { ABOUT_TAG } from '../../../shared/deliveries/channels/mail/sending/mailer.ts';
import type { Post, PostRequest, PostResult } from '../../../shared/deliveries/channels/webhook/post.ts';
import { WEBHOOK_TIME_LIMIT_S } from '../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import { RECEIVES_MAX, visibilityTimeoutS } from '../../../shared/deliveries/timeoutsAndRetries.ts';
import { mailId } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { ConditionFailed } from '../../../shared/storage/table/table.ts';
import { type ServiceCall, ServiceFailure, type ServiceOutput } from './calls.ts';
import type { Clock } from './clock.ts';
import { MemoryObjects } from './memoryBucket.ts';
import { MemoryItems } from './memoryItems.ts';
import { MemoryTable } from './memoryTable.ts';

/** Throws the error that a service should return, if any. */
export type Outage = (call: ServiceCall) => void | Promise<void>;

export interface Mail extends Message {
  messageId: string;
  about: string;
  recipient: string;
  /** Tags in the format of SES's events. */
  tags?: Record<string, string[]>;
  sender?: string;
  /** Milliseconds since 1970. */
  acceptedAt: number;
}

export type Answered = Omit<PostResult, 'durationMs'>;

/** Time limit of the functions that read the queues for removals and for training, and of the one that mails codes. */
const BACKGROUND_TIME_LIMIT_S = 60;
const SIGN_IN_TIME_LIMIT_S = 10;

const TIME_LIMITS_S = {
  removal: BACKGROUND_TIME_LIMIT_S,
  training: BACKGROUND_TIME_LIMIT_S,
  mail: MAIL_TIME_LIMIT_S,
  webhook: WEBHOOK_TIME_LIMIT_S,
  failingWebhook: WEBHOOK_TIME_LIMIT_S,
  signIn: SIGN_IN_TIME_LIMIT_S,
};

export type QueueName = keyof typeof TIME_LIMITS_S;

/** A queue by its name, the end of its URL. */
export const queueUrl = (name: QueueName): string => `https://sqs.eu-west-1.amazonaws.com/1/${name}`;

export class Services {
  readonly clock: Clock;
  readonly items = new MemoryItems();
  readonly table = new MemoryTable(this.items);
  readonly bucket = new MemoryObjects();
  readonly mails: Mail[] = [];
  readonly deadLetters: Queue;
  readonly queues: Record<QueueName, Queue>;
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
    const { now } = clock;
    const newQueue = (name: string, visibilityTimeoutS?: number) =>
      new Queue({
        arn: `arn:aws:sqs:eu-west-1:1:${name}`,
        now,
        visibilityTimeoutS,
        receivesMax: RECEIVES_MAX,
        deadLetters: () => this.deadLetters,
      });
    this.deadLetters = newQueue('deadLetters');
    const queues = Object.entries(TIME_LIMITS_S).map(([name, limitS]) => [
      name,
      newQueue(name, visibilityTimeoutS(limitS)),
    ]);
    this.queues = Object.fromEntries(queues) as Services['queues'];
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
    // Codes and invitations may be mailed twice.
    if (mail.about !== '') this.accepted.push(mailId(mail.about, mail.recipient));
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
    // The clock may stand still meanwhile.
    if (action === 'ReceiveMessage' && queue.nextDueAt > this.clock.now())
      await sleep(Number(entry.WaitTimeSeconds) * 1_000);
    const result = await performOnQueue(queue, action, { ...entry, WaitTimeSeconds: 0 });
    if ('refusal' in result) throw new ServiceFailure(400, result.refusal);
    return result.answer;
  }
}

function conditionFailure({ action, input }: ServiceCall, { indexes }: ConditionFailed): ServiceFailure {
  if (action !== 'TransactWriteItems') return new ServiceFailure(400, 'ConditionalCheckFailedException');
  const CancellationReasons = (input.TransactItems as unknown[]).map((_, i) => ({
    Code: indexes.includes(i) ? 'ConditionalCheckFailed' : 'None',
  }));
  return new ServiceFailure(400, 'TransactionCanceledException', { CancellationReasons });
}

export function mailOf(input: Record<string, unknown>): Omit<Mail, 'messageId' | 'acceptedAt'> {
  const tags = (input.EmailTags ?? []) as { Name: string; Value: string }[];
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
