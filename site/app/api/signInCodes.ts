import { TEXTS } from '../texts/texts.ts';
import { reach } from './client.ts';
import { RequestFailed } from './requestFailed.ts';
import { SIGN_IN_PATH, type SignInKey } from './signInPath.ts';

const { link: texts } = TEXTS;

/** True if this site exchanges sign-in codes, as only a local service does. */
export const takesCodes = document.querySelector('meta[name="takes-codes"]') !== null;

/**
 * Exchanges a code for its key.
 * @throws RequestFailed
 */
export async function spendCode(code: string): Promise<string> {
  if (!takesCodes) throw new RequestFailed({ message: texts.notHere });
  const response = await reach(SIGN_IN_PATH, { method: 'POST', body: code });
  const { ok, status } = response;
  if (!ok) throw new RequestFailed({ message: status === 404 ? texts.spent : TEXTS.failure.status(status), status });
  return ((await response.json()) as SignInKey).apiKey;
}
