import { dailySecretKey } from './itemKeys.ts';
import { findOrMakeSecret } from './secrets.ts';
import type { TableAccess } from './table.ts';

const DAY_S = 86_400;

/** Secrets of days (UTC). They expire on the next day, so that values hashed with them cannot be guessed later. */
export class DailySecrets {
  readonly #table: Pick<TableAccess, 'get' | 'put'>;
  #known = { day: '', secret: '' };

  constructor(table: Pick<TableAccess, 'get' | 'put'>) {
    this.#table = table;
  }

  /** The secret of a time's day; an instance reads it once a day. */
  async find(timeMs: number): Promise<string> {
    const day = new Date(timeMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    if (this.#known.day !== day) {
      const ttl = Date.parse(day) / 1_000 + 2 * DAY_S;
      this.#known = { day, secret: await findOrMakeSecret(this.#table, dailySecretKey(day), { ttl }) };
    }
    return this.#known.secret;
  }
}
