import { log } from '../../../runtime/log.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { NotificationId } from '../../../storage/notificationRecords.ts';
import type { Deliverer, Delivery, Undecided } from './deliverer.ts';
import type { NotificationMetrics } from './metrics.ts';
import { type NotificationQueue, newMessage, type QueuedNotification } from './notificationQueue.ts';
import type { Pacer } from './pacer.ts';
import { DELIVERY_MS, HANDOVER_MS, retryWaitMs, SENDING_MS } from './timing.ts';

/** An invocation of the function: how far it is, and how fast it may send. */
export interface Invocation {
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Until the function's time limit. */
  remainingMs: () => number;
  pacer: Pacer;
}

export interface DispatcherDependencies {
  deliverer: Deliverer;
  queue: NotificationQueue;
  metrics: NotificationMetrics;
  now?: () => number;
}

/** What one endpoint is to send in one invocation. */
export interface EndpointDeliveries {
  endpoint: StoredEndpoint;
  deliveries: Delivery[];
}

/** Deliveries under way at once. */
const PARALLEL_DELIVERIES = 10;

/** Sends what an invocation may send now and hands the rest to the queue, so that no endpoint waits for another. */
export class Dispatcher {
  readonly #dependencies: DispatcherDependencies;
  readonly #now: () => number;

  constructor(dependencies: DispatcherDependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
  }

  /**
   * Endpoints take turns, and each sends at most one second's worth of mail.
   * @param earlier the queue's message that this continues
   * @returns messages for what was not sent
   */
  async dispatch(
    all: EndpointDeliveries[],
    invocation: Invocation,
    earlier?: QueuedNotification,
  ): Promise<QueuedNotification[]> {
    const share = invocation.pacer.perSecond;
    const queued: QueuedNotification[] = [];
    const later = (endpoint: StoredEndpoint, delivery: Delivery, undecided?: Undecided) =>
      queued.push(
        undecided
          ? this.retryMessage(delivery, endpoint, earlier, undecided)
          : this.#nextMessage(delivery, endpoint, earlier),
      );
    for (const { endpoint, deliveries } of all) {
      for (const delivery of deliveries.slice(share)) later(endpoint, delivery);
    }
    const turns = inTurns(
      all.map(({ endpoint, deliveries }) => deliveries.slice(0, share).map((d) => [endpoint, d] as const)),
    );
    const work = async () => {
      for (let next = turns.shift(); next !== undefined; next = turns.shift()) {
        const [endpoint, delivery] = next;
        if (!(await this.#mayBegin(invocation))) later(endpoint, delivery);
        else {
          const outcome = await this.#dependencies.deliverer.deliver(delivery);
          if (typeof outcome === 'object') later(endpoint, delivery, outcome);
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_DELIVERIES }, work));
    return queued;
  }

  /** @returns the messages that may not be in the queue and without which a mail would be lost */
  async enqueue(messages: QueuedNotification[]): Promise<QueuedNotification[]> {
    const failed = await this.#dependencies.queue.sendAll(messages);
    const queued = messages.filter((message) => !failed.includes(message));
    for (const { endpointId } of queued) this.#dependencies.metrics.count('queued', endpointId);
    for (const { about, endpointId, sent } of failed) {
      if (sent) log('error', 'a notification was sent but could not be marked', { about, endpointId, ...sent });
    }
    return failed.filter(({ sent }) => sent === undefined);
  }

  async #mayBegin({ startedAt, remainingMs, pacer }: Invocation): Promise<boolean> {
    const isTime = () => this.#now() <= startedAt + SENDING_MS && remainingMs() > DELIVERY_MS + HANDOVER_MS;
    return isTime() && (await pacer.turn(startedAt + SENDING_MS)) && isTime();
  }

  /** The message for a notification after an attempt that failed. */
  retryMessage(
    id: NotificationId,
    endpoint: StoredEndpoint | undefined,
    earlier: QueuedNotification | undefined,
    { reason, notBefore = 0, sent }: Undecided,
  ): QueuedNotification {
    const message = this.#nextMessage(id, endpoint, earlier);
    const attempts = message.attempts + 1;
    const dueAt = Math.max(message.dueAt + retryWaitMs(attempts), notBefore);
    return { ...message, attempts, reason, dueAt, ...(sent && { sent }) };
  }

  #nextMessage(
    id: NotificationId,
    endpoint: StoredEndpoint | undefined,
    earlier: QueuedNotification | undefined,
  ): QueuedNotification {
    const message = newMessage(id, endpoint, this.#now());
    if (!earlier) return message;
    const { attempts, firstAt, storedBefore, reason } = earlier;
    return {
      ...message,
      attempts,
      firstAt,
      ...(storedBefore !== undefined && { storedBefore }),
      ...(reason !== undefined && { reason }),
    };
  }
}

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: T[][]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}
