import { createHash } from 'node:crypto';
import { waitingKey } from './confirmationKeys.ts';
import { inPartition } from './expressions.ts';
import { readParts } from './paging.ts';
import type { TableAccess } from './table.ts';

/** Confirmations of one network that wait at an endpoint. */
export const WAITING_PER_NETWORK_MAX = 8;
/** Networks are told apart by this many values, so that one stands for many and identifies nobody. */
export const NETWORK_NAMES = 1_024;
const NAME_LENGTH = 2;

/** A confirmation that waits until it may be sent. */
export interface WaitingConfirmation {
  /** A name of the sender's network. */
  network: string;
  deliveryId: string;
  /** How many of its network waited before it. */
  rank: number;
}

/** A short name of a network, which it shares with many others. */
export const networkName = (network: string): string =>
  (createHash('sha256').update(network).digest().readUInt16BE() % NETWORK_NAMES)
    .toString(32)
    .padStart(NAME_LENGTH, '0');

/**
 * The confirmations that wait at an endpoint: at most `WAITING_PER_NETWORK_MAX` of each of `NETWORK_NAMES` networks, and
 * as many more as functions add at the same time. An item has about 100 bytes.
 */
export class WaitingConfirmations {
  readonly #table: Pick<TableAccess, 'put' | 'query' | 'deleteAll'>;

  constructor(table: Pick<TableAccess, 'put' | 'query' | 'deleteAll'>) {
    this.#table = table;
  }

  /** Repeatable. */
  async put(endpointId: string, { network, deliveryId, rank }: WaitingConfirmation, endsAtMs: number): Promise<void> {
    const key = waitingKey(endpointId, network, deliveryId);
    await this.#table.put({ ...key, rank, ttl: Math.ceil(endsAtMs / 1_000) }, {});
  }

  /** Those of one network, or all. */
  async list(endpointId: string, network = ''): Promise<WaitingConfirmation[]> {
    const query = inPartition(waitingKey(endpointId, '', '').PK, network && `${network}#`);
    const found: WaitingConfirmation[] = [];
    for await (const { items } of readParts((continuation) => this.#table.query({ ...query, ...continuation })))
      for (const { SK, rank } of items)
        found.push({
          network: String(SK).slice(0, NAME_LENGTH),
          deliveryId: String(SK).slice(NAME_LENGTH + 1),
          rank: Number(rank) || 0,
        });
    return found;
  }

  /** @param waiting at most 25 */
  async remove(endpointId: string, waiting: readonly WaitingConfirmation[]): Promise<void> {
    await this.#table.deleteAll(waiting.map(({ network, deliveryId }) => waitingKey(endpointId, network, deliveryId)));
  }
}
