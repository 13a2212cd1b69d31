/**
 * Kinds of reasons for which the service classifies a submission as spam: the part before the colon in `spamReason`.
 */
export const SPAM_REASONS = ['honeypot', 'captcha_failed', 'captcha_unavailable', 'term', 'learned', 'other'] as const;
export type SpamReasonKind = (typeof SPAM_REASONS)[number];

/** The kind of a reason: `term` for `term:casino`. */
export function kindOfReason(spamReason: string): SpamReasonKind {
  const [kind = ''] = spamReason.split(':', 1);
  return SPAM_REASONS.find((known) => known === kind) ?? 'other';
}
