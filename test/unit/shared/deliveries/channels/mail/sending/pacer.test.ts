import { describe, expect, test } from '@jest/globals';
import { Pacer } from '../../../../../../../shared/deliveries/channels/mail/sending/pacer.ts';

/** A pacer whose clock only advances by its waits. */
function givenPacer(ratePerSecond: number) {
  const clock = { ms: 1_000_000 };
  const wait = async (ms: number) => {
    clock.ms += ms;
  };
  return { clock, pacer: new Pacer(ratePerSecond, () => clock.ms, wait) };
}

describe('a pacer of 10 a second', () => {
  test('allows a burst at once, then one turn each tenth of a second', async () => {
    const { clock, pacer } = givenPacer(10);
    const startedAt = clock.ms;
    const turns: number[] = [];
    for (let i = 0; i < 31; i++) {
      await pacer.slot(Number.POSITIVE_INFINITY);
      turns.push(clock.ms - startedAt);
    }
    expect(turns.slice(0, 11)).toEqual(Array(11).fill(0));
    expect(turns.at(-1)).toBe(2_000);
  });

  test('allows a burst of at most one second’s turns', async () => {
    const { clock, pacer } = givenPacer(10);
    await pacer.slot(Number.POSITIVE_INFINITY);
    clock.ms += 3_600_000;
    const startedAt = clock.ms;
    for (let i = 0; i < 21; i++) await pacer.slot(Number.POSITIVE_INFINITY);
    expect(clock.ms - startedAt).toBe(1_000);
  });

  test('rejects a turn that would be too late at once, and does not count it', async () => {
    const { clock, pacer } = givenPacer(10);
    const startedAt = clock.ms;
    for (let i = 0; i < 11; i++) await pacer.slot(startedAt);
    expect(await pacer.slot(startedAt)).toBe(false);
    expect(clock.ms).toBe(startedAt);
    expect(await pacer.slot(startedAt + 100)).toBe(true);
    expect(clock.ms).toBe(startedAt + 100);
  });
});

test('a pacer of less than one a second still allows a turn', () => {
  expect(givenPacer(0.5).pacer.perSecond).toBe(1);
});

test('a pacer with a share of its rate keeps to that, from the next turn on', async () => {
  const { clock, pacer } = givenPacer(10);
  pacer.share = 0.1;
  expect(pacer.perSecond).toBe(1);
  const startedAt = clock.ms;
  for (let i = 0; i < 4; i++) await pacer.slot(Number.POSITIVE_INFINITY);
  // A second saves up one slot.
  expect(clock.ms - startedAt).toBe(2_000);
  pacer.share = 1;
  await pacer.slot(Number.POSITIVE_INFINITY);
  await pacer.slot(Number.POSITIVE_INFINITY);
  expect(clock.ms - startedAt).toBe(3_100);
});
