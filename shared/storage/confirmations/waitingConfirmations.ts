import { createHash, randomBytes } from 'node:crypto';
import { inParallel } from '../../runtime/inParallel.ts';
import { hasValues, inPartition } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { readParts } from '../table/paging.ts';
import type { TableAccess } from '../table/table.ts';
import { waitingKey } from './confirmationKeys.ts';

/** Confirmations of one network that wait at an endpoint. */
export const WAITING_PER_NETWORK_MAX = 8;
/** Networks are distinguished by this many values, so few that many networks share one and it identifies no person. */
export const NETWORK_NAMES = 1_024;
const NAME_LENGTH = 2;
export const NETWORK_NAME = /^[0-9a-v]{2}$/;

export interface WaitingConfirmation {
  /** A name of the sender's network. */
  network: string;
  deliveryId: string;
  /** The number of confirmations of its network that waited before it. */
  rank: number;
}

export interface ListedConfirmation extends WaitingConfirmation {
  /** Different each time it is held back. */
  stamp: unknown;
  /** When it is too late to send it, in milliseconds since 1970. */
  endsAt: number;
}

const STAMP_BYTES = 6;
/** Time for which one stays on the list beyond its end: longer than any brake, so that a release finds it. */
const KEPT_S = 2 * 86_400;
const WRITES_AT_ONCE = 10;

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt16BE() % NETWORK_NAMES;

/** A short name of a network, which it shares with many others. */
export const networkName = (network: string): string => hashOf(network).toString(32).padStart(NAME_LENGTH, '0');

/** A number from 0 to 1 that stays the same for a text. */
export const shareOf = (text: string): number => hashOf(text) / NETWORK_NAMES;

/**
 * The confirmations that wait at an endpoint: at most `WAITING_PER_NETWORK_MAX` of each of `NETWORK_NAMES` networks, and
 * as many more as functions add at the same time. An item has about 100 bytes.
 */
export class WaitingConfirmations {
  readonly #table: Pick<TableAccess, 'put' | 'query' | 'delete'>;

  constructor(table: Pick<TableAccess, 'put' | 'query' | 'delete'>) {
    this.#table = table;
  }

  /** Repeatable. */
  async put(endpointId: string, { network, deliveryId, rank }: WaitingConfirmation, endsAtMs: number): Promise<void> {
    const key = waitingKey(endpointId, network, deliveryId);
    const stamp = randomBytes(STAMP_BYTES).toString('base64url');
    await this.#table.put({ ...key, rank, stamp, ttl: Math.ceil(endsAtMs / 1_000) + KEPT_S }, {});
  }

  async list(endpointId: string, network = ''): Promise<ListedConfirmation[]> {
    const query = inPartition(waitingKey(endpointId, '', '').PK, network && `${network}#`);
    const found: ListedConfirmation[] = [];
    for await (const { items } of readParts((continuation) => this.#table.query({ ...query, ...continuation })))
      for (const { SK, rank, stamp, ttl } of items)
        found.push({
          network: String(SK).slice(0, NAME_LENGTH),
          deliveryId: String(SK).slice(NAME_LENGTH + 1),
          rank: Number(rank) || 0,
          stamp,
          endsAt: (Number(ttl) - KEPT_S) * 1_000,
        });
    return found;
  }

  /** Removes those that were not held back again since they were listed. */
  async remove(endpointId: string, listed: readonly ListedConfirmation[]): Promise<void> {
    await inParallel(listed, WRITES_AT_ONCE, ({ network, deliveryId, stamp }) =>
      ifConditionHolds(this.#table.delete(waitingKey(endpointId, network, deliveryId), hasValues({ stamp }))),
    );
  }
}
