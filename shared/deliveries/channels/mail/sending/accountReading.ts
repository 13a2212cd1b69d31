/** Lifetime of a cached response. AWS raises a quota only a few times in an account's life. */
const HOLDS_MS = 15 * 60_000;
/** Wait after a failure: SES allows one such call a second for all instances together. */
const PAUSE_AFTER_FAILURE_MS = 60_000;

/** A value that follows from SES's state of the account, re-read periodically. */
export class AccountReading<T> {
  readonly #read: () => Promise<T>;
  readonly #now: () => number;
  #last: T;
  #readAgainAt = 0;

  /** @param initial the value before the first response */
  constructor(initial: T, read: () => Promise<T>, now: () => number = Date.now) {
    this.#last = initial;
    this.#read = read;
    this.#now = now;
  }

  /**
   * The value; after a failure the previous one.
   * @param onFailure is called with the failure
   */
  async latest(onFailure: (error: unknown) => void): Promise<T> {
    const now = this.#now();
    if (now < this.#readAgainAt) return this.#last;
    // Set before the response arrives, so that concurrent invocations send one request.
    this.#readAgainAt = now + PAUSE_AFTER_FAILURE_MS;
    try {
      this.#last = await this.#read();
      this.#readAgainAt = now + HOLDS_MS;
    } catch (error) {
      onFailure(error);
    }
    return this.#last;
  }
}
