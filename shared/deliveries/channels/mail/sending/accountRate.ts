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

/**
 * The share of the configured rate that the account's quota allows, above 0 and at most 1. It is 1 before the first
 * response: if the setting is too high, SES rejects mails, which are retried.
 * @param setting mails a second of all instances together
 */
export const accountShare = (setting: number, readQuota: () => Promise<SendQuota>, now?: () => number) =>
  new AccountReading(1, async () => mailsPerSecond(setting, await readQuota()) / setting, now);
