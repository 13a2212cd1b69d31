import { randomBytes } from 'node:crypto';
import { formatTime } from '../contract/time.ts';
import { endpointMustExist } from './endpointExistence.ts';
import { inPartition } from './expressions.ts';
import { failedNotificationKey, notificationKey } from './itemKeys.ts';
import { readParts } from './paging.ts';
import { FAILED_NOTIFICATIONS } from './partitions.ts';
import { type Condition, ConditionFailed, type Item, type Table, type TransactionWrite } from './table.ts';

/** A notification: about a submission or a digest (`sub_…`, `dig_…`), to this recipient. */
export interface NotificationId {
  about: string;
  endpointId: string;
  recipient: string;
}

/** The right to send a notification until the lease expires. */
export interface Claim extends NotificationId {
  /** Id of this attempt; it stays on record unless SES certainly refused the message. */
  attempt: string;
  /** Milliseconds since 1970. */
  leaseUntil: number;
}

/** Another attempt holds the claim, until this time at most. */
export interface Busy {
  leaseUntil: number;
}

interface ClaimOptions {
  leaseMs: number;
  retryFailed?: boolean;
}

/** An entry of the list of failures. */
export interface FailedNotification extends NotificationId {
  reason: string;
  failedAt: string;
}

/** Stands for all recipients, where a submission or its endpoint cannot be read. */
export const ANY_RECIPIENT = '*';

const DAY_S = 86_400;
/** Longer than stream (1 day), queue (3 days) and dead-letter queue (14 days) can deliver it again. */
const KEPT_AFTER_SENDING_S = 30 * DAY_S;
const KEPT_AFTER_FAILING_S = 90 * DAY_S;

/** The state of each notification: claimed, sent or failed. Every write sets absolute values, so each may be repeated. */
export class NotificationRecords {
  readonly #table: Table;
  readonly #now: () => number;

