import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../runtime/log.ts';
import type { MessageQueue, ReceivedMessage } from '../runtime/messageQueue.ts';
import { LANES, type Lane } from '../storage/deliveries/dueMessages.ts';
import { isUnreadable } from '../storage/table/failures.ts';
import { LAST_PLACE } from '../storage/table/itemKeys.ts';
import type { ChannelName } from '../storage/table/partitions.ts';
import type { Channel } from './channel.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import type { DeliveryEngine, Pacing, ServedRange } from './engine.ts';
import { DeliveryMessage, type Serve } from './messages.ts';
import type { DeliveryMetrics } from './metrics.ts';
import { MESSAGE_RETRY_WAITS_MS, RECEIVE_WAIT_S } from './timeoutsAndRetries.ts';

export interface ConsumerDependencies {
  channels: Readonly<Partial<Record<ChannelName, Channel>>>;
  engine: DeliveryEngine;
  queues: DeliveryQueues;
  /** The queues from which a waiting invocation receives more messages. */
  receiveFrom?: Partial<Record<Lane, Pick<MessageQueue, 'name' | 'receive' | 'delete'>>>;
  metrics: Pick<DeliveryMetrics<string>, 'noteRetried'>;
  now?: () => number;
}

export interface BatchMessage extends ReceivedMessage {
  /** Identifies the message in the function's report of failures. */
  id: string;
}

export interface Batch {
  lane: Lane;
  messages: readonly BatchMessage[];
  /** Also of receiving further messages. */
  invocation: Pacing;
}

type Queue = Pick<MessageQueue, 'name' | 'receive' | 'delete'>;
type Process = (message: ReceivedMessage) => Promise<void>;

/** After waiting this long for receivers, an invocation receives further messages itself. */
const RECEIVE_AFTER_MS = 1_000;
const OPEN_MAX = 400;

/**
 * A timer that fires this late shows that the processor is busy. A delivery takes about 12 ms of a whole one, mostly for
 * TLS, and 512 MB get 29 % of it: with 400 at once, calls that AWS answered in time ran into `CALL_ATTEMPT_MS`.
 */
const BUSY_MS = 30;

export class Consumer {
  readonly #dependencies: ConsumerDependencies;
  readonly #now: () => number;
  /** By target: the range being served, and when it ends. */
  readonly #serving = new Map<string, { range: ServedRange; ended: Promise<void> }>();

  constructor(dependencies: ConsumerDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /**
   * Processes a batch, and while a receiver delays it, further messages of its lane, so that a few invocations can wait
   * for many receivers without delaying other targets. A redelivered message may be one that crashes the function, so
   * those are processed one by one, last.
   * @returns the ids of messages to retry
   */
  async consume({ lane, messages, invocation }: Batch): Promise<string[]> {
    const failed: string[] = [];
    const queue = this.#dependencies.receiveFrom?.[lane];
    const process = async (message: BatchMessage) => {
      try {
        await this.#process(lane, message, invocation);
      } catch (error) {
        log('error', 'a message of a delivery queue will be retried', { lane }, error);
        failed.push(message.id);
      }
    };
    const [fresh, returned] = [messages.filter(isFresh), messages.filter((message) => !isFresh(message))];
    const own = Promise.all(fresh.map(process));
    if (queue && returned.length === 0) await this.#receiveWhile(own, queue, { lane, invocation });
    await own;
    for (const message of returned) {
      await process(message);
      // Deleted now, so that it is not redelivered if the next one crashes the function.
      if (queue && !failed.includes(message.id)) await queue.delete(message.receiptHandle).catch(() => undefined);
    }
    return failed;
  }

  /** Receives and processes further messages until those of the invocation are done. */
  async #receiveWhile(own: Promise<unknown>, queue: Queue, batch: Omit<Batch, 'messages'>): Promise<void> {
    const { lane, invocation } = batch;
    const ownEnded = new AbortController();
    const open = new Set<Promise<void>>();
    const whenOwnEnded = own.finally(() => ownEnded.abort());
    await sleep(RECEIVE_AFTER_MS, undefined, { signal: ownEnded.signal }).catch(() => undefined);
    while ((!ownEnded.signal.aborted || open.size > 0) && this.#now() < invocation.until) {
      const messages = open.size < OPEN_MAX && !(await isBusy()) ? await receive(queue) : [];
      for (const message of messages) {
        const processed = processReceived(queue, message, () => this.#process(lane, message, invocation));
        open.add(processed);
        processed.finally(() => open.delete(processed));
      }
      if (open.size >= OPEN_MAX) await sleep(RECEIVE_WAIT_S * 1_000);
    }
    await Promise.all([whenOwnEnded, ...open]);
  }

  async #process(lane: Lane, { body, receiveCount }: ReceivedMessage, invocation: Pacing): Promise<void> {
    const message = DeliveryMessage.parse(JSON.parse(body));
    const { engine } = this.#dependencies;
    const channel = this.#channelOf(message);
    const { serve, plan, sent } = message;
    if (plan?.some((event) => !channel.isAbout(event)))
      throw new Error(`an event does not belong to the channel ${channel.name}`);
    try {
      if (plan) await engine.plan(channel, message.endpointId, plan, invocation);
      if (sent) await engine.recordSent(channel, sent);
    } catch (error) {
      return this.#retryLater(lane, message, error);
    }
    if (serve) await this.#serve(channel, lane, { ...message, serve }, receiveCount, invocation);
  }

