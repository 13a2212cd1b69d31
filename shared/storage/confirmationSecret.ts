import { randomBytes } from 'node:crypto';
import { confirmationSecretKey } from './confirmationKeys.ts';
import { ABSENT } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import type { TableAccess } from './table.ts';

const SECRET_BYTES = 32;

/** The secret with which mailboxes and tokens are hashed. It is never logged or exported, and never changes. */
export class ConfirmationSecret {
  readonly #table: Pick<TableAccess, 'get' | 'put'>;
  #found: string | undefined;

  constructor(table: Pick<TableAccess, 'get' | 'put'>) {
    this.#table = table;
  }

  /** The secret, cached once found; undefined if it was never created, so that no token exists. */
  async find(): Promise<string | undefined> {
    if (this.#found !== undefined) return this.#found;
    const item = await this.#table.get(confirmationSecretKey());
    this.#found = item && String(item.secret);
    return this.#found;
  }

  /** The secret, created on first use. */
  async findOrMake(): Promise<string> {
    const found = await this.find();
    if (found !== undefined) return found;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    // Otherwise another function created it, or this write succeeded before and its response was lost.
    await ifConditionHolds(this.#table.put({ ...confirmationSecretKey(), secret }, ABSENT));
    const made = await this.find();
    if (made === undefined) throw new Error('the secret of confirmations is not in the table');
    return made;
  }
}
