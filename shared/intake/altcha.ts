import { createHash } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';

/** How long a challenge may be answered, in seconds: as long as it takes to fill in a long form. */
export const CHALLENGE_VALID_S = 3_600;

/**
 * The work of a challenge: the sender derives keys, each of `cost` rounds of PBKDF2, until it meets the one at a
 * counter in this range. One worker of Chromium took a third of a second for it on a server's core
 * (`npm run bench:captcha`); a slow phone's cores are about eight times as slow, of which it uses four or more at once.
 * The service itself derives one key to make a challenge, and none to check its answer.
 */
const WORK = { cost: 5_000, countersFrom: 200, countersTo: 400 };

/** Answers are longer than this only if somebody else made them up. */
const ANSWER_LENGTH_MAX = 4_000;

const hex = z.string().check(z.maxLength(512));
const Parameters = z.looseObject({ nonce: hex, salt: hex, expiresAt: z.optional(z.number()) });
const Answer = z.object({
  challenge: z.object({ parameters: Parameters, signature: hex }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});

/**
 * A challenge for a sender's browser, in the form of ALTCHA's widget. It holds nothing that must be stored.
 * @param secret the endpoint's own, so that an answer counts for no other endpoint
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

/** Whether a widget's answer solves a challenge of this endpoint that has not expired. */
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
 * Identifies an answer among those that were sent to an endpoint, however it is written down. An answer that was sent to another
 * endpoint first counts there, and is still unspent at its own.
 */
export const spentMark = (endpointId: string, answer: string): string =>
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
