import { expect, test } from '@jest/globals';
import { CODE_VALID_MS, SignInCodes } from '../../../../infra/local/signInCodes.ts';
import { hashSecret, keyIdOf, newKeySecret } from '../../../../shared/storage/keySecret.ts';

const GRANT = { workspaceId: 'ws_1', apiKey: newKeySecret() };

function givenCodes() {
  let nowMs = 0;
  const codes = new SignInCodes(() => nowMs);
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { codes, wait };
}

test('a code has 128 random bits, and each is another', () => {
  const { codes } = givenCodes();
  const issued = Array.from({ length: 1_000 }, () => codes.issue(GRANT));
  expect(new Set(issued).size).toBe(issued.length);
  for (const code of issued) expect(Buffer.from(code, 'base64url')).toHaveLength(16);
  // Every bit is set in some code and unset in another.
  const bits = issued.map((code) => BigInt(`0x${Buffer.from(code, 'base64url').toString('hex')}`));
  expect(bits.reduce((all, each) => all | each)).toBe(2n ** 128n - 1n);
  expect(bits.reduce((all, each) => all & each)).toBe(0n);
});

test('a code reveals its workspace any number of times, and its key once', () => {
  const { codes } = givenCodes();
  const code = codes.issue(GRANT);
  const offer = { workspaceId: 'ws_1', keyId: keyIdOf(hashSecret(GRANT.apiKey)) };
  expect([codes.peek(code), codes.peek(code)]).toEqual([offer, offer]);
  expect([codes.spend(code), codes.spend(code), codes.peek(code)]).toEqual([
    { apiKey: GRANT.apiKey },
    undefined,
    undefined,
  ]);
});

test('a code works until it expires', () => {
  const { codes, wait } = givenCodes();
  const [first, second] = [codes.issue(GRANT), codes.issue(GRANT)];
  wait(CODE_VALID_MS - 1);
  expect(codes.peek(second)).toBeDefined();
  expect(codes.spend(first)).toEqual({ apiKey: GRANT.apiKey });
  wait(1);
  expect([codes.peek(second), codes.spend(second)]).toEqual([undefined, undefined]);
});

test.each(['', 'constructor', GRANT.apiKey, 'ws_1'])('rejects the code "%s"', (code) => {
  const { codes } = givenCodes();
  codes.issue(GRANT);
  expect([codes.peek(code), codes.spend(code)]).toEqual([undefined, undefined]);
});
