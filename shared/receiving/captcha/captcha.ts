import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../contract/errors.ts';
import { FORM_PAGES } from '../../contract/formPages.ts';
import type { Captcha } from '../../contract/schemas/endpoints/spamSettings.ts';
import type { ShownFileSettings } from '../../contract/schemas/files/submittedFile.ts';
import { perPass, type RateLimits } from '../../storage/counters/rateLimits.ts';
import type { Challenges } from '../../storage/submissions/challenges.ts';
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
  challenges: Pick<Challenges, 'spend' | 'giveBack'>;
  verifier: Pick<SiteVerifier, 'verify'>;
}

export interface CaptchaOutcome {
  /** The reason for holding the submission as spam, if any. */
  reason?: 'captcha_failed' | 'captcha_unavailable';
  /** Lets the response count once more, as nothing was stored. */
  giveBack?: () => Promise<void>;
}

const FAILED: CaptchaOutcome = { reason: 'captcha_failed' };

/** Announcements of each possible file per pass: the second is for a retry after a broken connection. */
const ANNOUNCEMENTS_PER_FILE = 2;

/**
 * Checks the response to the endpoint's captcha, if it has one. An upload's pass also counts as a response, once.
 * @param attempt the only one for which the same response is accepted again; by default, a new one
 * @throws ApiError BAD_REQUEST when the response is missing: the sender's browser did not show the captcha
 */
export async function checkCaptcha(
  endpoint: CaptchaEndpoint,
  answer: string | undefined,
  dependencies: CaptchaDependencies,
  attempt?: string,
): Promise<CaptchaOutcome> {
  const { captcha } = endpoint;
  if (!captcha) return {};
  if (answer === undefined) throw captchaMissing(captcha);
  return verify({ ...endpoint, captcha }, answer, dependencies, attempt);
}

/**
 * Lets a sender announce an upload after solving the endpoint's captcha, if it has one.
 * @param announce gets a pass for further uploads and the submission; if it fails, the response counts once more
 * @throws ApiError BAD_REQUEST when the response is missing or wrong, or the pass is expired or used up
 */
export async function afterCaptcha<T>(
  endpoint: CaptchaEndpoint & { files: Pick<ShownFileSettings, 'maxCount'> },
  answer: string | undefined,
  dependencies: CaptchaDependencies & { rateLimits: Pick<RateLimits, 'count'> },
  announce: (pass: string | undefined) => Promise<T>,
): Promise<T> {
  const { id, captcha, files } = endpoint;
  if (!captcha) return announce(undefined);
  if (answer === undefined) throw captchaMissing(captcha);
  const { pass, ...outcome } = await passFor({ ...endpoint, captcha }, answer, dependencies);
  if (pass === undefined) throw captchaRefused();
  const announceOnce = async () => {
    const limit = perPass(id, challengeHash(id, pass), ANNOUNCEMENTS_PER_FILE * files.maxCount);
    if (!(await dependencies.rateLimits.count(limit))) throw captchaRefused();
    return announce(pass);
  };
  return orGivenBack(outcome, announceOnce());
}

type Asking = CaptchaEndpoint & { captcha: Captcha };

async function passFor(endpoint: Asking, answer: string, dependencies: CaptchaDependencies) {
  const now = Date.now();
  if (isPass(answer)) return { pass: isValidPass(endpoint, answer, now) ? answer : undefined };
  const { reason, giveBack } = await verify(endpoint, answer, dependencies);
  return { pass: reason === undefined ? newPass(endpoint, now) : undefined, giveBack };
}

const GIVING_BACK_MS = 2_000;

/**
 * Gives a captcha's response back, so that the sender can try again.
 * @throws ApiError GATEWAY_TIMEOUT if that fails: the same response would then not be accepted
 */
export async function giveBack({ giveBack: back }: CaptchaOutcome, failure: unknown): Promise<void> {
  if (!back) return;
  const isBack = back().then(
    () => true,
    () => false,
  );
  const late = sleep(GIVING_BACK_MS, false, { ref: false });
  if (!(await Promise.race([isBack, late]))) throw captchaLost(failure);
}

async function orGivenBack<T>(outcome: CaptchaOutcome, used: Promise<T>): Promise<T> {
  try {
    return await used;
  } catch (error) {
    await giveBack(outcome, error);
    throw error;
  }
}

async function verify(
  endpoint: Asking,
  answer: string,
  { challenges, verifier }: CaptchaDependencies,
  named?: string,
): Promise<CaptchaOutcome> {
  const { id, captcha, captchaSecret = '' } = endpoint;
  const [mark, attempt] = [challengeHash(id, answer), named ?? randomUUID()];
  const solved = { giveBack: () => challenges.giveBack(id, mark, attempt) };
  if (captcha.provider === 'altcha' || isPass(answer)) {
    // Wrong and right responses cost the same calls, so that senders cannot tell them apart.
    const isRight = isPass(answer) ? isValidPass(endpoint, answer, Date.now()) : await isSolved(captchaSecret, answer);
    const unspent = await challenges.spend(id, mark, attempt);
    return isRight && unspent ? solved : FAILED;
  }
  const verdict = await verifier.verify(captcha.provider, captchaSecret, answer, attempt);
  if (verdict === 'solved') {
    // For a repetition, should this function die before the submission is stored. Turnstile lets it ask again; with others,
    // the response is lost if the function dies before the mark.
    const unspent = named === undefined || (await orGivenBack(solved, challenges.spend(id, mark, attempt)));
    return unspent ? solved : FAILED;
  }
  // A provider accepts a response once, even if its submission could not be stored.
  if (verdict === 'used') return (await challenges.spend(id, mark, attempt, 'givenBack')) ? solved : FAILED;
  return { reason: `captcha_${verdict}` };
}

const captchaMissing = ({ provider }: Captcha): ApiError =>
  new ApiError('BAD_REQUEST', `The captcha response is missing: this endpoint requires ${provider}.`, {
    page: FORM_PAGES.captcha,
  });

/** The submission was not stored, and its response could not be given back. */
const captchaLost = (cause: unknown): ApiError =>
  new ApiError('GATEWAY_TIMEOUT', 'The submission was not stored: solve the captcha again, then send it.', {
    page: FORM_PAGES.captcha,
    cause,
  });

const captchaRefused = (): ApiError =>
  new ApiError('BAD_REQUEST', 'The captcha response was not accepted: solve it again, then send the files.', {
    page: FORM_PAGES.captcha,
  });
