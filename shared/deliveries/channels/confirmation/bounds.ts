import { daysKept } from '../../../contract/keeping.ts';
import {
  CONFIRMATIONS_OF_OPEN_ENDPOINT_MAX,
  CONFIRMATIONS_PER_ADDRESS_AND_ENDPOINT_MAX,
  CONFIRMATIONS_PER_ADDRESS_MAX,
} from '../../../contract/limits.ts';
import type { ConfirmationReason } from '../../../contract/schemas/deliveries.ts';
import { withCounted } from '../../../storage/confirmations/confirmationBrakes.ts';
import type {
  ConfirmationCounts,
  ConfirmationLedgers,
  CountedConfirmation,
  EndpointLedger,
  Ledger,
} from '../../../storage/confirmations/confirmationCounts.ts';
import { type Brake, brakeOn, networkStoppedUntil } from '../../../storage/confirmations/confirmationHealth.ts';
import { shareOf } from '../../../storage/confirmations/waitingConfirmations.ts';
import { resendsOf } from '../../../storage/deliveries/deliveryKeys.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import { pendingEndsAt } from '../../../storage/table/itemKeys.ts';
import { CONFIRMATION_DAY_MS, CONFIRMATION_HOUR_MS, CONFIRMATION_RELEASE_MS } from './confirmationTiming.ts';

/** A confirmation to count, its mailbox, and a name of its sender's network, if known. */
export interface Candidate {
  deliveryId: string;
  mailbox: string;
  network?: string | undefined;
}

export interface Obstacle {
  reason: ConfirmationReason;
  /** When it may be sent, in milliseconds since 1970, if it only has to wait. */
  until?: number;
}

/**
 * Limits an endpoint's confirmations by counts that were read. An attempt is counted before it is made, on condition
 * that the counts are unchanged since, so that no crash leaves an attempt uncounted. Periods slide; they do not start
 * at a full hour.
 */
export class Bounds {
  readonly #counts: Pick<ConfirmationCounts, 'replace'>;
  readonly #endpoint: StoredEndpoint;
  readonly #perHourMax: number;
  readonly #stopped: ConfirmationLedgers['stopped'];
  readonly #mailboxes: Map<string, { ledger: Ledger; isUnsubscribed: boolean }>;
  readonly #now: () => number;
  #ledger: EndpointLedger;

  constructor(
    counts: Pick<ConfirmationCounts, 'replace'>,
    { endpoint, state, perHourMax }: { endpoint: StoredEndpoint; state: ConfirmationLedgers; perHourMax: number },
    now: () => number,
  ) {
    this.#counts = counts;
    this.#endpoint = endpoint;
    this.#perHourMax = isOpen(endpoint) ? Math.min(CONFIRMATIONS_OF_OPEN_ENDPOINT_MAX, perHourMax) : perHourMax;
    this.#stopped = state.stopped;
    this.#mailboxes = new Map(state.mailboxes);
    this.#ledger = state.endpoint;
    this.#now = now;
  }

