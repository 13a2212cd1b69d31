import { expect, test } from '@jest/globals';
import { CODE_VALID_MS, SignInCodes } from '../../../../local/signIn/signInCodes.ts';
import { newKeySecret } from '../../../../shared/storage/workspaces/keySecret.ts';

const GRANT = { apiKey: newKeySecret() };

test('each code has its own 128 random bits', () => {
  const codes = new SignInCodes();
  const issued = Array.from({ length: 1_000 }, () => codes.issue(GRANT));
  expect(new Set(issued).size).toBe(issued.length);
  for (const code of issued) expect(Buffer.from(code, 'base64url')).toHaveLength(16);
  // Every bit is set in some code and unset in another.
  const bits = issued.map((code) => BigInt(`0x${Buffer.from(code, 'base64url').toString('hex')}`));
  expect(bits.reduce((all, each) => all | each)).toBe(2n ** 128n - 1n);
  expect(bits.reduce((all, each) => all & each)).toBe(0n);
});

test('a code works until it expires', () => {
  let nowMs = 0;
  const codes = new SignInCodes(() => nowMs);
  const [first, second] = [codes.issue(GRANT), codes.issue(GRANT)];
  nowMs = CODE_VALID_MS - 1;
  expect(codes.spend(first)).toEqual({ apiKey: GRANT.apiKey });
  nowMs = CODE_VALID_MS;
  expect(codes.spend(second)).toBeUndefined();
});
