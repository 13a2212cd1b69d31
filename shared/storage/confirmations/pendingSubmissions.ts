import type { ApiError } from '../../contract/errors.ts';
import { tooManyRequests } from '../../contract/headers.ts';
import { isId } from '../../contract/ids.ts';
import { CONFIRMATION_RESEND_MINUTES } from '../../contract/limits.ts';
import { dateOf, formatTime } from '../../contract/time.ts';
import { type Keeping, keptFromMs } from '../endpoints/keeping.ts';
import { recordDeletion } from '../submissions/requestRecords.ts';
import { parseSubmission, type StoredSubmission } from '../submissions/storedSubmission.ts';
import { submissionNotFound } from '../submissions/submissions.ts';
import { ABSENT, between, hasValues, PRESENT, updateIf } from '../table/expressions.ts';
import { ifConditionHolds, unlessConditionFails } from '../table/ifConditionHolds.ts';
import {
  pendingEndsAt,
  pendingKey,
  pendingSortKeys,
  submissionIdOf,
  submissionKey,
  submissionKeyOfPending,
  submittedAt,
} from '../table/itemKeys.ts';
import { readParts } from '../table/paging.ts';
import type { ItemKey } from '../table/partitions.ts';
import { readEach } from '../table/stored.ts';
import { ConditionFailed, type Item, type TableAccess } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { confirmationOf } from './confirmationLog.ts';

type PendingTable = Pick<TableAccess, 'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'>;

/** Attributes that a submission gains when it is confirmed. */
export const CONFIRMED_ATTRIBUTES = ['confirmedAt', 'resends'] as const;
export const CONFIRMED_AT = 'confirmedAt' satisfies (typeof CONFIRMED_ATTRIBUTES)[number];

/** Attempts at confirming a submission that is changed concurrently, by a file's scan or a resent mail. */
const RACES_MAX = 5;
const RESEND_WAIT_MS = CONFIRMATION_RESEND_MINUTES * 60_000;

/** Parses a pending submission's item with the key that it gets once confirmed. */
export const parsePending = ({ PK, SK, ...item }: Item): StoredSubmission =>
  parseSubmission({ ...item, ...submissionKeyOfPending({ PK: String(PK), SK: String(SK) }) });

/** Submissions that their senders have to confirm. No list, search, index or statistics has them. */
export class PendingSubmissions {
  readonly #table: PendingTable;
  readonly #now: () => number;