  /**
   * The limit that prevents a confirmation, if any. Earlier attempts at the same confirmation do not count.
   * @param isNew limits it to the allowance that no waiting one needs
   */
  obstacleTo({ deliveryId, mailbox, network }: Candidate, isNew: boolean): Obstacle | undefined {
    const now = this.#now();
    const { ledger, isUnsubscribed } = this.#of(mailbox);
    if (isUnsubscribed) return { reason: 'unsubscribed' };
    const brake = this.#brake();
    if (brake) return { reason: 'stopped', until: brake.until };
    const putOffUntil = network && this.putOffUntil(network, deliveryId);
    if (putOffUntil) return { reason: 'stopped', until: putOffUntil };
    // A repetition was accepted within these limits when it was asked for.
    const limit =
      resendsOf(deliveryId) === 0 && limitOfMailbox(ledger.counted, { endpointId: this.#endpoint.id, deliveryId }, now);
    if (limit) return { reason: limit.reason };
    const marginMs = isNew ? CONFIRMATION_RELEASE_MS : 0;
    const { free, nextAt } = this.#room(marginMs, deliveryId);
    return free > 0 ? undefined : { reason: 'endpointPerHour', until: Math.max(now, nextAt - marginMs) };
  }

  /** The number of waiting confirmations that may be sent now, and the time at which more may be. */
  room(): { free: number; nextAt: number } {
    const brake = this.#brake();
    return brake ? { free: 0, nextAt: brake.until } : this.#room(0);
  }

  /**
   * The time until which the brake on its network defers a confirmation, if it does. It ends a day before the submission
   * expires, so that a sender who keeps the brake on cannot prevent the mail.
   */
  putOffUntil(network: string, deliveryId: string): number | undefined {
    const until = networkStoppedUntil(this.#stopped, network);
    if (until <= this.#now()) return undefined;
    // Spread over an hour, so that the first new bounces hold back the rest.
    const spreadUntil = until + CONFIRMATION_HOUR_MS * shareOf(this.#endpoint.id);
    const endsAt = pendingEndsAt(deliveryId, daysKept(this.#endpoint));
    return spreadUntil < endsAt - CONFIRMATION_DAY_MS ? spreadUntil : undefined;
  }

  #brake(): Brake | undefined {
    const { workspaceId } = this.#endpoint;
    return brakeOn({ workspaceId, hours: this.#ledger.hours, stopped: this.#stopped }, this.#now());
  }

  #room(marginMs: number, exceptId?: string): { free: number; nextAt: number } {
    const periodMs = CONFIRMATION_HOUR_MS + marginMs;
    const ofHour = within(this.#ledger.counted, this.#now() - periodMs)
      .filter(({ deliveryId }) => deliveryId !== exceptId)
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    const nextAt = (ofHour.at(-this.#perHourMax) ?? ofHour[0] ?? this.#now()) + periodMs;
    return { free: Math.max(0, this.#perHourMax - ofHour.length), nextAt };
  }

  wasCounted({ deliveryId, mailbox }: Candidate): boolean {
    return this.#of(mailbox).ledger.counted.some((each) => each.deliveryId === deliveryId);
  }

  /**
   * Counts an attempt.
   * @throws ConditionFailed if the counts changed since they were read
   */
  async count({ deliveryId, mailbox }: Candidate): Promise<void> {
    const { id: endpointId, workspaceId } = this.#endpoint;
    const now = this.#now();
    const { ledger, isUnsubscribed } = this.#of(mailbox);
    const { hours } = this.#ledger;
    const isCounted = this.wasCounted({ deliveryId, mailbox });
    const added = { deliveryId, endpointId, at: now };
    const withAdded = ({ counted }: Ledger, fromMs: number): CountedConfirmation[] => [
      ...within(counted, fromMs).filter((each) => each.deliveryId !== deliveryId),
      added,
    ];
    const after = await this.#counts.replace(
      { endpointId, mailbox },
      { endpoint: this.#ledger, mailbox: ledger },
      {
        endpoint: {
          ...this.#ledger,
          workspaceId,
          counted: withAdded(this.#ledger, now - CONFIRMATION_HOUR_MS - CONFIRMATION_RELEASE_MS),
          hours: isCounted ? hours : withCounted(hours, 'sent', now),
        },
        mailbox: withAdded(ledger, now - CONFIRMATION_DAY_MS),
      },
    );
    this.#ledger = after.endpoint;
    this.#mailboxes.set(mailbox, { ledger: after.mailbox, isUnsubscribed });
  }

  #of(mailbox: string) {
    return this.#mailboxes.get(mailbox) ?? { ledger: { counted: [] }, isUnsubscribed: false };
  }
}

/** A limit that a mailbox has reached with other confirmations, and until when, in milliseconds since 1970. */
export function limitOfMailbox(
  counted: readonly CountedConfirmation[],
  { endpointId, deliveryId }: Omit<CountedConfirmation, 'at'>,
  nowMs: number,
): Required<Obstacle> | undefined {
  const others = counted.filter((each) => each.deliveryId !== deliveryId);
  const ofEndpoint = others.filter((each) => each.endpointId === endpointId);
  const reachedUntil = (some: readonly CountedConfirmation[], periodMs: number, max: number) => {
    const times = within(some, nowMs - periodMs).map(({ at }) => at);
    const oldest = times.sort((a, b) => a - b).at(-max);
    return oldest === undefined ? undefined : oldest + periodMs;
  };
  const hour = reachedUntil(ofEndpoint, CONFIRMATION_HOUR_MS, CONFIRMATIONS_PER_ADDRESS_AND_ENDPOINT_MAX);
  if (hour !== undefined) return { reason: 'addressPerHour', until: hour };
  const day = reachedUntil(others, CONFIRMATION_DAY_MS, CONFIRMATIONS_PER_ADDRESS_MAX);
  return day === undefined ? undefined : { reason: 'addressPerDay', until: day };
}

const within = (counted: readonly CountedConfirmation[], fromMs: number): CountedConfirmation[] =>
  counted.filter(({ at }) => at > fromMs);

const isOpen = ({ captcha, allowedOrigins }: StoredEndpoint): boolean =>
  captcha === undefined && (allowedOrigins ?? []).length === 0;
