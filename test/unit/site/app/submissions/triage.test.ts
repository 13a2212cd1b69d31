import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { BULK_IDS_MAX } from '../../../../../shared/contract/limits.ts';
import { answerWith } from '../../../../support/browser/dashboardModules.ts';
import { deferred } from '../../../../support/simulator/deferred.ts';

const { pendingFlags } = await import('../../../../../site/app/submissions/listing.ts');
const { listingOf } = await import('../../../../../site/app/submissions/listings.ts');
const { finishDeletions, remove, setFlags, undo } = await import('../../../../../site/app/submissions/triage.ts');
const { secret } = await import('../../../../../site/app/api/client.ts');
const { TOAST_MS, toasts } = await import('../../../../../site/app/ui/toasts.ts');

const listing = listingOf('enp_1', { tab: 'all', text: '' });
const targets = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: `sub_${String(place).padStart(26, '0')}`,
    isRead: true,
    isSpam: false,
  }));

describe('deletions that can be undone', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(async () => {
    answerWith(() => ({}));
    await finishDeletions();
    toasts.value = [];
    jest.useRealTimers();
  });

  test('are sent once the message that offers it is gone', async () => {
    const sent = answerWith(() => ({}));
    remove(listing, targets(1));
    await jest.advanceTimersByTimeAsync(TOAST_MS - 1);
    expect(sent).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(1);
  });

  test('are all sent at once by a closing page', async () => {
    const answer = deferred<object>();
    const sent = answerWith(() => answer.promise);
    remove(listing, targets(1_200));
    expect(sent).toHaveLength(0);
    dispatchEvent(new Event('pagehide'));
    await jest.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(1_200 / BULK_IDS_MAX);
    expect(sent.every(({ keepalive }) => keepalive)).toBe(true);
    expect(new Set(sent.flatMap(({ body }) => body?.ids)).size).toBe(1_200);
    // Chromium rejects more than 64 kB of such bodies.
    expect(sent.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0)).toBeLessThan(64 * 1024);
    answer.resolve({});
  });

  test('are sent by a closing page although an earlier request about one has no response', async () => {
    const answer = deferred<object>();
    const sent = answerWith(() => answer.promise);
    const [target] = targets(1);
    if (target) void setFlags(listing, [target], { isRead: false }, true);
    await jest.advanceTimersByTimeAsync(0);
    remove(listing, targets(1));
    dispatchEvent(new Event('pagehide'));
    await jest.advanceTimersByTimeAsync(0);
    const urls = sent.map(({ method, url }) => `${method} ${url}`);
    answer.resolve({});
    expect(urls).toEqual(['PUT /v1/submissions/enp_1', 'POST /v1/submissions/enp_1/delete']);
  });

  test.each([
    [1_500, false],
    [1_501, true],
  ])('of %d submissions: leaving is only asked about if a closing page cannot send them', async (count, isAsked) => {
    const answer = deferred<object>();
    const sent = answerWith(() => answer.promise);
    remove(listing, targets(count));
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    await jest.advanceTimersByTimeAsync(0);
    expect([leaving.defaultPrevented, sent.length > 0]).toEqual([isAsked, isAsked]);
    answer.resolve({});
  });

  test('can be completed with the current key', async () => {
    secret.value = 'fbk_first';
    const sent = answerWith(() => ({}));
    remove(listing, targets(2));
    await finishDeletions();
    secret.value = 'fbk_second';
    expect(sent.map(({ key }) => key)).toEqual(['fbk_first']);
    await jest.advanceTimersByTimeAsync(60_000);
    undo();
    expect(sent).toHaveLength(1);
  });
});

test('cancelling marks sends no further requests, and reverts the unsent ones', async () => {
  const answer = deferred<object>();
  const sent = answerWith(() => answer.promise);
  const marked = setFlags(listing, targets(10 * BULK_IDS_MAX), { isSpam: true });
  const marking = toasts.value.find(({ progress }) => progress !== undefined);
  expect(marking?.action?.label).toBe('Cancel');
  marking?.action?.run();
  answer.resolve({});
  await marked;
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(10);
  expect(pendingFlags.size).toBe(0);
});
