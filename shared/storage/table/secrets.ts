import { randomBytes } from 'node:crypto';
import { ABSENT } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import type { ItemKey } from './partitions.ts';
import type { TableAccess } from './table.ts';
import type { WrittenFrom } from './written.ts';

export const SECRET_ATTRIBUTES = ['secret', 'ttl'] as const;

const SECRET_BYTES = 32;

/**
 * The service's own secrets, for confirmations and for a day, are created here. Others differ: a webhook's are stored with
 * the two before them, a captcha's is set by its owner, and of a key's only the hash is stored.
 */
export async function findSecret(table: Pick<TableAccess, 'get'>, key: ItemKey): Promise<string | undefined> {
  const item = await table.get(key);
  return item && String(item.secret);
}

/** The secret with this key, created by the first function that needs it. @param more its further attributes */
export async function findOrMakeSecret(
  table: Pick<TableAccess, 'get' | 'put'>,
  key: ItemKey,
  more: { ttl?: number } = {},
) {
  const found = await findSecret(table, key);
  if (found !== undefined) return found;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  // Otherwise another function created it, or this write succeeded before and its response was lost.
  await ifConditionHolds(
    table.put({ ...key, ...({ secret, ...more } satisfies WrittenFrom<typeof SECRET_ATTRIBUTES>) }, ABSENT),
  );
  const made = await findSecret(table, key);
  if (made === undefined) throw new Error(`the secret ${key.SK} is not in the table`);
  return made;
}
