import * as z from 'zod/mini';
import { isId } from '../../../contract/ids.ts';
import type { MessageQueue, OutgoingMessage } from '../../../runtime/messageQueue.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { NotificationId } from '../../../storage/notificationRecords.ts';
import { parseDigestId } from './digestId.ts';
import { parseSwitchOffId } from './switchOffId.ts';

const Milliseconds = z.int().check(z.nonnegative());

/** A message of the queue: a notification that is to be sent later. It holds nothing of what was submitted. */
export const QueuedNotification = z.object({
  about: z.string().check(z.refine(isAbout, 'must be the id of a submission, a digest or a switch-off')),
  endpointId: z.string().check(z.refine((id) => isId('endpoint', id), 'must be the id of an endpoint')),
  /** An address, or `*` for all that the endpoint has when its turn comes. */
  recipient: z.string(),
  /** Attempts that failed. */
  attempts: z.int().check(z.nonnegative()),
  /** When it was queued for the first time, and when it is due, in milliseconds since 1970. */
  firstAt: Milliseconds,
  dueAt: Milliseconds,
  /** By when the submission was surely stored, where that is not decided yet which mail tells of it. */
  storedBefore: z.optional(Milliseconds),
  /** Why the last attempt failed. */
  reason: z.optional(z.string()),
  /** That it was sent, and is only to be marked so. */
  sent: z.optional(z.object({ attempt: z.string(), messageId: z.string() })),
  /** The workspace: none of them can hold up another's mail. */
  group: z.string(),
});
export type QueuedNotification = z.output<typeof QueuedNotification>;

/** Whether this is the id of something that mails are about: a submission, a digest, that a webhook was switched off. */
export function isAbout(id: string): boolean {
  return isId('submission', id) || parseDigestId(id) !== undefined || parseSwitchOffId(id) !== undefined;
}

/** A message that is due now. An endpoint that could not be read stands for its workspace. */
export const newMessage = (
  { about, endpointId, recipient }: NotificationId,
  endpoint: Pick<StoredEndpoint, 'workspaceId'> | undefined,
  now: number,
): QueuedNotification => ({
  about,
  endpointId,
  recipient,
  attempts: 0,
  firstAt: now,
  dueAt: now,
  group: endpoint?.workspaceId ?? endpointId,
});

/** The queue of notifications that could not be finished when they came up. */
export class NotificationQueue {
  readonly #queue: Pick<MessageQueue, 'send' | 'sendAll'>;
  readonly #now: () => number;

  constructor(queue: Pick<MessageQueue, 'send' | 'sendAll'>, now: () => number = Date.now) {
    this.#queue = queue;
    this.#now = now;
  }

  send(message: QueuedNotification): Promise<void> {
    return this.#queue.send(this.#outgoing(message));
  }

  /** @returns the messages that may not be in the queue */
  async sendAll(messages: QueuedNotification[]): Promise<QueuedNotification[]> {
    const outgoing = messages.map((message) => ({ message, ...this.#outgoing(message) }));
    return (await this.#queue.sendAll(outgoing)).map(({ message }) => message);
  }

  /** SQS delays by a quarter of an hour at the most; a message that comes before it is due is sent again. */
  #outgoing(message: QueuedNotification): OutgoingMessage {
    const delayS = (message.dueAt - this.#now()) / 1_000;
    return { body: JSON.stringify(message), group: message.group, delayS };
  }
}
