import { findOrMakeSecret, findSecret } from '../table/secrets.ts';
import type { TableAccess } from '../table/table.ts';
import { confirmationSecretKey } from './confirmationKeys.ts';

/** The secret with which mailboxes and tokens are hashed. It is never logged or exported, and never changes. */
export class ConfirmationSecret {
  readonly #table: Pick<TableAccess, 'get' | 'put'>;
  #found: string | undefined;

  constructor(table: Pick<TableAccess, 'get' | 'put'>) {
    this.#table = table;
  }

  /** The secret, cached once found; undefined if it was never created, so that no token exists. */
  async find(): Promise<string | undefined> {
    this.#found ??= await findSecret(this.#table, confirmationSecretKey());
    return this.#found;
  }

  async findOrMake(): Promise<string> {
    this.#found ??= await findOrMakeSecret(this.#table, confirmationSecretKey());
    return this.#found;
  }
}
