import { ABSENT } from './expressions.ts';
import { claimedUploadKey } from './itemKeys.ts';
import type { Item, TableAccess, TransactionWrite } from './table.ts';

/** Longer than any upload exists: the bucket's lifecycle rules remove it within six days. */
const KEPT_S = 7 * 86_400;

/**
 * How long an upload is reserved for a submission that copies it. Longer than the function's time limit (10 s), so that
 * no two copy an upload at once; short, because a reservation blocks the upload if its function dies.
 */
export const RESERVED_MS = 15_000;

export interface UploadClaim {
  endpointId: string;
  submissionId: string;
  uploadIds: readonly string[];
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

  /** Whether any of the uploads is claimed or reserved: a read unit each. */
  async hasTaken(uploadIds: readonly string[]): Promise<boolean> {
    const claims = await this.#table.getAll(uploadIds.map(claimedUploadKey));
    const now = Date.now();
    return claims.some(({ reservedUntil }) => reservedUntil === undefined || Number(reservedUntil) >= now);
  }

  /**
   * Reserves all uploads or none: two write units each.
   * @returns the writes with which the submission's transaction claims them, at two more units each
   * @throws ConditionFailed when another submission has one of them
   */
  async reserve(claim: UploadClaim): Promise<TransactionWrite[]> {
    const now = Date.now();
    const { submissionId } = claim;
    const items = itemsOf(claim, now);
    await this.#table.transact(
      items.map((item) => ({
        Put: {
          Item: { ...item, reservedUntil: now + RESERVED_MS },
          // Repeated requests for a submission may copy its uploads at the same time: one of them stores it.
          ConditionExpression: `${ABSENT.ConditionExpression} OR reservedUntil < :now OR (submissionId = :submissionId AND attribute_exists(reservedUntil))`,
          ExpressionAttributeValues: { ':now': now, ':submissionId': submissionId },
        },
      })),
    );
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
          Item: { ...item, reservedUntil: 0 },
          ConditionExpression: 'submissionId = :submissionId AND attribute_exists(reservedUntil)',
          ExpressionAttributeValues: { ':submissionId': claim.submissionId },
        },
      })),
    );
  }
}

const itemsOf = ({ endpointId, submissionId, uploadIds }: UploadClaim, nowMs: number): Item[] => {
  const ttl = Math.floor(nowMs / 1_000) + KEPT_S;
  return uploadIds.map((id) => ({ ...claimedUploadKey(id), endpointId, submissionId, ttl }));
};
