import { randomBytes } from 'node:crypto';
import { confirmationSecretKey } from './confirmationKeys.ts';
import { ABSENT } from './expressions.ts';
import { ConditionFailed, type TableAccess } from './table.ts';

const SECRET_BYTES = 32;

/** The secret that mailboxes and tokens are hashed with. It is never logged or exported, and never changes. */
export class ConfirmationSecret {
  readonly #table: Pick<TableAccess, 'get' | 'put'>;
  #found: string | undefined;

  constructor(table: Pick<TableAccess, 'get' | 'put'>) {
    this.#table = table;
  }

  /** The secret if there is one: without one, no token was ever issued. It is kept once it was found. */
  async find(): Promise<string | undefined> {
    if (this.#found !== undefined) return this.#found;
    const item = await this.#table.get(confirmationSecretKey());
    this.#found = item && String(item.secret);
    return this.#found;
  }

  /** The secret, made if there is none yet. */
  async findOrMake(): Promise<string> {
    const found = await this.find();
    if (found !== undefined) return found;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    try {
      await this.#table.put({ ...confirmationSecretKey(), secret }, ABSENT);
    } catch (error) {
      // Another function made it, or this write succeeded before and its response was lost.
      if (!(error instanceof ConditionFailed)) throw error;
    }
    const made = await this.find();
    if (made === undefined) throw new Error('the secret of confirmations is not in the table');
    return made;
  }
}
