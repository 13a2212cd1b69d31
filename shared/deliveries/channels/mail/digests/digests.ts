import { log } from '../../../../runtime/log.ts';
import { closeDigest, findDigest, listLate, openDigest } from '../../../../storage/deliveries/digestRecords.ts';
import type { StoredEndpoint } from '../../../../storage/endpoints/storedEndpoint.ts';
import { LAST_PLACE, placeAtTime, submittedAt } from '../../../../storage/table/itemKeys.ts';
import type { TableAccess } from '../../../../storage/table/table.ts';
import type { DeliveryQueues } from '../../../deliveryQueues.ts';
import { arrivalOf } from '../../../events.ts';
import type { Serve } from '../../../messages.ts';
import { DIGEST_DUE } from '../mailEvents.ts';
import { DIGEST_MARGIN_MS, DIGEST_PERIOD_MS } from '../mailTiming.ts';
import { type Digest, digestAt } from './digestId.ts';

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
 * Digests: one mail about all submissions of an endpoint in a quarter of an hour, including those with their own mails. It
 * covers everything stored before it is closed, and lists those that were confirmed or released in its time.
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
   * Those that arrived long after their ids, or too late for the digest of their period, are in the digest of the period in
   * which they arrived: so each address gets at most one for each period.
   */
  async cover(endpoint: StoredEndpoint, submissions: OverBudget[]): Promise<void> {
    const isLate = ({ id, storedBefore }: OverBudget) => arrivalOf({ at: submittedAt(id), storedBefore }) !== undefined;
    const periodOf = ({ id }: OverBudget) => digestAt(endpoint.id, submittedAt(id));
    const inTime = byDigest(
      submissions.filter((submission) => !isLate(submission)),
      periodOf,
    );
    const tooLate = await Promise.all(
      inTime.map(async ([digest, theirs]) => {
        const closedAt = await this.#planOnce(endpoint, digest);
        return theirs.filter(({ storedBefore }) => storedBefore > closedAt - DIGEST_MARGIN_MS);
      }),
    );
    const late = byDigest([...submissions.filter(isLate), ...tooLate.flat()], ({ storedBefore }) =>
      digestAt(endpoint.id, storedBefore),
    );
    await Promise.all(late.map(([digest, theirs]) => this.#list(endpoint, digest, theirs)));
  }

  /** Lists late submissions in this digest; if it was closed, in the one of now, or, as clocks differ, the one after. */
  async #list(endpoint: StoredEndpoint, digest: Digest, submissions: OverBudget[]): Promise<void> {
    let ids = submissions.map(({ id }) => id);
    const later = [0, DIGEST_PERIOD_MS].map((ms) => digestAt(endpoint.id, this.#now() + ms));
    for (const each of [digest, ...later]) {
      await this.#planOnce(endpoint, each);
      ids = await listLate(this.#table, each, ids);
      if (ids.length === 0) return;
    }
    throw new Error('the digest of the next quarter of an hour is closed');
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
    const known = await findDigest(this.#table, digest);
    if (known) return known.closedAt;
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
    return (isNew ? undefined : await findDigest(this.#table, digest))?.closedAt ?? Number.POSITIVE_INFINITY;
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

/** Groups submissions by digest. */
function byDigest(submissions: OverBudget[], digestOf: (submission: OverBudget) => Digest): [Digest, OverBudget[]][] {
  const groups = new Map<string, [Digest, OverBudget[]]>();
  for (const submission of submissions) {
    const digest = digestOf(submission);
    const [, theirs] = groups.get(digest.id) ?? [];
    groups.set(digest.id, [digest, [...(theirs ?? []), submission]]);
  }
  return [...groups.values()];
}
