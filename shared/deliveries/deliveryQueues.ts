import { createHash } from 'node:crypto';
import { log } from '../runtime/log.ts';
import type { MessageQueue } from '../runtime/messageQueue.ts';
import type { DueMessages, Lane } from '../storage/deliveries/dueMessages.ts';
import type { DeliveryMessage } from './messages.ts';
import { EARLY_MS, QUEUE_DELAY_MAX_MS } from './timeoutsAndRetries.ts';

/** The queues that can be sent to. Messages for other lanes stay in the table until `handOverDue` moves them. */
export type LaneQueues = Readonly<Partial<Record<Lane, Pick<MessageQueue, 'send'>>>>;

export interface DeliveryQueuesDependencies {
  lanes: LaneQueues;
  due: DueMessages;
  now?: () => number;
}

const NAME_LENGTH = 24;
/** Due messages moved per run, in batches; the next run follows within a minute. */
const PARTS_MAX = 40;
const REFUSED_WAIT_MS = 60_000;

type FoundMessage = Awaited<ReturnType<DueMessages['first']>>['found'][number];

/** Sends messages: delayed by the queue for up to 15 minutes, stored in the table beyond that. */
export class DeliveryQueues {
  readonly #lanes: LaneQueues;
  readonly #due: DueMessages;
  readonly #now: () => number;

  constructor({ lanes, due, now = Date.now }: DeliveryQueuesDependencies) {
    this.#lanes = lanes;
    this.#due = due;
    this.#now = now;
  }

  /**
   * Sends a message that is due at a time (milliseconds since 1970). If the queue rejects it, it is stored in the
   * table, where the clock finds it within a minute.
   * @throws StorageUnavailable if neither queue nor table accepts it
   */
  async send(lane: Lane, message: DeliveryMessage, dueAtMs = this.#now()): Promise<void> {
    const body = JSON.stringify(message);
    const delayMs = dueAtMs - this.#now();
    const queue = this.#lanes[lane];
    if (queue && delayMs <= QUEUE_DELAY_MAX_MS) {
      try {
        return await queue.send({ body, group: message.group, delayS: delayMs / 1_000 });
      } catch (error) {
        log('warn', 'a delivery queue rejected a message', { lane, endpointId: message.endpointId }, error);
      }
    }
    await this.holdBack(lane, message, dueAtMs);
  }

  /** Stores a message in the table, where the clock finds it within a minute after it is due. */
  async holdBack(lane: Lane, message: DeliveryMessage, dueAtMs: number): Promise<void> {
    const body = JSON.stringify(message);
    const name = createHash('sha256').update(`${lane} ${body}`).digest('hex').slice(0, NAME_LENGTH);
    const { group, endpointId } = message;
    await this.#due.put({ lane, body, group, endpointId }, name, dueAtMs);
  }

  /**
   * Moves due messages to their queues. An interruption may duplicate a message, which is harmless because the table's
   * records decide. A message that its queue rejects is postponed by a minute, so that it delays no others.
   * @returns how many
   * @throws after all others, if a queue rejected messages
   */
  async handOverDue(): Promise<number> {
    let handedOver = 0;
    const errors: unknown[] = [];
    for (let part = 0; part < PARTS_MAX; part++) {
      const { found, unreadable, isEnd } = await this.#due.first(this.#now() + EARLY_MS);
      for (const { SK = '' } of unreadable) log('error', 'a due message cannot be read', { message: loggedName(SK) });
      const results = await Promise.all(found.map((due) => this.#handOver(due)));
      const refused = results.filter((error) => error !== undefined);
      errors.push(...refused);
      await this.#due.remove([...found.map(({ key }) => key), ...unreadable]);
      handedOver += found.length - refused.length;
      if (isEnd) break;
    }
    if (errors.length > 0) throw errors[0];
    return handedOver;
  }

  /** @returns the error if its queue rejected it */
  async #handOver({ key, lane, body, group, endpointId }: FoundMessage): Promise<unknown> {
    const queue = this.#lanes[lane];
    try {
      if (!queue) throw new Error(`there is no queue for the lane ${lane}`);
      await queue.send({ body, group, delayS: 0 });
      return undefined;
    } catch (error) {
      const name = loggedName(String(key.SK));
      log('warn', 'a due message could not be sent to its queue', { lane, endpointId, message: name }, error);
      await this.#due.put({ lane, body, group, endpointId }, name, this.#now() + REFUSED_WAIT_MS);
      return error;
    }
  }
}

const loggedName = (SK: string): string => /#([0-9a-f]{24})$/.exec(SK)?.[1] ?? 'malformed';
