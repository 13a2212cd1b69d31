import { createHash } from 'node:crypto';
import { log } from '../runtime/log.ts';
import type { MessageQueue } from '../runtime/messageQueue.ts';
import type { DueMessages } from '../storage/dueMessages.ts';
import { LANES, type Lane } from './channel.ts';
import type { DeliveryMessage } from './messages.ts';
import { EARLY_MS, QUEUE_DELAY_MAX_MS } from './timing.ts';

/** The queues that can be sent to. Messages for other lanes are held back in the table, where the clock finds them. */
export type LaneQueues = Readonly<Partial<Record<Lane, Pick<MessageQueue, 'send'>>>>;

export interface DeliveryQueuesDependencies {
  lanes: LaneQueues;
  due: DueMessages;
  now?: () => number;
}

/** Digits of the hash that names a message in the table. */
const NAME_LENGTH = 24;
/** Due messages that one look hands over at most, in parts; the next look follows within a minute. */
const PARTS_MAX = 40;
/** Wait before a due message that its queue refused is handed over again. */
const REFUSED_WAIT_MS = 60_000;

type FoundMessage = Awaited<ReturnType<DueMessages['first']>>['found'][number];

/** Sends messages: delayed by a queue for up to 15 minutes, later ones held back in the table. */
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
   * Sends a message that is due at a time (milliseconds since 1970). One that the queue does not accept is held back in the
   * table, where the clock finds it within a minute.
   * @throws StorageUnavailable when neither the queue nor the table accept it
   */
  async send(lane: Lane, message: DeliveryMessage, dueAtMs = this.#now()): Promise<void> {
    const body = JSON.stringify(message);
    const delayMs = dueAtMs - this.#now();
    const queue = this.#lanes[lane];
    if (queue && delayMs <= QUEUE_DELAY_MAX_MS) {
      try {
        return await queue.send({ body, group: message.group, delayS: delayMs / 1_000 });
      } catch (error) {
        log('warn', 'a queue of deliveries did not accept a message', { lane, endpointId: message.endpointId }, error);
      }
    }
    await this.holdBack(lane, message, dueAtMs);
  }

  /** Holds a message back in the table, where the clock finds it within a minute of the time at which it is due. */
  async holdBack(lane: Lane, message: DeliveryMessage, dueAtMs: number): Promise<void> {
    const body = JSON.stringify(message);
    const name = createHash('sha256').update(`${lane} ${body}`).digest('hex').slice(0, NAME_LENGTH);
    const { group, endpointId } = message;
    await this.#due.put({ lane, body, group, endpointId }, name, dueAtMs);
  }

  /**
   * Hands due messages over to their queues. If it is interrupted, a message may be handed over twice, which the table's
   * records make harmless. One that its queue refuses is held back for another minute, so that others are not behind it.
   * @returns how many
   * @throws when a queue refused messages, after all others were handed over
   */
  async handOverDue(): Promise<number> {
    let handedOver = 0;
    const errors: unknown[] = [];
    for (let part = 0; part < PARTS_MAX; part++) {
      const { found, unreadable, isEnd } = await this.#due.first(this.#now() + EARLY_MS);
      const readable = found.filter(({ lane }) => isLane(lane));
      const malformed = [...unreadable, ...found.filter(({ lane }) => !isLane(lane)).map(({ key }) => key)];
      for (const { SK = '' } of malformed) log('error', 'a due message cannot be read', { message: loggedName(SK) });
      const results = await Promise.all(readable.map((due) => this.#handOver(due)));
      const refused = results.filter((error) => error !== undefined);
      errors.push(...refused);
      await this.#due.remove([...found.map(({ key }) => key), ...unreadable]);
      handedOver += readable.length - refused.length;
      if (isEnd) break;
    }
    if (errors.length > 0) throw errors[0];
    return handedOver;
  }

  /** @returns the error if its queue refused it */
  async #handOver({ key, lane, body, group, endpointId }: FoundMessage): Promise<unknown> {
    const queue = this.#lanes[lane as Lane];
    try {
      if (!queue) throw new Error(`there is no queue for the lane ${lane}`);
      await queue.send({ body, group, delayS: 0 });
      return undefined;
    } catch (error) {
      const name = loggedName(String(key.SK));
      log('warn', 'a due message could not be handed over', { lane, endpointId, message: name }, error);
      await this.#due.put({ lane, body, group, endpointId }, name, this.#now() + REFUSED_WAIT_MS);
      return error;
    }
  }
}

const isLane = (name: string): boolean => LANES.some((lane) => lane === name);

/** The hash in the sort key of a due message. */
const loggedName = (SK: string): string => /#([0-9a-f]{24})$/.exec(SK)?.[1] ?? 'malformed';
