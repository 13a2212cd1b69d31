import { createHash } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';

/** Validity of a challenge in seconds: long enough to fill in a long form. */
export const CHALLENGE_VALID_S = 3_600;

/**
 * The work of a challenge: the sender derives keys, each with `cost` rounds of PBKDF2, until it finds the one at a
 * counter in this range. One worker in Chromium took a third of a second on a server's core; a slow phone's cores are
 * about eight times as slow, but it uses four or more at once. The service derives one key to make a challenge, and
 * none to check a solution.
 */
const WORK = { cost: 5_000, countersFrom: 200, countersTo: 400 };

/** No genuine solution is longer. */
const ANSWER_LENGTH_MAX = 4_000;

const hex = z.string().check(z.maxLength(512));
const Parameters = z.looseObject({ nonce: hex, salt: hex, expiresAt: z.optional(z.number()) });
const Answer = z.object({
  challenge: z.object({ parameters: Parameters, signature: hex }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});

/**
 * A challenge in the format of ALTCHA's widget. Nothing needs to be stored for it.
 * @param secret the endpoint's own, so that a solution is valid for this endpoint only
 */
export function newChallenge(secret: string, nowMs: number, { cost, countersFrom, countersTo } = WORK) {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(countersTo, countersFrom),
    deriveKey,
    expiresAt: Math.floor(nowMs / 1_000) + CHALLENGE_VALID_S,
    ...secretsOf(secret),
  });
}

/** True if a solution is correct for this endpoint and its challenge has not expired. */
export async function isSolved(secret: string, answer: string): Promise<boolean> {
  const parsed = parse(answer);
  if (!parsed) return false;
  const { challenge, solution } = parsed;
  const { verified } = await verifySolution({
    challenge: challenge as never,
    solution,
    deriveKey,
    ...secretsOf(secret),
  });
  return verified;
}

/**
 * Identifies a solution regardless of its encoding, for one endpoint: sent to another endpoint first, it is spent there
 * and remains unspent here.
 */
export const challengeHash = (endpointId: string, answer: string): string =>
  createHash('sha256')
    .update(`${endpointId} ${parse(answer)?.challenge.signature ?? answer}`)
    .digest('hex');

const secretsOf = (secret: string) => ({ hmacSignatureSecret: secret, hmacKeySignatureSecret: `key ${secret}` });

function parse(answer: string): z.output<typeof Answer> | undefined {
  if (answer.length > ANSWER_LENGTH_MAX) return undefined;
  try {
    const { success, data } = Answer.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString()));
    return success ? data : undefined;
  } catch {
    return undefined;
  }
}