  constructor(table: Table, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /**
   * Claims a notification that is new, or whose claim has expired, or that failed if `retryFailed` says so. The same
   * write records the attempt, before SES is called.
   * @param leaseMs how long the claim holds
   * @returns the claim; `done` when it was sent or failed; `Busy` while another attempt holds it
   */
  async claim(id: NotificationId, { leaseMs, retryFailed = false }: ClaimOptions): Promise<Claim | 'done' | Busy> {
    const now = this.#now();
    const claim: Claim = { ...id, attempt: randomBytes(9).toString('base64url'), leaseUntil: now + leaseMs };
    const Key = notificationKey(id.about, id.recipient);
    try {
      await this.#table.update({
        Key,
        UpdateExpression:
          'SET #state = :claimed, #owner = :owner, leaseUntil = :leaseUntil, endpointId = :endpointId, #ttl = :ttl ADD attempts :attempt',
        ConditionExpression:
          'attribute_not_exists(PK) OR (#state = :claimed AND leaseUntil < :now) OR #state = :retried',
        ExpressionAttributeNames: { '#state': 'state', '#owner': 'owner', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':claimed': 'claimed',
          ':retried': retryFailed ? 'failed' : 'never',
          ':now': now,
          ':owner': claim.attempt,
          ':attempt': new Set([claim.attempt]),
          ':leaseUntil': claim.leaseUntil,
          ':endpointId': id.endpointId,
          ':ttl': this.#secondIn(KEPT_AFTER_SENDING_S),
        },
        ReturnValues: 'NONE',
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const found = await this.#table.get(Key);
      // The claim was stored by an earlier attempt at this write, whose answer was lost.
      if (found?.owner === claim.attempt) return claim;
      // A failure recorded since the refusal does not end a retry of failed notifications.
      if (found?.state === 'sent' || (found?.state === 'failed' && !retryFailed)) return 'done';
      return { leaseUntil: Number(found?.leaseUntil ?? now) };
    }
    return claim;
  }

  /** Releases a claim whose message SES certainly refused, so that the next attempt need not wait. */
  async release({ about, recipient, attempt }: Claim): Promise<void> {
    await ignoringFailedCondition(
      this.#table.update({
        Key: notificationKey(about, recipient),
        UpdateExpression: 'SET leaseUntil = :past DELETE attempts :attempt',
        ConditionExpression: '#owner = :owner AND #state = :claimed',
        ExpressionAttributeNames: { '#owner': 'owner', '#state': 'state' },
        ExpressionAttributeValues: {
          ':owner': attempt,
          ':attempt': new Set([attempt]),
          ':claimed': 'claimed',
          ':past': 0,
        },
        ReturnValues: 'NONE',
      }),
    );
  }

  /**
   * Marks as sent, whoever holds the claim by now.
   * @returns `failed` when this very message was already reported as bounced: it stays failed
   */
  async markSent(claim: Omit<Claim, 'leaseUntil'>, messageId: string): Promise<'sent' | 'failed'> {
    const { about, endpointId, recipient, attempt } = claim;
    try {
      await this.#table.update({
        Key: notificationKey(about, recipient),
        UpdateExpression:
          'SET #state = :sent, sentAt = :now, endpointId = :endpointId, #ttl = :ttl REMOVE leaseUntil, #owner, reason ADD messageIds :ids',
        // Without an owner it is marked already, by an earlier attempt at this write.
        ConditionExpression:
          'attribute_not_exists(PK) OR #state <> :failed OR (attribute_exists(#owner) AND #owner <> :owner)',
        ExpressionAttributeNames: { '#state': 'state', '#ttl': 'ttl', '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':sent': 'sent',
          ':failed': 'failed',
          ':owner': attempt,
          ':now': formatTime(new Date(this.#now())),
          ':endpointId': endpointId,
          ':ttl': this.#secondIn(KEPT_AFTER_SENDING_S),
          ':ids': new Set([messageId]),
        },
        ReturnValues: 'NONE',
      });
      return 'sent';
    } catch (error) {
      if (error instanceof ConditionFailed) return 'failed';
      throw error;
    }
  }

  /** Marks as failed for good, unless another attempt has taken over, and adds it to the list of failures. */
  async markFailed(claim: Claim, reason: string): Promise<void> {
    await this.#fail(claim, reason, {
      ConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': claim.attempt },
    });
  }

  /**
   * Marks as failed what nobody claimed: a submission that cannot be read, or a message that bounced. Nothing is
   * recorded for an endpoint that is gone: a bounce may be reported long after its workspace was erased.
   */
  async recordFailure(id: NotificationId, reason: string): Promise<void> {
    await this.#fail(id, reason, {}, [endpointMustExist(id.endpointId)]);
  }

  /** Marks as failed what was tried for too long, unless it was sent or an attempt is running. */
  async recordGivenUp(id: NotificationId, reason: string): Promise<void> {
    const condition = {
      ConditionExpression: 'attribute_not_exists(PK) OR (#state = :claimed AND leaseUntil < :now)',
      ExpressionAttributeValues: { ':claimed': 'claimed', ':now': this.#now() },
    };
    await this.#fail(id, reason, condition, [endpointMustExist(id.endpointId)]);
  }

  async #fail(id: NotificationId, reason: string, condition: Condition, checks: TransactionWrite[] = []) {
    const { about, endpointId, recipient } = id;
    const ttl = this.#secondIn(KEPT_AFTER_FAILING_S);
    const entry = { endpointId, reason, failedAt: formatTime(new Date(this.#now())), ttl };
    const update = {
      Key: notificationKey(about, recipient),
      UpdateExpression:
        'SET #state = :failed, reason = :reason, endpointId = :endpointId, #ttl = :ttl REMOVE leaseUntil',
      ConditionExpression: condition.ConditionExpression,
      ExpressionAttributeNames: { '#state': 'state', '#ttl': 'ttl', ...condition.ExpressionAttributeNames },
      ExpressionAttributeValues: {
        ':failed': 'failed',
        ':reason': reason,
        ':endpointId': endpointId,
        ':ttl': ttl,
        ...condition.ExpressionAttributeValues,
      },
    };
    await ignoringFailedCondition(
      this.#table.transact([
        { Update: update },
        { Put: { Item: { ...failedNotificationKey(about, recipient), ...entry } } },
        ...checks,
      ]),
    );
  }

  /** The list of failures, oldest submission first. */
  async *failures(): AsyncGenerator<FailedNotification> {
    const query = inPartition(FAILED_NOTIFICATIONS);
    for await (const { items } of readParts((continuation) => this.#table.query({ ...query, ...continuation }))) {
      yield* items.map(asFailedNotification);
    }
  }

  /** Removes a notification from the list of failures. */
  async forgetFailure({ about, recipient }: Pick<NotificationId, 'about' | 'recipient'>): Promise<void> {
    await this.#table.delete(failedNotificationKey(about, recipient));
  }

  #secondIn(seconds: number): number {
    return Math.floor(this.#now() / 1_000) + seconds;
  }
}

/** An entry of the list. Its sort key is readable as it is: what the notification is about, and its recipient. */
function asFailedNotification({ SK, endpointId, reason, failedAt }: Item): FailedNotification {
  const [about = '', recipient = ''] = String(SK).split(/#(.*)/s);
  return { about, recipient, endpointId: String(endpointId), reason: String(reason), failedAt: String(failedAt) };
}

async function ignoringFailedCondition(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
