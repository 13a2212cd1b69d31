import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  CHALLENGE_VALID_S,
  challengeHash,
  isSolved,
  newChallenge,
} from '../../../../../shared/receiving/captcha/altcha.ts';

const ENDPOINT_ID = 'enp_1';
const secret = randomBytes(32).toString('hex');
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

let solved: { challenge: Awaited<ReturnType<typeof newChallenge>>; solution: { counter: number; derivedKey: string } };
beforeAll(async () => {
  const challenge = await newChallenge(secret, Date.now());
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  solved = { challenge, solution };
}, 60_000);

describe('a challenge of ALTCHA', () => {
  test('is solved by its solution', async () => {
    expect(await isSolved(secret, encode(solved))).toBe(true);
  });

  test('is solved by at most 4,000 characters', async () => {
    expect(await isSolved(secret, encode(solved).padEnd(4_000))).toBe(true);
    expect(await isSolved(secret, encode(solved).padEnd(4_001))).toBe(false);
  });

  test('is not solved for another endpoint', async () => {
    expect(await isSolved(randomBytes(32).toString('hex'), encode(solved))).toBe(false);
  });

  test('is not solved after it expires, nor with a forged expiry', async () => {
    const old = await newChallenge(secret, Date.now() - (CHALLENGE_VALID_S + 1) * 1_000);
    expect(await isSolved(secret, encode({ challenge: old, solution: solved.solution }))).toBe(false);
    const parameters = { ...old.parameters, expiresAt: Math.floor(Date.now() / 1_000) + 1_000 };
    expect(await isSolved(secret, encode({ challenge: { ...old, parameters }, solution: solved.solution }))).toBe(
      false,
    );
  });

  test.each([
    ['nothing', ''],
    ['no base64', '\u0000'],
    ['no JSON', Buffer.from('{').toString('base64')],
    ['null', encode(null)],
    ['a list', encode([])],
    ['an object without anything', encode({})],
  ])('is not solved by %s', async (_what, answer) => {
    expect(await isSolved(secret, answer)).toBe(false);
  });

  test('is not solved by another counter or key, nor with weaker parameters', async () => {
    const { challenge, solution } = solved;
    const others = [
      { challenge, solution: { ...solution, derivedKey: '00' } },
      { challenge, solution: { ...solution, derivedKey: '' } },
      { challenge, solution: { ...solution, counter: -1 } },
      { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution },
      { challenge: { ...challenge, signature: '' }, solution },
    ];
    for (const other of others) expect(await isSolved(secret, encode(other))).toBe(false);
  });

  test('has one id per endpoint, however its solution is encoded', () => {
    const { challenge, solution } = solved;
    const mark = challengeHash(ENDPOINT_ID, encode(solved));
    expect(mark).toMatch(/^[0-9a-f]{64}$/);
    expect(challengeHash(ENDPOINT_ID, encode({ extra: 1, solution: { ...solution, time: 3 }, challenge }))).toBe(mark);
    expect(challengeHash(ENDPOINT_ID, Buffer.from(`  ${JSON.stringify(solved)}`).toString('base64'))).toBe(mark);
    expect(challengeHash(ENDPOINT_ID, 'junk')).not.toBe(mark);
    expect(challengeHash('enp_2', encode(solved))).not.toBe(mark);
  });
});
