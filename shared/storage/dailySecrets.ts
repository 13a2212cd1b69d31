import { randomBytes } from 'node:crypto';
import { ABSENT } from './expressions.ts';
import { ifConditionHolds } from './ifConditionHolds.ts';
import { dailySecretKey } from './itemKeys.ts';
import type { TableAccess } from './table.ts';

const SECRET_BYTES = 32;
const DAY_S = 86_400;

/** Secrets of days (UTC). They expire on the next day, so that nobody can test later what was hashed with them. */
export class DailySecrets {
  readonly #table: Pick<TableAccess, 'get' | 'put'>;
  #known = { day: '', secret: '' };

  constructor(table: Pick<TableAccess, 'get' | 'put'>) {
    this.#table = table;
  }

  /** The secret of a time's day, created by the first function that needs it; an instance reads it once a day. */
  async find(timeMs: number): Promise<string> {
    const day = new Date(timeMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    if (this.#known.day !== day) this.#known = { day, secret: (await this.#read(day)) ?? (await this.#make(day)) };
    return this.#known.secret;
  }

  async #read(day: string): Promise<string | undefined> {
    const item = await this.#table.get(dailySecretKey(day));
    return item && String(item.secret);
  }

  async #make(day: string): Promise<string> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const ttl = Date.parse(day) / 1_000 + 2 * DAY_S;
    // Otherwise another function created it, or this write succeeded before and its response was lost.
    await ifConditionHolds(this.#table.put({ ...dailySecretKey(day), secret, ttl }, ABSENT));
    const made = await this.#read(day);
    if (made === undefined) throw new Error('the secret of the day is not in the table');
    return made;
  }
}
