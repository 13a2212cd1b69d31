import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Outputs } from '../../infra/local/outputs.ts';
import { newChallenge } from '../../shared/intake/altcha.ts';
import { Endpoints } from '../../shared/storage/endpoints.ts';
import { tableOf } from './notifications.ts';

/** Next to no work, for tests that send many answers. */
const LITTLE_WORK = { cost: 1, countersFrom: 1, countersTo: 2 };

/** The secret with which an endpoint signs its challenges; no operation answers it. */
export async function altchaSecretOf(outputs: Outputs, endpointId: string): Promise<string> {
  const { captchaSecret = '' } = (await new Endpoints(tableOf(outputs)).find(endpointId)) ?? {};
  return captchaSecret;
}

/** A right answer to a challenge that an endpoint could have made at a time (milliseconds since 1970). */
export async function altchaAnswer(secret: string, nowMs = Date.now()): Promise<string> {
  const challenge = await newChallenge(secret, nowMs, LITTLE_WORK);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
