import { randomBytes } from 'node:crypto';
import { WEBHOOK_ATTEMPTS_KEPT_MAX } from '../../contract/limits.ts';
import { formatTime } from '../../contract/time.ts';
import { inParallel } from '../../runtime/inParallel.ts';
import { endpointMustExist } from '../endpoints/endpointExistence.ts';
import { ABSENT, hasValues, onlyIf, setAll, updateIf, withInitial } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import type { Item, TableAccess } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { type DeliveryName, deliveryKey, failedDeliveryKey, mailId } from './deliveryKeys.ts';
import {
  type ATTEMPT_ATTRIBUTES,
  type Attempt,
  type Delivery,
  type DeliveryRecord,
  type FAILURE_ATTRIBUTES,
  parseDelivery,
  type RESTARTED_ATTRIBUTES,
} from './storedDelivery.ts';

export interface Claim {
  delivery: Delivery;
  claim: string;
  startedAt: string;
  leaseUntil: number;
  failures: number;
  attempts: Attempt[];
}

export interface AttemptOutcome {
  state: 'sent' | 'pending' | 'failed' | 'skipped';
  /** Absent if none was made after all. */
  attempt?: Omit<Attempt, 'at'>;
  answer?: string | undefined;
  reason?: string | undefined;
  /** Time of the next attempt of a pending delivery, in the contract's format. */
  nextAttemptAt?: string | undefined;
  needsOperator?: boolean;
}

const DAY_S = 86_400;
/** Longer than the stream (1 day), retries (6 days) and queues (14 days) may process a delivery again. */
const KEPT_S = 30 * DAY_S;
export const DELIVERIES_KEPT_MS = KEPT_S * 1_000;
const KEPT_ON_LIST_S = 90 * DAY_S;

const WRITES_AT_ONCE = 10;

/** Writes records of deliveries: planned, claimed, sent or failed. Every write sets absolute values under a condition. */
export class DeliveryRecords {
  readonly #table: TableAccess;
  readonly #now: () => number;

