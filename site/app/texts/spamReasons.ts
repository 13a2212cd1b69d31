/** Reasons of the API: a kind, and details after a colon. */
const REASONS: Record<string, { short: string; long: (detail: string) => string }> = {
  honeypot: { short: 'hidden field', long: () => 'the hidden field, which people do not see, was filled in' },
  captcha_failed: { short: 'captcha', long: () => 'the captcha’s response was wrong or already used' },
  captcha_unavailable: {
    short: 'captcha not checked',
    long: () => 'the captcha’s provider was unreachable or rejected the secret',
  },
  term: { short: 'blocked term', long: (term) => `it contains the blocked term “${term}”` },
  learned: { short: 'learned', long: (words) => `it resembles submissions that you marked as spam (${words})` },
};

function partsOf(reason: string) {
  const [kind = '', ...rest] = reason.split(':');
  const words = Object.hasOwn(REASONS, kind) ? REASONS[kind] : undefined;
  return { words, detail: rest.join(':').trim() };
}

/** A reason as a label; an unknown one as it is. */
export const reasonName = (reason: string): string => partsOf(reason).words?.short ?? reason;

/** A reason as the end of a sentence. */
export function longReason(reason: string): string {
  const { words, detail } = partsOf(reason);
  return words?.long(detail) ?? reason;
}
