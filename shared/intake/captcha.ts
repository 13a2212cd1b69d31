import type { HostedCaptcha } from '../contract/choices.ts';
import { ApiError } from '../contract/errors.ts';
import type { Captcha } from '../contract/schemas/spamSettings.ts';
import { FORM_PAGES } from '../contract/sitePages.ts';
import type { Challenges } from '../storage/challenges.ts';
import { isSolved, spentMark } from './altcha.ts';
import type { SiteVerifier } from './siteVerify.ts';

/** An endpoint as far as its captcha is concerned. */
export interface CaptchaEndpoint {
  id: string;
  captcha?: Captcha | undefined;
  /** The provider's secret, or ours for ALTCHA. */
  captchaSecret?: string | undefined;
}

export interface CaptchaDependencies {
  challenges: Pick<Challenges, 'spend'>;
  verifier: Pick<SiteVerifier, 'verify'>;
}

/**
 * Checks the answer to the endpoint's captcha, where it has one.
 * @returns why the submission is spam, if it is
 * @throws ApiError BAD_REQUEST when there is no answer at all: the sender's browser did not show the captcha
 */
export async function checkCaptcha(
  endpoint: CaptchaEndpoint,
  answer: string | undefined,
  { challenges, verifier }: CaptchaDependencies,
): Promise<'captcha_failed' | 'captcha_unavailable' | undefined> {
  const { id, captcha, captchaSecret = '' } = endpoint;
  if (!captcha) return undefined;
  if (answer === undefined) throw captchaMissing(captcha);
  if (captcha.provider === 'altcha') {
    // A wrong answer takes the same calls as a right one, so that a sender cannot tell them apart.
    const solved = await isSolved(captchaSecret, answer);
    const unspent = await challenges.spend(id, spentMark(answer));
    return solved && unspent ? undefined : 'captcha_failed';
  }
  const verdict = await verifier.verify(captcha.provider satisfies HostedCaptcha, captchaSecret, answer);
  return verdict === 'solved' ? undefined : `captcha_${verdict}`;
}

const captchaMissing = ({ provider }: Captcha): ApiError =>
  new ApiError('BAD_REQUEST', `The answer to the captcha is missing: this endpoint asks for one of ${provider}.`, {
    page: FORM_PAGES.captcha,
  });
