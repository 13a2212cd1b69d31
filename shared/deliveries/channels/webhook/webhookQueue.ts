import * as z from 'zod/mini';
import { isId } from '../../../contract/ids.ts';
import { WEBHOOK_EVENTS } from '../../../contract/schemas/webhook.ts';
import type { MessageQueue } from '../../../runtime/messageQueue.ts';
import type { DeliveryTurn } from '../../../storage/webhookDeliveries.ts';

/** A turn of a delivery, as messages have it. It holds nothing of what was submitted. */
export const QueuedTurn = z.object({
  webhookId: z.string().check(z.refine((id) => isId('webhook', id), 'must be the id of a webhook')),
  id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  submissionId: z.string(),
  createdAt: z.string(),
  turn: z.int().check(z.nonnegative()),
  hops: z.int().check(z.nonnegative()),
});

/** A message of the queue of waits: a turn that is to be taken now, or that somebody should look for due turns. */
export const Waited = z.union([
  z.object({ take: QueuedTurn, dueAt: z.number() }),
  z.object({ look: z.literal('due') }),
]);
export type Waited = z.output<typeof Waited>;

/**
 * The queue of turns that are to be taken now. Its messages' group is the webhook: one at a time, so that a receiver that
 * hangs holds up its own alone.
 */
export class TurnQueue {
  readonly #queue: Pick<MessageQueue, 'sendAll'>;

  constructor(queue: Pick<MessageQueue, 'sendAll'>) {
    this.#queue = queue;
  }

  /** @returns the turns that may not be in the queue. One that is sent twice within five minutes is there once. */
  async sendAll<T extends DeliveryTurn>(turns: readonly T[], distinction = ''): Promise<T[]> {
    const messages = turns.map((of) => {
      const { webhookId, id, event, submissionId, createdAt, turn, hops } = of;
      return {
        of,
        body: JSON.stringify({ webhookId, id, event, submissionId, createdAt, turn, hops }),
        group: webhookId,
        deduplicationId: `${webhookId}-${id}-${turn}${distinction}`,
      };
    });
    return (await this.#queue.sendAll(messages)).map(({ of }) => of);
  }
}

/** The queue of turns that are due within a quarter of an hour. */
export class WaitQueue {
  readonly #queue: Pick<MessageQueue, 'send'>;

  constructor(queue: Pick<MessageQueue, 'send'>) {
    this.#queue = queue;
  }

  wait(take: DeliveryTurn, dueAt: number, now: number): Promise<void> {
    return this.#send({ take, dueAt }, take.webhookId, (dueAt - now) / 1_000);
  }

  /** Has somebody look for due turns at once. */
  look(): Promise<void> {
    return this.#send({ look: 'due' }, 'look', 0);
  }

  #send(message: Waited, group: string, delayS: number): Promise<void> {
    return this.#queue.send({ body: JSON.stringify(message), group, delayS });
  }
}
