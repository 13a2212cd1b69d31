import { signal } from '@preact/signals';
import { asFailure } from '../api/requestFailed.ts';
import { peekCode, spendCode } from '../api/signInCodes.ts';
import type { SignInOffer } from '../api/signInPaths.ts';
import { TEXTS } from '../texts/texts.ts';
import { say } from '../ui/toasts.ts';
import { type SignedIn, signedInElsewhere } from './otherTabs.ts';
import { session, signIn } from './session.ts';

/** A link that would switch to another key. Its code is not used yet. */
export interface LinkQuestion {
  code: string;
  offer: SignInOffer;
  /** The key in use in this tab, or else in other tabs. */
  now: readonly SignedIn[];
}

export const linkQuestion = signal<LinkQuestion | undefined>();

/** Why a link did not sign in, for the sign-in page. */
export const linkProblem = signal<string | undefined>();

export const isFollowing = signal(false);

/**
 * Signs in with the code in a URL, and removes it from the address bar.
 * @param url the page's URL when it was opened; the dashboard may have replaced it since
 */
export function takeLink(url: string): void {
  const carried = new URLSearchParams(new URL(url).hash.slice(1));
  const code = carried.get('code');
  if (code === null && !carried.has('key')) return;
  history.replaceState(null, '', location.pathname + location.search);
  linkProblem.value = undefined;
  linkQuestion.value = undefined;
  if (code === null) report(TEXTS.link.carriesKey);
  else void follow(code);
}

/** Signs in with a code, after confirmation if another key is in use. */
async function follow(code: string): Promise<void> {
  isFollowing.value = true;
  try {
    const offer = await peekCode(code);
    const own = session.peek();
    const now = own ? [own] : await signedInElsewhere();
    const others = now.filter(({ keyId }) => keyId !== offer.keyId);
    if (others.length > 0) linkQuestion.value = { code, offer, now: others };
    else if (!own) await signInByCode(code);
  } catch (error) {
    report(asFailure(error).message);
  } finally {
    isFollowing.value = false;
  }
}

/**
 * Exchanges a code for its key and signs in.
 * @throws RequestFailed
 */
export const signInByCode = async (code: string): Promise<void> => signIn(await spendCode(code), false);

function report(problem: string): void {
  if (session.peek()) say(problem, { isProblem: true });
  else linkProblem.value = problem;
}
