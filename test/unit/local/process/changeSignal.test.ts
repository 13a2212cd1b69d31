import { describe, expect, jest, test } from '@jest/globals';
import { ChangeSignal } from '../../../../local/process/changeSignal.ts';

const never = new AbortController().signal;

async function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}

describe('a waiter for a change', () => {
  test('does not wait after a signal since its last check', async () => {
    const changes = new ChangeSignal();
    const seen = changes.count;
    changes.note();
    await changes.after(seen, 60_000, never);
  });

  test('wakes on a signal sent before it started waiting', async () => {
    const stopping = new AbortController();
    const changes = new ChangeSignal();
    const waiting = changes.after(0, 60_000, stopping.signal);
    stopping.abort();
    await waiting;
    await changes.after(0, 60_000, stopping.signal);
  });

  test.each([1_000, Number.POSITIVE_INFINITY])('wakes after %d milliseconds, not earlier', async (withinMs) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const waiting = new ChangeSignal().after(0, withinMs, never);
      jest.advanceTimersByTime(999);
      expect(await isSettled(waiting)).toBe(false);
      jest.advanceTimersByTime(1);
      expect(await isSettled(waiting)).toBe(withinMs === 1_000);
    } finally {
      jest.useRealTimers();
    }
  });
});
