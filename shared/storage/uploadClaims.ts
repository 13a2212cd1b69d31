import { ABSENT } from './expressions.ts';
import { claimedUploadKey } from './itemKeys.ts';
import { ConditionFailed, type Item, type TableAccess, type TransactionWrite } from './table.ts';

/** Longer than any upload is there: the bucket's rule removes it within three days. */
const KEPT_S = 7 * 86_400;

/** Another submission has one of the uploads. */
export class UploadClaimed extends Error {
  constructor(cause: unknown) {
    super('an upload belongs to another submission', { cause });
    this.name = 'UploadClaimed';
  }
}

/**
 * Stores a submission's item and says of each upload that it belongs to it: all or nothing, in one transaction.
 * @throws UploadClaimed
 */
export async function claimUploads(
  table: Pick<TableAccess, 'transact'>,
  item: Item,
  endpointId: string,
  uploadIds: readonly string[],
): Promise<void> {
  const ttl = Math.floor(Date.now() / 1_000) + KEPT_S;
  const claims = uploadIds.map(
    (id): TransactionWrite => ({ Put: { Item: { ...claimedUploadKey(id), endpointId, ttl }, ...ABSENT } }),
  );
  try {
    await table.transact([{ Put: { Item: item, ...ABSENT } }, ...claims]);
  } catch (error) {
    throw error instanceof ConditionFailed ? new UploadClaimed(error) : error;
  }
}
