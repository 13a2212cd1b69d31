import { ABSENT } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { claimedUploadKey } from '../table/itemKeys.ts';
import { ConditionFailed, type Item, type TableAccess, type TransactionWrite } from '../table/table.ts';
import type { WrittenFrom } from '../table/written.ts';
import { SETTLED_AFTER_MS } from './requestRecords.ts';

/** Longer than any upload exists: the bucket's lifecycle rules remove it within six days. */
const KEPT_S = 7 * 86_400;

/** Duration of an upload's reservation for a request that copies it. If the function dies, the upload is blocked for it. */
export const RESERVED_MS = SETTLED_AFTER_MS;

export const CLAIM_ATTRIBUTES = ['endpointId', 'submissionId', 'nameHash', 'reservedUntil', 'ttl'] as const;

export interface UploadClaim {
  endpointId: string;
  submissionId: string;
  /** The same for all repetitions of the request, whose submissions can have the upload one after the other. */
  nameHash?: string | undefined;
  uploadIds: readonly string[];
}

/** An upload belongs to another submission, which is stored or about to be. */
export class UploadTaken extends Error {
  override name = 'UploadTaken';
}

/**
 * Tracks which submission each upload belongs to. An upload is reserved before it is copied, and claimed permanently in
 * the transaction that stores the submission. Otherwise the reservation expires.
 */
export class UploadClaims {
  readonly #table: Pick<TableAccess, 'getAll' | 'transact'>;

  constructor(table: Pick<TableAccess, 'getAll' | 'transact'>) {
    this.#table = table;
  }

  /** True if any of the uploads is claimed or reserved: a read unit each. */
  async hasTaken(uploadIds: readonly string[]): Promise<boolean> {
    const claims = await this.#table.getAll(uploadIds.map(claimedUploadKey));
    return claims.some((each) => isInForce(each, Date.now()));
  }

  /**
   * Reserves all uploads or none: two write units each.
   * @returns the writes with which the submission's transaction claims them, at two more units each
   * @throws ConditionFailed while a repetition of the request copies them, or when one has stored the same submission;
   *   UploadTaken when another submission has one of them
   */
  async reserve(claim: UploadClaim): Promise<TransactionWrite[]> {
    const now = Date.now();
    const { submissionId, nameHash = submissionId, uploadIds } = claim;
    const items = itemsOf(claim, now);
    const reservation = this.#table.transact(
      items.map((item) => ({
        Put: {
          Item: { ...item, ...reservedUntil(now + RESERVED_MS) },
          ConditionExpression: `${ABSENT.ConditionExpression} OR reservedUntil < :now OR (nameHash = :nameHash AND submissionId <> :submissionId AND attribute_not_exists(reservedUntil))`,
          ExpressionAttributeValues: { ':now': now, ':nameHash': nameHash, ':submissionId': submissionId },
        },
      })),
    );
    if (!(await ifConditionHolds(reservation))) {
      const claims = await this.#table.getAll(uploadIds.map(claimedUploadKey));
      const isTaken = claims.some((each) => each.nameHash !== nameHash && isInForce(each, now));
      throw isTaken ? new UploadTaken() : new ConditionFailed(0, undefined);
    }
    const isOurs = {
      ConditionExpression: 'submissionId = :submissionId',
      ExpressionAttributeValues: { ':submissionId': submissionId },
    };
    return items.map((Item) => ({ Put: { Item, ...isOurs } }));
  }

  /**
   * Releases the reservations of a submission that could not be stored, so that its sender can retry at once.
   * @throws ConditionFailed when it was stored after all, or its reservations expired
   */
  async release(claim: UploadClaim): Promise<void> {
    await this.#table.transact(
      itemsOf(claim, Date.now()).map((item) => ({
        Put: {
          Item: { ...item, ...reservedUntil(0) },
          ConditionExpression: 'submissionId = :submissionId AND attribute_exists(reservedUntil)',
          ExpressionAttributeValues: { ':submissionId': claim.submissionId },
        },
      })),
    );
  }
}

const isInForce = ({ reservedUntil }: Item, nowMs: number): boolean =>
  reservedUntil === undefined || Number(reservedUntil) >= nowMs;

const reservedUntil = (time: number) => ({ reservedUntil: time }) satisfies WrittenFrom<typeof CLAIM_ATTRIBUTES>;

const itemsOf = ({ endpointId, submissionId, nameHash, uploadIds }: UploadClaim, nowMs: number): Item[] => {
  const ttl = Math.floor(nowMs / 1_000) + KEPT_S;
  const claim = { endpointId, submissionId, nameHash, ttl } satisfies WrittenFrom<typeof CLAIM_ATTRIBUTES>;
  return uploadIds.map((id) => ({ ...claimedUploadKey(id), ...claim }));
};
