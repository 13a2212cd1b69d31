import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { FAILED_NOTES, failedNoteKey, noteKey } from '../repositories/itemKeys.ts';
import {
  type Condition,
  ConditionFailed,
  type Item,
  type Table,
  type TransactionWrite,
} from '../repositories/table.ts';
import { endpointIsThere } from '../repositories/updates.ts';
import { formatTime } from '../time.ts';

/** A notification: of this submission to this recipient. */
export interface NoteId {
  submissionId: string;
  endpointId: string;
  recipient: string;
}

/** The right to send a notification, until the lease runs out. */
export interface Claim extends NoteId {
  owner: string;
}

/** A failed notification, as the list of them has it. */
export const FailedNote = z.object({
  submissionId: z.string(),
  endpointId: z.string(),
  recipient: z.string(),
  reason: z.string(),
  failedAt: z.string(),
});
export type FailedNote = z.output<typeof FailedNote>;

/** Stands for all recipients where a submission or its endpoint cannot be read. */
export const ANY_RECIPIENT = '*';

/**
 * How long a claim holds. Longer than anyone who is alive takes from claim to mark: 4.5 s at the claim (three attempts
 * of 1.5 s), 7 s of waits for SES's rate, 20 s for four answers of SES, 9 s for two attempts at the mark.
 */
export const LEASE_MS = 45_000;

const DAY_S = 86_400;
/** Longer than the stream can bring a record again, which is 24 hours. */
const KEPT_AFTER_SENDING_S = 30 * DAY_S;
const KEPT_AFTER_FAILING_S = 90 * DAY_S;

/** What is known of each notification: claimed, sent or failed. Every write is absolute, so each may be repeated. */
export class Notes {
  readonly #table: Table;
  readonly #now: () => number;

  constructor(table: Table, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /**
   * Claims a notification: one that is new, or whose claim ran out, or that failed if `again` says so.
   * @returns the claim; `done` when it was sent or failed; `busy` when somebody else is at it
   */
  async claim(note: NoteId, { again = false } = {}): Promise<Claim | 'done' | 'busy'> {
    const owner = randomUUID();
    const now = this.#now();
    const key = noteKey(note.submissionId, note.recipient);
    const item = { ...key, state: 'claimed', endpointId: note.endpointId, owner, leaseUntil: now + LEASE_MS };
    try {
      await this.#table.put(
        { ...item, ttl: this.#secondIn(KEPT_AFTER_SENDING_S) },
        {
          ConditionExpression:
            'attribute_not_exists(PK) OR (#state = :claimed AND leaseUntil < :now) OR #state = :again',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':claimed': 'claimed', ':now': now, ':again': again ? 'failed' : 'never' },
        },
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const found = await this.#table.get(key);
      // The claim is this one when its first attempt was stored and only the answer was lost.
      if (found?.owner !== owner) {
        // What failed since the claim was refused is not done for whoever tries it once more.
        return found?.state === 'sent' || (found?.state === 'failed' && !again) ? 'done' : 'busy';
      }
    }
    return { ...note, owner };
  }

  /** Gives a claim back: SES surely did not accept the message, and the next attempt need not wait. */
  async release({ submissionId, recipient, owner }: Claim): Promise<void> {
    await ignoringFailedCondition(
      this.#table.update({
        Key: noteKey(submissionId, recipient),
        UpdateExpression: 'SET leaseUntil = :past',
        ConditionExpression: '#owner = :owner AND #state = :claimed',
        ExpressionAttributeNames: { '#owner': 'owner', '#state': 'state' },
        ExpressionAttributeValues: { ':owner': owner, ':claimed': 'claimed', ':past': 0 },
        ReturnValues: 'NONE',
      }),
    );
  }

  /**
   * Marks as sent, whoever holds the claim by now: what was sent was sent, and a second message id shows a duplicate.
   * @returns `failed` when the news that this very message came back was first: so it stays
   */
  async markSent({ submissionId, endpointId, recipient, owner }: Claim, messageId: string): Promise<'sent' | 'failed'> {
    try {
      await this.#table.update({
        Key: noteKey(submissionId, recipient),
        UpdateExpression:
          'SET #state = :sent, sentAt = :now, endpointId = :endpointId, #ttl = :ttl REMOVE leaseUntil, #owner, reason ADD messageIds :ids',
        // Without an owner it was marked before, and this is that write's second attempt.
        ConditionExpression:
          'attribute_not_exists(PK) OR #state <> :failed OR (attribute_exists(#owner) AND #owner <> :owner)',
        ExpressionAttributeNames: { '#state': 'state', '#ttl': 'ttl', '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':sent': 'sent',
          ':failed': 'failed',
          ':owner': owner,
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
      ExpressionAttributeValues: { ':owner': claim.owner },
    });
  }

  /**
   * Marks as failed what nobody claimed: a submission that cannot be read, or a message that came back. Of an
   * endpoint that is gone nothing is recorded: news of its mails may come long after all of it was erased.
   */
  async recordFailure(note: NoteId, reason: string): Promise<void> {
    await this.#fail(note, reason, {}, [endpointIsThere(note.endpointId)]);
  }

  async #fail(note: NoteId, reason: string, condition: Condition, checks: TransactionWrite[] = []): Promise<void> {
    const { submissionId, endpointId, recipient } = note;
    const ttl = this.#secondIn(KEPT_AFTER_FAILING_S);
    const failed: FailedNote = {
      submissionId,
      endpointId,
      recipient,
      reason,
      failedAt: formatTime(new Date(this.#now())),
    };
    const update = {
      Key: noteKey(submissionId, recipient),
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
        { Put: { Item: { ...failedNoteKey(submissionId, recipient), ...failed, ttl } } },
        ...checks,
      ]),
    );
  }

  /** What failed, oldest submission first. */
  async *failures(): AsyncGenerator<FailedNote> {
    let startKey: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await this.#table.query({
        KeyConditionExpression: 'PK = :pk',
        ExpressionAttributeValues: { ':pk': FAILED_NOTES },
        ExclusiveStartKey: startKey,
      });
      for (const item of Items) yield FailedNote.parse(item);
      startKey = LastEvaluatedKey;
    } while (startKey !== undefined);
  }

  /** Takes a notification off the list of what failed. */
  async forgetFailure({ submissionId, recipient }: Pick<NoteId, 'submissionId' | 'recipient'>): Promise<void> {
    await this.#table.delete(failedNoteKey(submissionId, recipient));
  }

  #secondIn(seconds: number): number {
    return Math.floor(this.#now() / 1_000) + seconds;
  }
}

async function ignoringFailedCondition(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
