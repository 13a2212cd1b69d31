import { describe, expect, test } from '@jest/globals';
import type { PostResult } from '../../../../../../shared/deliveries/channels/webhook/post.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_MS = 24 * HOUR_S * 1_000;
/** As docs/webhooks.md states them. */
const WAITS_S = [5, 5 * MINUTE_S, 30 * MINUTE_S, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_S)];
const ADDRESSES = ['one@example.com', 'two@example.com'];
/** Each reading advances the simulated clock by a millisecond. */
const READINGS_S = 1;

type Answer = Omit<PostResult, 'durationMs'>;
const BUSY: Answer = { status: 500, error: 'status', answer: 'busy' };
const OK: Answer = { status: 200, answer: 'ok' };

async function given(answer: SimulatedPipeline['answer'], random?: () => number) {
  const cloud = new SimulatedPipeline({ ...(random && { random }) });
  cloud.answer = answer;
  const endpoint = await cloud.newEndpoint({ targetEmails: ADDRESSES, emailNotifications: false });
  const webhook = await cloud.newWebhook(endpoint);
  return { cloud, endpoint, webhook };
}

const waitsIn = ({ seen }: SimulatedPipeline): number[] =>
  seen.slice(1).map(({ atMs }, i) => (atMs - (seen[i]?.atMs ?? 0)) / 1_000);

async function submitEvery(hours: number, days: number, { cloud, endpoint }: Awaited<ReturnType<typeof given>>) {
  const end = cloud.clock.now() + days * DAY_MS;
  for (let at = cloud.clock.now(); at < end; at += hours * HOUR_S * 1_000) {
    await cloud.settleUntil(at);
    await cloud.submit(endpoint);
  }
  await cloud.settleUntil(end);
}

describe('a delivery that is never accepted', () => {
  test.each([
    ['as often as is stated', 0.5, 1],
    ['a tenth sooner at the earliest', 0, 0.9],
    ['a tenth later at the latest', 1, 1.1],
  ])('is tried ten times, %s, and then fails', async (_when, random, share) => {
    const { cloud, endpoint } = await given(
      () => BUSY,
      () => random,
    );
    const [about = ''] = await cloud.submit(endpoint);
    await cloud.settle();
    const waits = waitsIn(cloud);
    expect(waits).toHaveLength(WAITS_S.length);
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual((WAITS_S[i] ?? 0) * share);
      expect(wait).toBeLessThan((WAITS_S[i] ?? 0) * share + READINGS_S);
    }
    const [record] = cloud.records('webhook');
    expect(record).toMatchObject({ about, state: 'failed', answer: 'busy' });
    expect(record).not.toHaveProperty('nextAttemptAt');
    expect(record?.attempts).toHaveLength(10);
    expect(new Set(cloud.seen.map(({ id }) => id)).size).toBe(1);
  });

  test('logs each attempt with start, duration, and status or error', async () => {
    const answers: Answer[] = [{ error: 'timeout' }, { error: 'dns' }, { error: 'tls' }, { error: 'refused' }];
    answers.push({ error: 'blocked' }, { status: 302, error: 'status', answer: 'elsewhere' }, OK);
    const left = [...answers];
    const { cloud, endpoint } = await given(() => left.shift() ?? OK);
    await cloud.submit(endpoint);
    await cloud.settle();
    const [record] = cloud.records('webhook');
    const outcomes = answers.map(({ answer: _, ...outcome }) => outcome);
    expect(record?.attempts).toEqual(
      outcomes.map((outcome) => ({ ...outcome, at: expect.any(String), durationMs: expect.any(Number) })),
    );
    expect([record?.state, record?.answer]).toEqual(['sent', 'ok']);
    const began = record?.attempts.map(({ at }) => at) ?? [];
    expect(began).toEqual([...began].sort());
  });
});

describe('Retry-After', () => {
  const askedFirst = (retryAfterSeconds: number) => {
    let asked = false;
    return (): Answer => {
      const answer = asked ? OK : { ...BUSY, retryAfterSeconds };
      asked = true;
      return answer;
    };
  };

  test.each([
    ['is kept to', HOUR_S, HOUR_S],
    ['counts for a day at most', 10 * 24 * HOUR_S, 24 * HOUR_S],
    ['does not hurry anything', 1, WAITS_S[0] ?? 0],
  ])('%s', async (_what, seconds, expected) => {
    const { cloud, endpoint } = await given(askedFirst(seconds));
    await cloud.submit(endpoint);
    await cloud.settle();
    const [wait] = waitsIn(cloud);
    expect(wait).toBeGreaterThanOrEqual(expected);
    expect(wait).toBeLessThan(expected + READINGS_S);
  });
});

describe('a webhook', () => {
  test('without a success for five days is switched off, and each address is notified once', async () => {
    const one = await given(() => BUSY);
    const { cloud, webhook } = one;
    await submitEvery(12, 6, one);
    const off = await cloud.webhookNow(webhook);
    expect(off).toMatchObject({ isEnabled: false, disabledReason: 'failing', disabledAt: expect.any(String) });
    const [first, last] = [cloud.seen[0], cloud.seen.at(-1)];
    const lastedMs = (last?.atMs ?? 0) - (first?.atMs ?? 0);
    // The attempt that switched it off was the last one: after five days, before the next submission's.
    expect(lastedMs).toBeGreaterThanOrEqual(5 * DAY_MS);
    expect(lastedMs).toBeLessThan(5 * DAY_MS + 12 * HOUR_S * 1_000);
    expect(cloud.services.mails.map(({ recipient }) => recipient).sort()).toEqual(ADDRESSES);
    expect(new Set(cloud.services.mails.map(({ subject }) => subject)).size).toBe(1);
    await cloud.settle();
    const states = cloud.records('webhook').map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['failed', 'skipped']));
    cloud.sources.rewind();
    await cloud.settle();
    expect(cloud.services.mails).toHaveLength(ADDRESSES.length);
    expect(cloud.seen.at(-1)).toBe(last);
  });

  test('stays enabled after a success in between, and its five days start again', async () => {
    const startMs = Date.parse('2026-01-01T00:00:00Z');
    const isUp = (atMs: number) => atMs > startMs + DAY_MS && atMs < startMs + 1.6 * DAY_MS;
    const one = await given(({ atMs }) => (isUp(atMs) ? OK : BUSY));
    await submitEvery(12, 6, one);
    expect(await one.cloud.webhookNow(one.webhook)).toMatchObject({ isEnabled: true });
    await submitEvery(12, 2, one);
    expect(await one.cloud.webhookNow(one.webhook)).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
    expect(one.cloud.services.mails).toHaveLength(ADDRESSES.length);
  });
});
