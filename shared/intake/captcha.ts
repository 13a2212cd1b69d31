import { ApiError } from '../contract/errors.ts';
import type { ShownFileSettings } from '../contract/schemas/files.ts';
import type { Captcha } from '../contract/schemas/spamSettings.ts';
import { FORM_PAGES } from '../contract/sitePages.ts';
import type { Challenges } from '../storage/challenges.ts';
import { perPass, type RateLimits } from '../storage/rateLimits.ts';
import { challengeHash, isSolved } from './altcha.ts';
import type { SiteVerifier } from './siteVerify.ts';
import { isPass, isValidPass, newPass } from './uploadPass.ts';

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

type Reason = 'captcha_failed' | 'captcha_unavailable';

/** How often a sender with a pass may announce each possible file: a second time after a broken connection. */
const ANNOUNCEMENTS_PER_FILE = 2;

/**
 * Checks the response to the endpoint's captcha, if it has one. An upload's pass also counts as a response, once.
 * @returns why the submission is spam, if it is
 * @throws ApiError BAD_REQUEST when the response is missing: the sender's browser did not show the captcha
 */
export async function checkCaptcha(
  endpoint: CaptchaEndpoint,
  answer: string | undefined,
  dependencies: CaptchaDependencies,
): Promise<Reason | undefined> {
  const { captcha } = endpoint;
  if (!captcha) return undefined;
  if (answer === undefined) throw captchaMissing(captcha);
  return verify({ ...endpoint, captcha }, answer, dependencies);
}

/**
 * Allows a sender to announce an upload after solving the endpoint's captcha, if it has one.
 * @returns a pass for further uploads and the submission
 * @throws ApiError BAD_REQUEST when the response is missing or wrong, or the pass is expired or used up
 */
export async function requireCaptcha(
  endpoint: CaptchaEndpoint & { files: Pick<ShownFileSettings, 'maxCount'> },
  answer: string | undefined,
  dependencies: CaptchaDependencies & { rateLimits: Pick<RateLimits, 'count'> },
): Promise<string | undefined> {
  const { id, captcha, files } = endpoint;
  if (!captcha) return undefined;
  if (answer === undefined) throw captchaMissing(captcha);
  const pass = await passFor({ ...endpoint, captcha }, answer, dependencies);
  if (pass === undefined) throw captchaRefused();
  const limit = perPass(id, challengeHash(id, pass), ANNOUNCEMENTS_PER_FILE * files.maxCount);
  if (!(await dependencies.rateLimits.count(limit))) throw captchaRefused();
  return pass;
}

type Asking = CaptchaEndpoint & { captcha: Captcha };

async function passFor(endpoint: Asking, answer: string, dependencies: CaptchaDependencies) {
  const now = Date.now();
  if (isPass(answer)) return isValidPass(endpoint, answer, now) ? answer : undefined;
  const reason = await verify(endpoint, answer, dependencies);
  return reason === undefined ? newPass(endpoint, now) : undefined;
}

async function verify(endpoint: Asking, answer: string, { challenges, verifier }: CaptchaDependencies) {
  const { id, captcha, captchaSecret = '' } = endpoint;
  if (captcha.provider === 'altcha' || isPass(answer)) {
    // A wrong response costs the same calls as a right one, so that senders cannot tell them apart.
    const solved = isPass(answer) ? isValidPass(endpoint, answer, Date.now()) : await isSolved(captchaSecret, answer);
    const unspent = await challenges.spend(id, challengeHash(id, answer));
    return solved && unspent ? undefined : 'captcha_failed';
  }
  const verdict = await verifier.verify(captcha.provider, captchaSecret, answer);
  return verdict === 'solved' ? undefined : (`captcha_${verdict}` as const);
}

const captchaMissing = ({ provider }: Captcha): ApiError =>
  new ApiError('BAD_REQUEST', `The captcha response is missing: this endpoint requires ${provider}.`, {
    page: FORM_PAGES.captcha,
  });

const captchaRefused = (): ApiError =>
  new ApiError('BAD_REQUEST', 'The captcha response was not accepted: solve it again, then send the files.', {
    page: FORM_PAGES.captcha,
  });
