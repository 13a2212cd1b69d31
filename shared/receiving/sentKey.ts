import { setTimeout as sleep } from 'node:timers/promises';
import { tooManyRequests } from '../contract/headers.ts';
import { SENT_PER_MINUTE_MAX } from '../contract/limits.ts';
import { dateOf } from '../contract/time.ts';
import { perMinute, RateLimits, secondsToNextMinute } from '../storage/counters/rateLimits.ts';
import type { StoredEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import { keyKey } from '../storage/table/itemKeys.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { identityOf, secretOf } from '../storage/workspaces/keySecret.ts';
import { Keys, USE_NOTED_EVERY_MS, validKey } from '../storage/workspaces/keys.ts';
import type { StoredKey } from '../storage/workspaces/storedKey.ts';

/** The valid key in a header `Authorization`: one read if its checksum is right, otherwise none. */
export async function findSentKey(authorization: string, table: TableAccess): Promise<SentKey | undefined> {
  const secret = secretOf(authorization);
  if (secret === undefined) return undefined;
  const { id, hash } = identityOf(secret);
  const key = validKey(await table.get(keyKey(id)), hash);
  return key && new SentKey(key, table);
}

/** Recording its use delays a post at most by this. */
const NOTE_WAIT_MAX_MS = 200;

/** A key that was sent along with a form. */
export class SentKey {
  readonly #key: StoredKey;
  readonly #table: TableAccess;

  constructor(key: StoredKey, table: TableAccess) {
    this.#key = key;
    this.#table = table;
  }

  /** Its id and its name now. */
  get sender(): { keyId: string; name: string } {
    return { keyId: this.#key.id, name: this.#key.name };
  }

  /**
   * Whether it makes its sender known to an endpoint: it may write there, and its `allows` has submissions. One without
   * `allows` does not, because it may do more than a program needs that fills in forms.
   */
  makesKnownTo({ id, workspaceId }: Pick<StoredEndpoint, 'id' | 'workspaceId'>): boolean {
    const { narrowing, permission } = this.#key;
    return (
      this.#key.workspaceId === workspaceId &&
      permission === 'write' &&
      narrowing?.allows?.includes('submissions') === true &&
      (narrowing.endpointIds?.includes(id) ?? true)
    );
  }

  /**
   * Counts a submission, and records that the key is used.
   * @throws ApiError TOO_MANY_REQUESTS beyond its limit
   */
  async count(): Promise<void> {
    const now = Date.now();
    const [isWithin] = await Promise.all([
      new RateLimits(this.#table).count(perMinute(this.#key.id, 'sent', SENT_PER_MINUTE_MAX, now)),
      this.#noteUse(now),
    ]);
    if (isWithin) return;
    const seconds = secondsToNextMinute(now);
    const text = `This key has sent ${SENT_PER_MINUTE_MAX} submissions in this minute: try again in ${seconds} seconds.`;
    throw tooManyRequests(text, seconds);
  }

  async #noteUse(now: number): Promise<void> {
    const { id, lastAccess } = this.#key;
    if (lastAccess !== undefined && now - dateOf(lastAccess).getTime() < USE_NOTED_EVERY_MS) return;
    const noted = new Keys(this.#table).noteAccess(id, new Date(now)).catch(() => undefined);
    await Promise.race([noted, sleep(NOTE_WAIT_MAX_MS, undefined, { ref: false })]);
  }
}
