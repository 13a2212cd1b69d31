import { TEXTS } from '../texts/texts.ts';
import { reach } from './client.ts';
import { RequestFailed } from './requestFailed.ts';
import { SIGN_IN_PATHS, type SignInKey, type SignInOffer } from './signInPaths.ts';

const { link: texts } = TEXTS;

/** Whether this site exchanges sign-in codes, as only a local service does. */
export const takesCodes = document.querySelector('meta[name="takes-codes"]') !== null;

/**
 * The workspace of a code, which stays valid.
 * @throws RequestFailed
 */
export const peekCode = (code: string): Promise<SignInOffer> => post<SignInOffer>(SIGN_IN_PATHS.peek, code);

/**
 * Exchanges a code for its key.
 * @throws RequestFailed
 */
export const spendCode = async (code: string): Promise<string> =>
  (await post<SignInKey>(SIGN_IN_PATHS.spend, code)).apiKey;

async function post<Answer>(path: string, code: string): Promise<Answer> {
  if (!takesCodes) throw new RequestFailed({ message: texts.notHere });
  const response = await reach(path, { method: 'POST', body: code });
  const { ok, status } = response;
  if (!ok) throw new RequestFailed({ message: status === 404 ? texts.spent : TEXTS.failure.status(status), status });
  return response.json();
}