  #channelOf({ channel: name }: DeliveryMessage): Channel {
    const channel = this.#dependencies.channels[name];
    if (!channel) throw new Error(`this function does not serve the channel ${name}`);
    return channel;
  }

  /** @throws the error if the message cannot be rescheduled; SQS then redelivers it */
  async #retryLater(lane: Lane, message: DeliveryMessage, error: unknown): Promise<void> {
    const waitMs = MESSAGE_RETRY_WAITS_MS[message.tries];
    if (waitMs === undefined || isUnreadable(error)) throw error;
    log('warn', 'deliveries will be retried', { lane, endpointId: message.endpointId, tries: message.tries }, error);
    const waitedMs = MESSAGE_RETRY_WAITS_MS.slice(0, message.tries).reduce((sum, ms) => sum + ms, 0);
    this.#dependencies.metrics.noteRetried(waitedMs);
    await this.#dependencies.queues.send(lane, { ...message, tries: message.tries + 1 }, this.#now() + waitMs);
  }

  /**
   * Serves a target, one message at a time. In an invocation that receives messages itself, one for later deliveries
   * extends the range being served: if the first message is redelivered, it serves everything after it.
   */
  async #serve(
    channel: Channel,
    lane: Lane,
    { serve, ...message }: DeliveryMessage & { serve: Serve },
    receiveCount: number,
    invocation: Pacing,
  ): Promise<void> {
    const { engine, receiveFrom } = this.#dependencies;
    const isExtensible = receiveFrom !== undefined;
    const to = isExtensible && receiveCount > 1 ? LAST_PLACE : serve.to;
    const range: ServedRange = { ...serve, to, readTo: to, isClosed: false };
    const name = servedName(message, range);
    for (let other = this.#serving.get(name); other; other = this.#serving.get(name)) {
      if (isExtensible && !other.range.isClosed && range.from > other.range.readTo) {
        if (range.to > other.range.to) other.range.to = range.to;
        return;
      }
      await other.ended;
    }
    const ended = this.#serveRange(lane, message, range, () => engine.serve(channel, lane, message, range, invocation));
    this.#serving.set(name, { range, ended: ended.then(noValue, noValue) });
    await ended;
  }

  async #serveRange(lane: Lane, message: DeliveryMessage, range: ServedRange, serve: () => Promise<void>) {
    try {
      await serve();
    } catch (error) {
      range.isClosed = true;
      const { target, from, to } = range;
      await this.#retryLater(lane, { ...message, serve: { target, from, to } }, error);
    } finally {
      this.#serving.delete(servedName(message, range));
    }
  }
}

/** Targets of different channels may have the same id. */
const servedName = ({ channel }: DeliveryMessage, { target }: ServedRange): string => `${channel} ${target}`;

const isFresh = ({ receiveCount }: ReceivedMessage): boolean => receiveCount === 1;

const noValue = (): void => undefined;

/** True if the processor already has more to do than time, so that responses would be read too late. */
async function isBusy(): Promise<boolean> {
  const startedAt = performance.now();
  await sleep(0);
  return performance.now() - startedAt > BUSY_MS;
}

/** Further messages; none, after the same wait, if the queue is unreachable. */
async function receive(queue: Queue): Promise<ReceivedMessage[]> {
  try {
    return await queue.receive(RECEIVE_WAIT_S);
  } catch (error) {
    log('warn', 'a delivery queue could not be read', { queue: queue.name }, error);
    await sleep(RECEIVE_WAIT_S * 1_000);
    return [];
  }
}

/** Failed messages are redelivered after the visibility timeout. */
async function processReceived(queue: Queue, message: ReceivedMessage, process: Process): Promise<void> {
  try {
    await process(message);
    await queue.delete(message.receiptHandle);
  } catch (error) {
    log('error', 'a message of a delivery queue will be retried', { queue: queue.name }, error);
  }
}

/** The lane of an event source, by its queue's ARN. */
export function laneOf(arn: string, lanes: Partial<Record<Lane, Pick<MessageQueue, 'name'>>>): Lane {
  const lane = LANES.find((each) => lanes[each] !== undefined && arn.endsWith(`:${lanes[each].name}`));
  if (!lane) throw new Error('a message came from an unknown queue');
  return lane;
}
