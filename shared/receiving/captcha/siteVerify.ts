import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { HostedCaptcha } from '../../contract/choices.ts';
import { CAPTCHA_ANSWER_LENGTH_MAX } from '../../contract/limits.ts';
import { log } from '../../runtime/log.ts';
import { readBody } from '../../runtime/readBody.ts';

/** `used`: verified before, or expired. */
export type CaptchaVerdict = 'solved' | 'failed' | 'used' | 'unavailable';

/** Verification URLs from the providers' documentation. */
const VERIFY_URLS: Record<HostedCaptcha, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
};

const ATTEMPT_TIMEOUT_MS = 3_000;
const ATTEMPTS_MAX = 2;
/** The longest that a verification can take. */
export const ANSWERED_WITHIN_MS = ATTEMPT_TIMEOUT_MS * ATTEMPTS_MAX;
/** Errors of broken connections. A reused one may be dead when AWS Lambda thaws the function. */
const BROKEN = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/** A verification has less than 1 kB. */
const RESPONSE_BYTES_MAX = 64_000;

/** reCAPTCHA v3 returns a score from 0 to 1, and recommends 0.5 as the threshold. */
const SCORE_MIN = 0.5;

/** Errors caused by the endpoint's settings or the provider, not by the sender. */
const NOT_THE_SENDERS = [
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'not-using-dummy-secret',
  'bad-request',
  'internal-error',
];

const USED = ['timeout-or-duplicate', 'already-seen-response', 'invalid-or-already-seen-response'];

const Verification = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  'error-codes': z._default(z.array(z.string()), []),
});

/** Verifies captcha responses with their providers. Does not pass on the sender's IP address. */
export class SiteVerifier {
  readonly #urlOf: (provider: HostedCaptcha) => string;

  /** @param standIn URL of a stand-in for all providers, such as the local cloud's */
  constructor(standIn?: string) {
    this.#urlOf = (provider) => (standIn === undefined ? VERIFY_URLS[provider] : `${standIn}/${provider}/siteverify`);
  }

  /** @param attempt Turnstile accepts an answer again for the same one */
  async verify(provider: HostedCaptcha, secret: string, answer: string, attempt: string): Promise<CaptchaVerdict> {
    if (answer.length > CAPTCHA_ANSWER_LENGTH_MAX) return 'failed';
    const body = new URLSearchParams({ secret, response: answer });
    if (provider === 'turnstile') body.set('idempotency_key', uuidOf(`${answer} ${attempt}`));
    for (let attempt = 1; ; attempt++) {
      try {
        return verdictOf(provider, await this.#ask(provider, body));
      } catch (error) {
        if (attempt < ATTEMPTS_MAX && isRepeatable(provider, error)) continue;
        log('warn', 'a captcha could not be verified', { provider }, error);
        return 'unavailable';
      }
    }
  }

  async #ask(provider: HostedCaptcha, body: URLSearchParams): Promise<z.output<typeof Verification>> {
    const response = await fetch(this.#urlOf(provider), {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the provider responded with ${response.status}`);
    }
    return Verification.parse(JSON.parse((await readBody(response, RESPONSE_BYTES_MAX)).toString()));
  }
}

/** A UUID of version 8 (RFC 9562), whose bits the application chooses. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}

/** Turnstile supports idempotency keys, so a second attempt never spends the response. */
const isRepeatable = (provider: HostedCaptcha, error: unknown): boolean =>
  provider === 'turnstile' || BROKEN.includes(String(Object(Object(error).cause).code));

function verdictOf(
  provider: HostedCaptcha,
  { success, score = 1, 'error-codes': errors }: z.output<typeof Verification>,
): CaptchaVerdict {
  if (success) return score < SCORE_MIN ? 'failed' : 'solved';
  // Logs known codes only: the rest is text from another service.
  const known = errors.filter((error) => NOT_THE_SENDERS.includes(error));
  if (known.length === 0) return errors.some((error) => USED.includes(error)) ? 'used' : 'failed';
  log('warn', 'a captcha could not be verified', { provider, errors: known.join(' ') });
  return 'unavailable';
}
