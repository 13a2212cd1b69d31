import { TEXTS } from '../texts/texts.ts';
import { reach } from './client.ts';
import { RequestFailed } from './requestFailed.ts';
import { SIGN_IN_PATHS, type SignInKey, type SignInOffer } from './signInPaths.ts';

const { link: texts } = TEXTS;

/** Whether this site exchanges codes of sign-in links: only that of a local service does. */
export const takesCodes = document.querySelector('meta[name="takes-codes"]') !== null;

/**
 * Whom a code would sign in. It stays unspent.
 * @throws RequestFailed
 */
export const peekCode = (code: string): Promise<SignInOffer> => post<SignInOffer>(SIGN_IN_PATHS.peek, code);

/**
 * The key of a code, which is spent with that.
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
