import { AccountReading } from './accountReading.ts';

/** An account's SES quotas in a region, from `GetAccount`. */
export interface SendQuota {
  MaxSendRate?: number | undefined;
}

/** SES's value for an unlimited quota. */
const UNLIMITED = -1;

/** Mails a second: the setting, or SES's quota if that is lower. */
export function mailsPerSecond(setting: number, { MaxSendRate }: SendQuota): number {
  if (MaxSendRate === undefined || MaxSendRate === UNLIMITED || MaxSendRate <= 0) return setting;
  return Math.min(setting, MaxSendRate);
}

/** The share of the configured rate that the account's quota allows, re-read periodically. */
export class AccountRate {
  readonly #share: AccountReading<number>;

  /**
   * @param setting mails a second of all instances together
   * @param read reads the quota
   */
  constructor(setting: number, read: () => Promise<SendQuota>, now?: () => number) {
    this.#share = new AccountReading(1, async () => mailsPerSecond(setting, await read()) / setting, now);
  }

  /**
   * The share, above 0 and at most 1. After a failure the previous one, initially 1: if the setting is too high, SES
   * rejects mails, which are retried.
   * @param onFailure is called with the failure
   */
  share(onFailure: (error: unknown) => void): Promise<number> {
    return this.#share.latest(onFailure);
  }
}
