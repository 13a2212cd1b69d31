import type { Delivery } from '../contract/schemas/deliveries.ts';
import { inPartition } from './expressions.ts';
import { digestKey, failedNotificationKey, notificationKey } from './itemKeys.ts';
import { joined, readParts } from './paging.ts';
import { FAILED_NOTIFICATIONS } from './partitions.ts';
import type { Item, TableAccess } from './table.ts';

const STATES: Record<string, Delivery['state']> = { claimed: 'sending', sent: 'sent', failed: 'failed' };

/** Reads what became of notifications, as `NotificationRecords` writes it. */
export class Deliveries {
  readonly #table: Pick<TableAccess, 'query'>;

  constructor(table: Pick<TableAccess, 'query'>) {
    this.#table = table;
  }

  /**
   * The deliveries about a submission, and for recipients without one those of the digest of its time, by address.
   * @param digestId the digest that a submission of its time would be in
   */
  async about(submissionId: string, digestId: string): Promise<Delivery[]> {
    const [own, digests] = await Promise.all([this.#recorded(submissionId), this.#recorded(digestId)]);
    const reached = new Set(own.map(({ recipient }) => recipient));
    const inDigest = digests
      .filter(({ recipient }) => !reached.has(recipient))
      .map((of) => ({ ...of, inDigest: true }));
    return [...own, ...inDigest].sort((a, b) => (a.recipient < b.recipient ? -1 : 1));
  }

  async #recorded(about: string): Promise<Delivery[]> {
    const failuresPrefix = failedNotificationKey(about, '').SK;
    const [records, failures] = await Promise.all([
      this.#all(inPartition(notificationKey(about, '').PK)),
      this.#all(inPartition(FAILED_NOTIFICATIONS, failuresPrefix)),
    ]);
    const failedAt = new Map(failures.map(({ SK, failedAt }) => [String(SK).slice(failuresPrefix.length), failedAt]));
    return records
      .filter(({ SK }) => SK !== digestKey(about).SK)
      .map((record) => deliveryOf(record, failedAt.get(String(record.SK))));
  }

  async #all(query: ReturnType<typeof inPartition>): Promise<Item[]> {
    return (await joined(readParts((continuation) => this.#table.query({ ...query, ...continuation })))).items;
  }
}

function deliveryOf({ SK, state, sentAt, reason }: Item, failedAt: unknown): Delivery {
  const known = STATES[String(state)] ?? 'sending';
  return {
    recipient: String(SK),
    state: known,
    inDigest: false,
    ...(typeof sentAt === 'string' && { sentAt }),
    ...(known === 'failed' && typeof failedAt === 'string' && { failedAt }),
    ...(known === 'failed' && typeof reason === 'string' && { reason }),
  };
}
