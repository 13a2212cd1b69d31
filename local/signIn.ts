import type { IncomingMessage, ServerResponse } from 'node:http';
import { SIGN_IN_PATHS } from '../site/app/api/signInPaths.ts';
import { readUpTo, respondJson } from './http.ts';
import { respondWithText } from './ports.ts';
import { refusalOf } from './requestGuard.ts';
import type { SignInCodes } from './signInCodes.ts';

const BODY_BYTES_MAX = 100;

const ANSWERS: Record<string, (codes: SignInCodes, code: string) => object | undefined> = {
  [SIGN_IN_PATHS.peek]: (codes, code) => codes.peek(code),
  [SIGN_IN_PATHS.spend]: (codes, code) => codes.spend(code),
};

export const isSignIn = (pathname: string): boolean => Object.hasOwn(ANSWERS, pathname);

/** Exchanges sign-in codes for pages of this origin. The code is in the body, because URLs end up in histories. */
export async function respondToSignIn(
  codes: SignInCodes,
  pathname: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(incoming, 'ownOrigin');
  if (refusal !== undefined) return respondWithText(incoming, outgoing, 403, refusal);
  if (incoming.method !== 'POST') return respondWithText(incoming, outgoing, 405, 'POST the code of a sign-in link.');
  const code = await readUpTo(incoming, BODY_BYTES_MAX);
  const response = code && ANSWERS[pathname]?.(codes, code.toString());
  if (response === undefined)
    return respondWithText(incoming, outgoing, 404, 'The code was used already or has expired.');
  respondJson(outgoing, response, 200, { 'Cache-Control': 'no-store' });
}