  constructor(table: TableAccess, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** Records deliveries as pending; existing records are kept. */
  async plan(deliveries: readonly Delivery[]): Promise<void> {
    await inParallel(deliveries, WRITES_AT_ONCE, (delivery) =>
      ifConditionHolds(this.#table.put(this.#newRecord(delivery), ABSENT)),
    );
  }

  /**
   * Records skipped deliveries with the reason, and postponed ones as pending; existing records are kept.
   * @returns the deliveries with an existing record
   */
  async dismiss<One extends { delivery: Delivery; reason: string; hold?: unknown }>(
    dismissed: readonly One[],
  ): Promise<One[]> {
    const isNew = await inParallel(dismissed, WRITES_AT_ONCE, ({ delivery, reason, hold }) => {
      const state = hold ? 'pending' : 'skipped';
      return ifConditionHolds(this.#table.put({ ...this.#newRecord(delivery), state, reason }, ABSENT));
    });
    return dismissed.filter((_, place) => !isNew[place]);
  }

  /**
   * Records a new delivery and claims its first attempt in one write.
   * @returns if there is a pending record already, the time until which another attempt may be in progress (ms since
   *   1970, perhaps past); `done` if the record is not pending
   */
  async begin(delivery: Delivery, leaseMs: number): Promise<Claim | { busyUntil: number } | 'done'> {
    const claim = this.#newClaim(delivery, leaseMs, { failures: 0, attempts: [] });
    const { startedAt, leaseUntil } = claim;
    const isNew = await ifConditionHolds(
      this.#table.put({ ...this.#newRecord(delivery), claim: claim.claim, startedAt, leaseUntil }, ABSENT),
    );
    if (isNew) return claim;
    const found = await this.find(delivery);
    // This same write succeeded before, but its response was lost.
    if (found?.claim === claim.claim) return claim;
    return found === undefined || found.state === 'pending' ? { busyUntil: found?.leaseUntil ?? 0 } : 'done';
  }

  /** Claims an attempt at a recorded delivery, unless it changed since it was read. */
  async claim(record: DeliveryRecord, leaseMs: number): Promise<Claim | undefined> {
    const { failures, attempts, claim: before, startedAt, nextAttemptAt, state } = record;
    const interrupted = startedAt === undefined ? [] : [{ at: startedAt }];
    const claim = this.#newClaim(record, leaseMs, {
      failures,
      attempts: [...attempts, ...interrupted].slice(-WEBHOOK_ATTEMPTS_KEPT_MAX),
    });
    const changes = {
      claim: claim.claim,
      startedAt: claim.startedAt,
      leaseUntil: claim.leaseUntil,
      attempts: claim.attempts,
      ttl: this.#secondIn(KEPT_S),
    } satisfies WrittenFrom<typeof ATTEMPT_ATTRIBUTES>;
    const update = updateIf(deliveryKey(record), { state, claim: before, nextAttemptAt }, changes);
    const isClaimed = await ifConditionHolds(this.#table.update(update));
    if (isClaimed) return claim;
    const found = await this.find(record);
    return found?.claim === claim.claim ? claim : undefined;
  }

  /**
   * Records the outcome of an attempt, unless another one has taken over. A success is recorded in any case.
   * @returns `failed` for a message known to have bounced already
   */
  async record(claim: Claim, outcome: AttemptOutcome): Promise<AttemptOutcome['state']> {
    const { delivery, failures, attempts, startedAt } = claim;
    const { state, attempt, answer, reason, nextAttemptAt, needsOperator = false } = outcome;
    const now = this.#time();
    const changes = {
      state,
      failures: failures + Number(attempt !== undefined && (state === 'pending' || state === 'failed')),
      attempts: [...attempts, ...(attempt ? [{ at: startedAt, ...attempt }] : [])].slice(-WEBHOOK_ATTEMPTS_KEPT_MAX),
      answer: answer ?? null,
      reason: reason ?? null,
      nextAttemptAt: nextAttemptAt ?? null,
      ...(state === 'sent' && { sentAt: now }),
      ...(state === 'failed' && { failedAt: now }),
      ...NO_CLAIM,
      ttl: this.#secondIn(needsOperator ? KEPT_ON_LIST_S : KEPT_S),
    } satisfies WrittenFrom<typeof ATTEMPT_ATTRIBUTES>;
    const update = onlyIf(hasValues({ claim: claim.claim, state: 'pending' }), {
      Key: deliveryKey(delivery),
      ...setAll(changes),
    });
    const isRecorded = needsOperator
      ? await ifConditionHolds(
          this.#table.transact([{ Update: update }, this.#listed(delivery, reason ?? 'unknown', now)]),
        )
      : await ifConditionHolds(this.#table.update({ ...update, ReturnValues: 'NONE' }));
    return isRecorded || state !== 'sent' ? state : this.#recordLateSuccess(claim, attempt);
  }

  /** Records a success after its lease expired, so that nobody sends again, unless that message has bounced. */
  async #recordLateSuccess({ delivery, claim }: Claim, attempt: AttemptOutcome['attempt']): Promise<'sent' | 'failed'> {
    const found = await this.find(delivery);
    if (found === undefined || found.state === 'sent') return 'sent';
    // Either the bounce was recorded before the success, or after it and only the response to this write was lost.
    if (found.state === 'failed' && (found.claim === claim || found.sentAt !== undefined)) return 'failed';
    const changes = {
      state: 'sent',
      sentAt: this.#time(),
      attempts: [...found.attempts, { at: this.#time(), ...attempt }].slice(-WEBHOOK_ATTEMPTS_KEPT_MAX),
      nextAttemptAt: null,
      reason: null,
      ...NO_CLAIM,
    } satisfies WrittenFrom<typeof ATTEMPT_ATTRIBUTES>;
    const { state, claim: current } = found;
    await ifConditionHolds(this.#table.update(updateIf(deliveryKey(delivery), { state, claim: current }, changes)));
    return 'sent';
  }

  /** Cancels a pending delivery, unless an attempt is in progress. */
  async skip(record: DeliveryRecord): Promise<void> {
    const skipped = { state: 'skipped', nextAttemptAt: null, ttl: this.#secondIn(KEPT_S) };
    const changes = { ...skipped, ...NO_CLAIM } satisfies WrittenFrom<typeof ATTEMPT_ATTRIBUTES>;
    const { state, claim } = record;
    await ifConditionHolds(this.#table.update(updateIf(deliveryKey(record), { state, claim }, changes)));
  }

  /**
   * Resets a delivery to pending with no failures, unless it changed since it was read or an attempt is in progress.
   * @returns whether it is pending now
   */
  async restart(record: DeliveryRecord): Promise<boolean> {
    const { state, claim, leaseUntil = 0, nextAttemptAt } = record;
    if (state === 'pending' && leaseUntil > this.#now()) return false;
    const changes = {
      state: 'pending',
      failures: 0,
      nextAttemptAt: this.#time(),
      reason: null,
      failedAt: null,
      sentAt: null,
      ...NO_CLAIM,
      ttl: this.#secondIn(KEPT_S),
    } satisfies WrittenFrom<typeof RESTARTED_ATTRIBUTES>;
    return ifConditionHolds(
      this.#table.update(updateIf(deliveryKey(record), { state, claim, nextAttemptAt }, changes)),
    );
  }

  /**
   * Records a failure that no attempt reported: a bounce, or an unreadable submission. Does nothing for a deleted
   * endpoint, since a bounce may be reported long after its workspace was erased.
   */
  async fail(delivery: Omit<Delivery, 'arrivedAt'>, reason: string, needsOperator = true): Promise<void> {
    const now = this.#time();
    const ttl = this.#secondIn(KEPT_ON_LIST_S);
    const failed = { state: 'failed', failedAt: now, reason, leaseUntil: null, nextAttemptAt: null, ttl };
    const changes = failed satisfies WrittenFrom<typeof FAILURE_ATTRIBUTES>;
    const update = withInitial(setAll(changes), initialOf(delivery));
    await ifConditionHolds(
      this.#table.transact([
        { Update: { Key: deliveryKey(delivery), ...update } },
        ...(needsOperator ? [this.#listed(delivery, reason, now)] : []),
        endpointMustExist(delivery.endpointId),
      ]),
    );
  }

  async find(name: DeliveryName): Promise<DeliveryRecord | undefined> {
    const item = await this.#table.get(deliveryKey(name));
    return item && parseDelivery(name.channel, item);
  }

  #newRecord(delivery: Delivery): Item {
    const { arrivedAt } = delivery;
    return {
      ...deliveryKey(delivery),
      ...initialOf(delivery),
      ...(arrivedAt !== undefined && { arrivedAt }),
      state: 'pending',
      ttl: this.#secondIn(KEPT_S),
    };
  }

  #newClaim(delivery: Delivery, leaseMs: number, { failures, attempts }: Pick<Claim, 'failures' | 'attempts'>): Claim {
    const claim = randomBytes(9).toString('base64url');
    return { delivery, claim, startedAt: this.#time(), leaseUntil: this.#now() + leaseMs, failures, attempts };
  }

  #listed({ about, id, endpointId }: Delivery, reason: string, failedAt: string) {
    const recipient = id.slice(mailId(about, '').length);
    const entry = { endpointId, reason, failedAt, ttl: this.#secondIn(KEPT_ON_LIST_S) };
    return { Put: { Item: { ...failedDeliveryKey(about, recipient), ...entry } } };
  }

  #time(): string {
    return formatTime(new Date(this.#now()));
  }

  #secondIn(seconds: number): number {
    return Math.floor(this.#now() / 1_000) + seconds;
  }
}

const initialOf = ({ endpointId, about, event, createdAt, hops }: Delivery) =>
  ({ endpointId, about, event, createdAt, hops, failures: 0, attempts: [] }) satisfies WrittenFrom<
    typeof FAILURE_ATTRIBUTES
  >;

const NO_CLAIM = { claim: null, startedAt: null, leaseUntil: null };
