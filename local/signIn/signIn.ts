import type { IncomingMessage, ServerResponse } from 'node:http';
import { readUpTo, respondJson } from '../http/http.ts';
import { respondWithText } from '../http/ports.ts';
import { refusalOf } from '../http/requestGuard.ts';
import type { SignInCodes } from './signInCodes.ts';

const BODY_BYTES_MAX = 100;

/** Exchanges sign-in codes for pages of this origin. The code is in the body, because URLs end up in histories. */
export async function respondToSignIn(
  codes: SignInCodes,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(incoming, 'ownOrigin');
  if (refusal !== undefined) return respondWithText(incoming, outgoing, 403, refusal);
  if (incoming.method !== 'POST') return respondWithText(incoming, outgoing, 405, 'POST the code of a sign-in link.');
  const code = await readUpTo(incoming, BODY_BYTES_MAX);
  const response = code && codes.spend(code.toString());
  if (response === undefined)
    return respondWithText(incoming, outgoing, 404, 'The code was used already or has expired.');
  respondJson(outgoing, response, 200, { 'Cache-Control': 'no-store' });
}
