/**
 * Why SES rejected a mail, if its message says so:
 * - `sandbox`: the account is in SES's sandbox in this region, and the recipient is not verified there.
 * - `sender`: the sender is not verified in this region.
 * - `dailyQuota`, `sendRate`: more than the account may send in 24 hours, or in a second.
 */
export interface Refusal {
  kind: 'sandbox' | 'sender' | 'dailyQuota' | 'sendRate';
  /** For an identity that is not verified. */
  region?: string;
}

/** SES's message about unverified identities; about recipients only in the sandbox. */
const NOT_VERIFIED =
  /Email address is not verified\. The following identities failed the check in region ([A-Z0-9-]{1,30}): (.+)/s;

/** @returns undefined for other errors */
export function refusalOf(error: unknown, recipient: string): Refusal | undefined {
  const { message = '' } = Object(error) as Partial<Error>;
  const [, region, identities = ''] = NOT_VERIFIED.exec(message) ?? [];
  if (region !== undefined) {
    const failed = identities.split(/,\s*/).map((identity) => identity.trim().toLowerCase());
    return { kind: failed.includes(recipient.toLowerCase()) ? 'sandbox' : 'sender', region: region.toLowerCase() };
  }
  if (/Daily message quota exceeded/i.test(message)) return { kind: 'dailyQuota' };
  return /Maximum sending rate exceeded/i.test(message) ? { kind: 'sendRate' } : undefined;
}

const EXPLANATIONS: Record<Refusal['kind'], (region: string) => string> = {
  sandbox: (region) =>
    `Amazon SES is in its sandbox in ${region}, where it sends to verified addresses only, and this one is not verified`,
  sender: (region) => `the sender is not verified in Amazon SES in ${region}`,
  dailyQuota: () => 'the account has reached its Amazon SES quota for 24 hours',
  sendRate: () => 'the account has exceeded its Amazon SES sending rate',
};

/** A rejection as shown to the operator: explained if known, otherwise in SES's own words. */
export function refusalReason(error: unknown, recipient: string): string {
  const { name = 'Error', message = String(error) } = Object(error) as Partial<Error>;
  const refusal = refusalOf(error, recipient);
  return `${name}: ${refusal ? EXPLANATIONS[refusal.kind](refusal.region ?? '') : message}`;
}