  constructor(table: PendingTable, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  async find(endpointId: string, id: string): Promise<StoredSubmission | undefined> {
    const item = await this.#read(endpointId, id);
    return item && parsePending(item);
  }

  /** Newest first: one query of at most 1 MB. @param after the id after which to continue */
  async list(
    endpointId: string,
    { limit, after }: { limit: number; after?: string | undefined },
    keeping: Keeping = {},
  ): Promise<{ submissions: StoredSubmission[]; unreadable: string[]; next: string | undefined }> {
    const nowMs = this.#now();
    const keys = pendingSortKeys(nowMs, keptFromMs(keeping, nowMs));
    const start = after === undefined ? undefined : pendingKey(endpointId, after);
    // DynamoDB rejects a start outside the range: of one that has expired since it was listed, or of a forged cursor.
    if (start && (start.SK < keys[0] || start.SK > keys[1]))
      return { submissions: [], unreadable: [], next: undefined };
    const query = { ...between(pendingKey(endpointId, '').PK, keys), ScanIndexForward: false };
    const bounds = { itemsMax: limit, after: start };
    const parts = readParts((continuation) => this.#table.query({ ...query, ...continuation }), bounds);
    const { value: part } = await parts.next();
    const { items = [], next } = part ?? {};
    const { read, unreadable } = readEach(items, parsePending);
    const idOf = (key: ItemKey) => submissionIdOf(submissionKeyOfPending(key));
    return { submissions: read, unreadable: unreadable.map(idOf), next: next && idOf(next as ItemKey) };
  }

  /**
   * Confirms a submission: moves it to its final key, which the stream reports as its creation. Repeatable.
   * @throws ApiError NOT_FOUND unless it is pending or was confirmed
   */
  async confirm(endpointId: string, id: string): Promise<void> {
    for (let attempt = 1; attempt <= RACES_MAX; attempt++) {
      const item = await this.#read(endpointId, id);
      if (!item) return this.#requireConfirmed(endpointId, id);
      const { PK: _PK, SK: _SK, ttl, resentAt: _at, network: _network, inputHash: _hash, ...rest } = item;
      const now = { confirmedAt: formatTime(new Date(this.#now())) } satisfies WrittenFrom<typeof CONFIRMED_ATTRIBUTES>;
      const confirmed = { ...rest, ...submissionKey(endpointId, id), ...now };
      try {
        return await this.#table.transact([
          { Delete: { Key: pendingKey(endpointId, id), ...hasValues({ ttl, files: rest.files }) } },
          { Put: { Item: confirmed, ...ABSENT } },
        ]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        // A repetition that was stored late, after the submission itself.
        if (error.indexes.includes(1)) return this.#table.delete(pendingKey(endpointId, id));
      }
    }
    throw new Error(`the pending submission ${id} kept changing`);
  }

  async #requireConfirmed(endpointId: string, id: string): Promise<void> {
    if (!isId('endpoint', endpointId) || !isId('submission', id)) throw submissionNotFound();
    const item = await this.#table.get(submissionKey(endpointId, id), ['confirmedAt' satisfies typeof CONFIRMED_AT]);
    if (item?.confirmedAt === undefined) throw submissionNotFound();
  }

  /** @throws ApiError NOT_FOUND when it is not pending */
  async delete(endpointId: string, id: string): Promise<void> {
    if (isId('submission', id)) await recordDeletion(this.#table, endpointId, id);
    const write = this.#table.delete(pendingKey(endpointId, id), PRESENT);
    await unlessConditionFails(write, submissionNotFound);
  }

  /**
   * Requests that the mail be sent again; the stream's reader sends it.
   * @param check throws what keeps the mail from being sent
   * @throws ApiError NOT_FOUND when it is not pending, TOO_MANY_REQUESTS until an hour after the previous mail was sent
   */
  async resend(endpointId: string, id: string, check: (submission: StoredSubmission) => Promise<void>): Promise<void> {
    const item = await this.#read(endpointId, id);
    if (!item) throw submissionNotFound();
    const { ttl, resentAt = submittedAt(id), resends } = item;
    const mail = await confirmationOf(this.#table, endpointId, { id, resends: Number(resends ?? 0) });
    // A second mail would be skipped, since this one is on its way to the address.
    if (mail?.state === 'sending') throw stillWaiting();
    const [lastMs, how] = mail?.sentAt ? [dateOf(mail.sentAt).getTime(), 'sent'] : [Number(resentAt), 'requested'];
    const seconds = Math.ceil((lastMs + RESEND_WAIT_MS - this.#now()) / 1_000);
    const last = `${how} at ${formatTime(new Date(lastMs))} UTC`;
    if (seconds > 0) throw tooManyRequests(`The last mail was ${last}: try again in ${seconds} s.`, seconds);
    await check(parsePending(item));
    const asked = { resentAt: this.#now(), resends: Number(resends ?? 0) + 1 };
    const update = updateIf(pendingKey(endpointId, id), { ttl, resends }, asked);
    if (await ifConditionHolds(this.#table.update(update))) return;
    throw (await this.#read(endpointId, id)) ? stillWaiting() : submissionNotFound();
  }

  async #read(endpointId: string, id: string): Promise<Item | undefined> {
    if (!isId('endpoint', endpointId) || !isId('submission', id) || pendingEndsAt(id) <= this.#now()) return undefined;
    return this.#table.get(pendingKey(endpointId, id));
  }
}

const stillWaiting = (): ApiError => tooManyRequests('The mail still waits to be sent.', RESEND_WAIT_MS / 1_000);
