import { randomBytes } from 'node:crypto';
import { formatTime } from '../contract/time.ts';
import { FAILED_NOTIFICATIONS, failedNotificationKey, notificationKey } from '../storage/itemKeys.ts';
import { readPages } from '../storage/pages.ts';
import type { Item } from '../storage/table.ts';
import { type Condition, ConditionFailed, type Table, type TransactionWrite } from '../storage/table.ts';
import { endpointIsThere } from '../storage/updates.ts';
import { LEASE_MS } from './timing.ts';

/** A notification: about a submission or a digest (`sub_…`, `dig_…`), to this recipient. */
export interface NotificationId {
  about: string;
  endpointId: string;
  recipient: string;
}

/** The right to send a notification, until the lease runs out. */
export interface Claim extends NotificationId {
  /** Names this attempt; it stays on record unless SES surely did not accept the message. */
  attempt: string;
  /** Milliseconds since 1970. */
  leaseUntil: number;
}

/** That somebody else is sending a notification, and until when at the most. */
export interface Busy {
  leaseUntil: number;
}

/** A failed notification, as the list of them has it. */
export interface FailedNotification extends NotificationId {
  reason: string;
  failedAt: string;
}

/** Stands for all recipients where a submission or its endpoint cannot be read. */
export const ANY_RECIPIENT = '*';

const DAY_S = 86_400;
/** Longer than stream (1 day), queue (3 days) and dead-letter queue (14 days) can bring it again. */
const KEPT_AFTER_SENDING_S = 30 * DAY_S;
const KEPT_AFTER_FAILING_S = 90 * DAY_S;

/** What is known of each notification: claimed, sent or failed. Every write is absolute, so each may be repeated. */
export class NotificationRecords {
  readonly #table: Table;
  readonly #now: () => number;

  constructor(table: Table, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /**
   * Claims a notification: one that is new, or whose claim ran out, or that failed if `retryFailed` says so. The same
   * write puts the attempt on record, before SES is called.
   * @returns the claim; `done` when it was sent or failed; until when somebody else may be at it
   */
  async claim(id: NotificationId, { retryFailed = false } = {}): Promise<Claim | 'done' | Busy> {
    const now = this.#now();
    const claim: Claim = { ...id, attempt: randomBytes(9).toString('base64url'), leaseUntil: now + LEASE_MS };
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
      // The claim is this one when its first attempt was stored and only the answer was lost.
      if (found?.owner === claim.attempt) return claim;
      // What failed since the claim was refused is not done for whoever tries it once more.
      if (found?.state === 'sent' || (found?.state === 'failed' && !retryFailed)) return 'done';
      return { leaseUntil: Number(found?.leaseUntil ?? now) };
    }
    return claim;
  }

  /** Gives a claim back: SES surely did not accept the message, and the next attempt need not wait. */
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
   * Marks as sent, whoever holds the claim by now: what was sent was sent.
   * @returns `failed` when the news that this very message came back was first: so it stays
   */
  async markSent(claim: Omit<Claim, 'leaseUntil'>, messageId: string): Promise<'sent' | 'failed'> {
    const { about, endpointId, recipient, attempt } = claim;
    try {
      await this.#table.update({
        Key: notificationKey(about, recipient),
        UpdateExpression:
          'SET #state = :sent, sentAt = :now, endpointId = :endpointId, #ttl = :ttl REMOVE leaseUntil, #owner, reason ADD messageIds :ids',
        // Without an owner it was marked before, and this is that write's second attempt.
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

  /** Marks as failed for good, unless somebody else has taken over, and puts it on the list of what failed. */
  async markFailed(claim: Claim, reason: string): Promise<void> {
    await this.#fail(claim, reason, {
      ConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': claim.attempt },
    });
  }

  /**
   * Marks as failed what nobody claimed: a submission that cannot be read, or a message that came back. Of an
   * endpoint that is gone nothing is recorded: news of its mails may come long after all of it was erased.
   */
  async recordFailure(id: NotificationId, reason: string): Promise<void> {
    await this.#fail(id, reason, {}, [endpointIsThere(id.endpointId)]);
  }

  /** Marks as failed what was tried for too long, unless it was sent or somebody is sending it now. */
  async recordGivenUp(id: NotificationId, reason: string): Promise<void> {
    const condition = {
      ConditionExpression: 'attribute_not_exists(PK) OR (#state = :claimed AND leaseUntil < :now)',
      ExpressionAttributeValues: { ':claimed': 'claimed', ':now': this.#now() },
    };
    await this.#fail(id, reason, condition, [endpointIsThere(id.endpointId)]);
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

  /** What failed, oldest submission first. */
  async *failures(): AsyncGenerator<FailedNotification> {
    const query = { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: { ':pk': FAILED_NOTIFICATIONS } };
    for await (const items of readPages((ExclusiveStartKey) => this.#table.query({ ...query, ExclusiveStartKey }))) {
      yield* items.map(asFailedNotification);
    }
  }

  /** Takes a notification off the list of what failed. */
  async forgetFailure({ about, recipient }: Pick<NotificationId, 'about' | 'recipient'>): Promise<void> {
    await this.#table.delete(failedNotificationKey(about, recipient));
  }

  #secondIn(seconds: number): number {
    return Math.floor(this.#now() / 1_000) + seconds;
  }
}

/** An entry of the list: its sort key says about what and to whom, for the operator to read as it stands. */
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
