import { signal } from '@preact/signals';
import { asFailure } from '../api/requestFailed.ts';
import { spendCode } from '../api/signInCodes.ts';
import { TEXTS } from '../texts/texts.ts';
import { say } from '../ui/toasts.ts';
import { session, signIn } from './session.ts';

/** The failure of a sign-in link, for the sign-in page. */
export const linkProblem = signal<string | undefined>();

export const isFollowing = signal(false);

/**
 * Signs in with the code in a URL if nobody is signed in, and removes it from the address bar.
 * @param url the page's URL when it was opened; the dashboard may have replaced it since
 */
export async function takeLink(url: string): Promise<void> {
  const code = new URLSearchParams(new URL(url).hash.slice(1)).get('code');
  if (code === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  linkProblem.value = undefined;
  if (session.peek()) {
    say(TEXTS.link.signedIn, { isProblem: true });
    return;
  }
  isFollowing.value = true;
  try {
    await signIn(await spendCode(code), false);
  } catch (error) {
    linkProblem.value = asFailure(error).message;
  } finally {
    isFollowing.value = false;
  }
}
