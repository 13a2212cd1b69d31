/** What Amazon SES allows an account to send in a region, as its `GetAccount` says. */
export interface SendQuota {
  MaxSendRate?: number | undefined;
}

/** SES's word for a quota without a limit. */
const UNLIMITED = -1;

/** How long an answer holds. A quota is raised by AWS a few times in an account's life. */
const HOLDS_MS = 15 * 60_000;
/** How long to go on as before after a failure: SES takes one such call a second, of all instances together. */
const PAUSE_AFTER_FAILURE_MS = 60_000;

/** Mails a second: what the setting says, or what SES allows if that is less. */
export function mailsPerSecond(setting: number, { MaxSendRate }: SendQuota): number {
  if (MaxSendRate === undefined || MaxSendRate === UNLIMITED || MaxSendRate <= 0) return setting;
  return Math.min(setting, MaxSendRate);
}

/** The share of the configured rate that the account's quota allows, re-read from time to time. */
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
   * The part, above 0 and at most 1. After a failure it is what it was before, at first 1: a setting that is too high costs
   * refusals by SES, and each of those mails is tried again.
   * @param onFailure hears of a failure
   */
  async share(onFailure: (error: unknown) => void): Promise<number> {
    const now = this.#now();
    if (now < this.#readAgainAt) return this.#share;
    // Before the answer, so that invocations side by side ask once.
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
