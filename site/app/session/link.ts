import { signal } from '@preact/signals';
import { asFailure } from '../api/requestFailed.ts';
import { peekCode, spendCode } from '../api/signInCodes.ts';
import type { SignInOffer } from '../api/signInPaths.ts';
import { TEXTS } from '../texts/texts.ts';
import { say } from '../ui/toasts.ts';
import { type SignedIn, signedInElsewhere } from './otherTabs.ts';
import { session, signIn } from './session.ts';

/** A link that would change who is signed in. Its code is unspent. */
export interface LinkQuestion {
  code: string;
  offer: SignInOffer;
  /** Who is signed in: in this tab, or else in other tabs. */
  now: readonly SignedIn[];
}

export const linkQuestion = signal<LinkQuestion | undefined>();

/** Why a link did not sign in, for the sign-in page. */
export const linkProblem = signal<string | undefined>();

/** Whether a link is signing in. */
export const isFollowing = signal(false);

/** Signs in by the link in the address, and takes what it carries out of the address. */
export function takeLink(): void {
  const carried = new URLSearchParams(location.hash.slice(1));
  const code = carried.get('code');
  if (code === null && !carried.has('key')) return;
  history.replaceState(null, '', location.pathname + location.search);
  linkProblem.value = undefined;
  linkQuestion.value = undefined;
  if (code === null) report(TEXTS.link.carriesKey);
  else void follow(code);
}

/** Signs in by a link, after asking where that changes who is signed in. */
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
 * Exchanges a code for its key and signs in with that.
 * @throws RequestFailed
 */
export const signInByCode = async (code: string): Promise<void> => signIn(await spendCode(code), false);

function report(problem: string): void {
  if (session.peek()) say(problem, { isProblem: true });
  else linkProblem.value = problem;
}
