import { log } from '../../../runtime/log.ts';
import { closeDigest, digestClosedAt, openDigest } from '../../../storage/digestRecords.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import { LAST_PLACE, placeAtTime, submittedAt } from '../../../storage/itemKeys.ts';
import type { TableAccess } from '../../../storage/table.ts';
import type { DeliveryQueues } from '../../deliveryQueues.ts';
import type { Serve } from '../../messages.ts';
import { type Digest, digestAt, laterDigestAt } from './digestId.ts';
import { DIGEST_DUE } from './mailEvents.ts';
import { DIGEST_MARGIN_MS } from './mailTiming.ts';

export interface OverBudget {
  id: string;
  /** A time by which it was certainly stored, in milliseconds since 1970. */
  storedBefore: number;
}

export interface DigestsDependencies {
  table: Pick<TableAccess, 'get' | 'put' | 'update'>;
  queues: DeliveryQueues;
  now?: () => number;
}

/**
 * Digests: one mail about all submissions of an endpoint in a quarter of an hour, including those with their own mails.
 * No list of its contents is needed: it covers everything stored before it is closed.
 */
export class Digests {
  readonly #table: DigestsDependencies['table'];
  readonly #queues: DeliveryQueues;
  readonly #now: () => number;

  constructor({ table, queues, now = Date.now }: DigestsDependencies) {
    this.#table = table;
    this.#queues = queues;
    this.#now = now;
  }

  /**
   * Ensures that each of these submissions is covered by a digest. The digest's message is queued before its record is
   * written, so that every record has a message. A crash in between causes a second message, which finds everything
   * sent.
   * Those that are too late for the digest of their period, because their ids are older than they are, are covered by another
   * one: they never get mails of their own, which would have no bound.
   */
  async cover(endpoint: StoredEndpoint, submissions: OverBudget[]): Promise<void> {
    const late = await this.#coverBy(endpoint, submissions, ({ id }) => digestAt(endpoint.id, submittedAt(id)));
    await this.#coverBy(endpoint, late, ({ id, storedBefore }) =>
      laterDigestAt(endpoint.id, submittedAt(id), storedBefore),
    );
  }

  /** @returns those that were too late */
  async #coverBy(endpoint: StoredEndpoint, submissions: OverBudget[], digestOf: (submission: OverBudget) => Digest) {
    const digests = new Map(submissions.map(digestOf).map((digest) => [digest.id, digest]));
    const tooLate = await Promise.all(
      [...digests.values()].map(async (digest) => {
        const closedAt = await this.#planOnce(endpoint, digest);
        const theirs = submissions.filter((submission) => digestOf(submission).id === digest.id);
        return theirs.filter(({ storedBefore }) => storedBefore > closedAt - DIGEST_MARGIN_MS);
      }),
    );
    return tooLate.flat();
  }

  /**
   * Closes a digest before it is read, so that it covers every submission that was stored while it was open.
   * @returns whether it was open
   */
  close(digest: Digest): Promise<boolean> {
    return closeDigest(this.#table, digest, this.#now());
  }

  /** @returns when the digest was closed, in milliseconds since 1970; infinity while it is open */
  async #planOnce({ workspaceId }: StoredEndpoint, digest: Digest): Promise<number> {
    const closedAt = await digestClosedAt(this.#table, digest);
    if (closedAt !== undefined) return closedAt;
    const { id, endpointId, endMs, dueMs } = digest;
    log('warn', 'an endpoint is over its mail budget', { endpointId, digest: id });
    const event = { event: DIGEST_DUE, endpointId, about: id, at: endMs, isOfSpam: false, hops: 0 };
    const message = {
      channel: 'mail' as const,
      endpointId,
      group: workspaceId,
      tries: 0,
      plan: [event],
      serve: ownMailsIn(digest),
    };
    await this.#queues.send('mail', message, Math.max(this.#now(), dueMs));
    const isNew = await openDigest(this.#table, digest, this.#now());
    return (isNew ? undefined : await digestClosedAt(this.#table, digest)) ?? Number.POSITIVE_INFINITY;
  }
}

/**
 * The mails about single submissions in a digest's period. If a function died while sending one and the submission then
 * went to the digest, only this finds that mail again.
 */
const ownMailsIn = ({ endpointId, fromMs, endMs }: Digest): Serve => ({
  target: endpointId,
  from: `sub_${placeAtTime(fromMs)}`,
  to: `sub_${placeAtTime(endMs - 1)}${LAST_PLACE}`,
});
