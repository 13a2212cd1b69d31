import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Outputs } from '../../infra/localService/outputs.ts';
import { newChallenge } from '../../shared/receiving/captcha/altcha.ts';
import { Endpoints } from '../../shared/storage/endpoints/endpoints.ts';
import { tableOf } from './cloud/notifications.ts';

/** Almost no work, for tests that send many solutions. */
const LITTLE_WORK = { cost: 1, countersFrom: 1, countersTo: 2 };

/** The secret that signs an endpoint's challenges; no operation returns it. */
export async function altchaSecretOf(outputs: Outputs, endpointId: string): Promise<string> {
  const { captchaSecret = '' } = (await new Endpoints(tableOf(outputs)).find(endpointId)) ?? {};
  return captchaSecret;
}

/** A valid solution of a challenge issued at a time (milliseconds since 1970). */
export async function altchaSolution(secret: string, nowMs = Date.now()): Promise<string> {
  const challenge = await newChallenge(secret, nowMs, LITTLE_WORK);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
