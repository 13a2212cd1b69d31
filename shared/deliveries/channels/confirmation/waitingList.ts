import {
  WAITING_PER_NETWORK_MAX,
  type WaitingConfirmation,
  type WaitingConfirmations,
} from '../../../storage/confirmations/waitingConfirmations.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import { submittedAt } from '../../../storage/table/itemKeys.ts';
import type { DeliveryQueues } from '../../deliveryQueues.ts';
import type { DeliveryEvent } from '../../events.ts';
import { RELEASE } from './confirmationEvents.ts';
import { CONFIRMATION_DAY_MS } from './confirmationTiming.ts';

export interface WaitingListDependencies {
  waiting: Pick<WaitingConfirmations, 'put' | 'list' | 'remove'>;
  queues: Pick<DeliveryQueues, 'send'>;
  now: () => number;
}

type Endpoint = Pick<StoredEndpoint, 'id' | 'workspaceId'>;
interface Wanted extends Omit<WaitingConfirmation, 'rank'> {
  /** True if it waited and was released before: it keeps its turn. */
  hadTurn?: boolean;
}

/** Releases are due at full minutes, so that those of one minute share a message. */
const MINUTE_MS = 60_000;
/** A release that is due this soon may be under way on another instance. */
const SOON_MS = 2 * MINUTE_MS;
const RELEASED_MAX = 25;
/** Between confirmations that are released together, since their counts depend on each other. */
const APART_MS = 1_000;

/** Holds an endpoint's confirmations back, and releases them in order when more may be sent. */
export class WaitingList {
  readonly #dependencies: WaitingListDependencies;
  /** When the release is due that this instance last scheduled, by endpoint. */
  readonly #scheduled = new Map<string, number>();

  constructor(dependencies: WaitingListDependencies) {
    this.#dependencies = dependencies;
  }

  /** Finds room on an endpoint's list for a batch's confirmations, one by one; undefined beyond the bound. */
  roomAt(endpointId: string): (wanted: Wanted) => Promise<WaitingConfirmation | undefined> {
    const ofNetworks = new Map<string, Promise<WaitingConfirmation[]>>();
    return async ({ hadTurn = false, ...wanted }) => {
      const { network } = wanted;
      const reading = ofNetworks.get(network) ?? this.#dependencies.waiting.list(endpointId, network);
      ofNetworks.set(network, reading);
      const others = await reading;
      const before = others.find(({ deliveryId }) => deliveryId === wanted.deliveryId);
      if (before || (!hadTurn && others.length >= WAITING_PER_NETWORK_MAX)) return before;
      const added = { ...wanted, rank: hadTurn ? 0 : others.length };
      others.push(added);
      return added;
    };
  }

  /**
   * Holds a confirmation back whose record is pending. Repeatable.
   * @throws StorageUnavailable
   */
  async add(
    endpoint: Endpoint,
    waiting: WaitingConfirmation,
    { until, endsAt }: { until: number; endsAt: number },
  ): Promise<void> {
    await this.#dependencies.waiting.put(endpoint.id, waiting, endsAt);
    await this.#schedule(endpoint, until);
  }

  /**
   * Releases as many as may be sent now, after those that came too late, which are then skipped. Each leaves the list after
   * its message is sent; an interruption sends the message twice, which is harmless because its record decides.
   * @param nextAt when more may be sent, in milliseconds since 1970
   * @param isPutOff whether one has to wait longer
   * @throws StorageUnavailable
   */
  async release(
    endpoint: Endpoint,
    { free, nextAt, isPutOff }: { free: number; nextAt: number; isPutOff: (waiting: WaitingConfirmation) => boolean },
  ): Promise<void> {
    const { waiting, queues, now } = this.#dependencies;
    const { id: endpointId, workspaceId: group } = endpoint;
    const all = await waiting.list(endpointId);
    const late = all.filter(({ endsAt }) => endsAt <= now());
    const inTime = inOrder(all.filter((waiting) => waiting.endsAt > now() && !isPutOff(waiting)));
    const released = [...late, ...inTime.slice(0, free)].slice(0, RELEASED_MAX);
    for (const [place, { deliveryId: id }] of released.entries()) {
      const serve = { target: endpointId, from: id, to: id };
      await queues.send(
        'mail',
        { channel: 'confirmation', endpointId, group, tries: 0, serve },
        now() + place * APART_MS,
      );
    }
    // Before they leave the list, so that a list with confirmations always has a message.
    if (all.length > released.length) await this.#schedule(endpoint, released.length === RELEASED_MAX ? now() : nextAt);
    if (released.length > 0) await waiting.remove(endpointId, released);
  }

  async #schedule({ id: endpointId, workspaceId: group }: Endpoint, at: number): Promise<void> {
    const { queues, now } = this.#dependencies;
    const dueAt = Math.ceil(Math.max(at, now()) / MINUTE_MS) * MINUTE_MS;
    if (this.#scheduled.get(endpointId) === dueAt && dueAt > now() + SOON_MS) return;
    const event: DeliveryEvent = { event: RELEASE, endpointId, about: endpointId, at: dueAt, isOfSpam: false, hops: 0 };
    await queues.send('mail', { channel: 'confirmation', endpointId, group, tries: 0, plan: [event] }, dueAt);
    this.#scheduled.set(endpointId, dueAt);
  }
}

/** By age; a confirmation that waited behind others of its network counts as `rank` days younger. */
export function inOrder<One extends WaitingConfirmation>(waiting: readonly One[]): One[] {
  const dueAt = ({ deliveryId, rank }: WaitingConfirmation) => submittedAt(deliveryId) + rank * CONFIRMATION_DAY_MS;
  return waiting.toSorted((a, b) => dueAt(a) - dueAt(b) || (a.deliveryId < b.deliveryId ? -1 : 1));
}
