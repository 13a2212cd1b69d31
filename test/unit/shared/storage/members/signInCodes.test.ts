import { afterEach, expect, jest, test } from '@jest/globals';
import { personOf } from '../../../../../shared/storage/members/memberKeys.ts';
import { SignInCodes } from '../../../../../shared/storage/members/signInCodes.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

const HOUR_MS = 3_600_000;
const PERSON = personOf('ada@example.com');

const newCodes = () => new SignInCodes(new MemoryTable(new MemoryItems()));

afterEach(() => {
  jest.restoreAllMocks();
});

test('the link to mute codes works for at least a day, and not with an old mail', async () => {
  const codes = newCodes();
  const mailedAt = Date.now();
  const token = await codes.muteTokenOf(PERSON);
  for (const [hours, person] of [
    [0, PERSON],
    [24, PERSON],
    [48, undefined],
    [10_000, undefined],
  ] as const) {
    jest.spyOn(Date, 'now').mockReturnValue(mailedAt + hours * HOUR_MS);
    expect(await codes.personMuting(token)).toBe(person);
  }
  expect(await codes.personMuting(token.replace(PERSON, personOf('bo@example.com')))).toBeUndefined();
});

test('10,000 attempts at once get five guesses, and a code that is taken by 50 at once works once', async () => {
  const codes = newCodes();
  const [guessed, taken] = [SignInCodes.newHandle(), SignInCodes.newHandle()];
  await Promise.all([guessed, taken].map((handle) => codes.open(handle, PERSON)));
  const right = (await codes.codeOf(guessed)) ?? '';
  const wrong = right === '00000000' ? '00000001' : '00000000';
  const guesses = Array.from({ length: 10_000 }, (_, i) => codes.take(guessed, i === 9_999 ? right : wrong));
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([undefined]));
  expect(await codes.failuresOf(guessed)).toEqual({ person: PERSON, failed: 5 });
  const code = (await codes.codeOf(taken)) ?? '';
  const takers = await Promise.all(Array.from({ length: 50 }, () => codes.take(taken, code)));
  expect(takers.filter((person) => person !== undefined)).toEqual([PERSON]);
});

test('a device opens a code for its person only, for 180 days', async () => {
  const codes = newCodes();
  const device = await codes.deviceOf(PERSON);
  const issuedAt = Date.now();
  const day = device.split('.', 1)[0] ?? '';
  const made = device.replace(day, String(Number(day) + 1_000));
  for (const [given, person, days, isGenuine] of [
    [device, PERSON, 0, true],
    [device, PERSON, 179, true],
    [device, PERSON, 181, false],
    [device, personOf('bo@example.com'), 0, false],
    [made, PERSON, 0, false],
  ] as const) {
    jest.spyOn(Date, 'now').mockReturnValue(issuedAt + days * 24 * HOUR_MS);
    const handle = SignInCodes.newHandle();
    await codes.open(handle, person);
    const digits = (await codes.codeOf(handle)) ?? '';
    const known = SignInCodes.newHandle();
    await codes.open(known, person, given);
    expect((await codes.find(known))?.isKnown).toBe(isGenuine || undefined);
    expect(await codes.take(known, (await codes.codeOf(known)) ?? digits)).toBe(isGenuine ? person : undefined);
  }
});
