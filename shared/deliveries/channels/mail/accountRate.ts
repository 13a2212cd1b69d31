/** An account's SES quotas in a region, from `GetAccount`. */
export interface SendQuota {
  MaxSendRate?: number | undefined;
}

/** SES's value for an unlimited quota. */
const UNLIMITED = -1;

/** How long a response is reused. AWS raises a quota only a few times in an account's life. */
const HOLDS_MS = 15 * 60_000;
/** Wait after a failure: SES allows one such call a second for all instances together. */
const PAUSE_AFTER_FAILURE_MS = 60_000;

/** Mails a second: the setting, or SES's quota if that is lower. */
export function mailsPerSecond(setting: number, { MaxSendRate }: SendQuota): number {
  if (MaxSendRate === undefined || MaxSendRate === UNLIMITED || MaxSendRate <= 0) return setting;
  return Math.min(setting, MaxSendRate);
}

/** The share of the configured rate that the account's quota allows, re-read periodically. */
export class AccountRate {
  readonly #setting: number;
  readonly #read: () => Promise<SendQuota>;
  readonly #now: () => number;
  #share = 1;
  #readAgainAt = 0;

  /**
   * @param setting mails a second of all instances together
   * @param read reads the quota
   */
  constructor(setting: number, read: () => Promise<SendQuota>, now: () => number = Date.now) {
    this.#setting = setting;
    this.#read = read;
    this.#now = now;
  }

  /**
   * The share, above 0 and at most 1. After a failure the previous one, initially 1: if the setting is too high, SES
   * rejects mails, which are retried.
   * @param onFailure is called with the failure
   */
  async share(onFailure: (error: unknown) => void): Promise<number> {
    const now = this.#now();
    if (now < this.#readAgainAt) return this.#share;
    // Set before the response arrives, so that concurrent invocations send one request.
    this.#readAgainAt = now + PAUSE_AFTER_FAILURE_MS;
    try {
      this.#share = mailsPerSecond(this.#setting, await this.#read()) / this.#setting;
      this.#readAgainAt = now + HOLDS_MS;
    } catch (error) {
      onFailure(error);
    }
    return this.#share;
  }
}
