import { describe, expect, test } from '@jest/globals';
import {
  accountShare,
  mailsPerSecond,
} from '../../../../../../../shared/deliveries/channels/mail/sending/accountRate.ts';

test.each([
  ['the sandbox', 14, 1, 1],
  ['a quota below the setting', 14, 12.5, 12.5],
  ['a quota above the setting', 14, 50, 14],
  ['no limit', 14, -1, 14],
  ['an unknown quota', 14, undefined, 14],
  ['a quota of 0', 14, 0, 14],
])('%s: a setting of %d and a quota of %p give %d mails a second', (_what, setting, MaxSendRate, expected) => {
  expect(mailsPerSecond(setting, { MaxSendRate })).toBe(expected);
});

describe('the share of the configured rate', () => {
  const never = (error: unknown) => {
    throw error;
  };

  test('is read once for many invocations, also concurrent ones, and again after a quarter of an hour', async () => {
    const [quotas, clock] = [[1, 7], { ms: 0 }];
    const rate = accountShare(
      14,
      async () => ({ MaxSendRate: quotas.shift() }),
      () => clock.ms,
    );
    const [first] = await Promise.all([rate.latest(never), rate.latest(never)]);
    expect(first).toBeCloseTo(1 / 14);
    clock.ms = 15 * 60_000 - 1;
    expect(await rate.latest(never)).toBeCloseTo(1 / 14);
    expect(quotas).toEqual([7]);
    clock.ms++;
    expect(await rate.latest(never)).toBe(0.5);
  });

  test('keeps its value after a failure, which is logged, and is read again a minute later', async () => {
    const answers = [() => ({ MaxSendRate: 7 }), refuse, () => ({ MaxSendRate: 14 })];
    const clock = { ms: 0 };
    const failures: unknown[] = [];
    const rate = accountShare(
      14,
      async () => (answers.shift() ?? refuse)(),
      () => clock.ms,
    );
    const share = () => rate.latest((error) => failures.push(error));
    expect(await share()).toBe(0.5);
    clock.ms += 15 * 60_000;
    expect(await share()).toBe(0.5);
    expect(await share()).toBe(0.5);
    expect(failures).toHaveLength(1);
    clock.ms += 60_000;
    expect(await share()).toBe(1);
    expect(failures).toHaveLength(1);
  });

  test('is the full rate before the first response', async () => {
    const failures: unknown[] = [];
    const rate = accountShare(14, async () => refuse());
    expect(await rate.latest((error) => failures.push(error))).toBe(1);
    expect(failures).toEqual([expect.objectContaining({ message: 'refused' })]);
  });
});

function refuse(): { MaxSendRate: number } {
  throw new Error('refused');
}
