import { beforeEach, describe, expect, test } from '@jest/globals';
import type { WebhookUpdate } from '../../../../../../shared/contract/schemas/webhooks/webhook.ts';
import { newWebhookSecret } from '../../../../../../shared/deliveries/channels/webhook/signatures.ts';
import { SWITCH_OFF_AFTER_MS } from '../../../../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import type { StoredWebhook } from '../../../../../../shared/storage/webhooks/storedWebhook.ts';
import { WebhookHealth } from '../../../../../../shared/storage/webhooks/webhookHealth.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const GONE = { status: 410, error: 'status', isGone: true } as const;
const FAILED = { status: 500, error: 'status' } as const;

let cloud: SimulatedPipeline;
let endpoint: StoredEndpoint;
beforeEach(async () => {
  cloud = new SimulatedPipeline();
  endpoint = await cloud.newEndpoint();
});

const REPAIRS: [what: string, changes: WebhookUpdate][] = [
  ['URL', { url: 'https://new.example.com/' }],
  ['format', { format: 'slack' }],
  ['template', { template: '{"a":"b"}' }],
  ['headers', { headers: { Authorization: 'new' } }],
  ['secret', { rotateSecret: true }],
  ['state', { isEnabled: true }],
];

const change = (webhook: StoredWebhook, changes: WebhookUpdate) =>
  cloud.webhooks.update(webhook, changes, changes.rotateSecret ? newWebhookSecret() : undefined);

/** A webhook that has failed for four days, with a delivery that is attempted after five. */
async function givenFailing() {
  const webhook = await cloud.newWebhook(endpoint, { headers: { Authorization: 'old' } });
  cloud.answer = () => FAILED;
  const startMs = cloud.clock.now();
  await cloud.submit(endpoint);
  await cloud.settleUntil(startMs + SWITCH_OFF_AFTER_MS - 86_400_000);
  expect((await cloud.webhookNow(webhook)).failingSince).toBeDefined();
  cloud.clock.advanceTo(startMs + SWITCH_OFF_AFTER_MS + 3_600_000);
  return webhook;
}

describe.each(REPAIRS)('after its %s changed during a request, a webhook', (_what, changes) => {
  test('is not switched off because the old receiver is gone, and gets the event', async () => {
    const webhook = await cloud.newWebhook(endpoint, { headers: { Authorization: 'old' } });
    cloud.answer = async () => {
      await change(webhook, changes);
      return GONE;
    };
    await cloud.submit(endpoint);
    await cloud.settleNow();
    expect(await cloud.webhookNow(webhook)).toMatchObject({ isEnabled: true });
    expect((await cloud.webhookNow(webhook)).disabledReason).toBeUndefined();
    cloud.answer = () => ({ status: 200 });
    await cloud.settle();
    expect(cloud.records('webhook').map(({ state }) => state)).toEqual(['sent']);
  });

  test.each([
    ['does not count as failing', () => cloud.newWebhook(endpoint, { headers: { Authorization: 'old' } })],
    ['is not switched off because the old one has failed for days', givenFailing],
  ])('%s', async (_what, given) => {
    const webhook = await given();
    cloud.answer = async () => {
      await change(await cloud.webhookNow(webhook), changes);
      return FAILED;
    };
    await cloud.submit(endpoint);
    await cloud.settleNow();
    const { isEnabled, failingSince } = await cloud.webhookNow(webhook);
    expect([isEnabled, failingSince]).toEqual([true, undefined]);
  });

  test('starts five new days', async () => {
    const webhook = await givenFailing();
    await change(await cloud.webhookNow(webhook), changes);
    await cloud.submit(endpoint);
    await cloud.settleNow();
    const failing = await cloud.webhookNow(webhook);
    expect(failing.isEnabled).toBe(true);
    expect(failing.failingSince).toMatch(/^2026-01-06/);
  });
});

test('other changes, and repeated settings, do not reset the days of failure', async () => {
  const webhook = await givenFailing();
  const { url, ...found } = await cloud.webhookNow(webhook);
  await change({ url, ...found }, { url, includeSpam: true, events: ['submission.created'] });
  await cloud.submit(endpoint);
  await cloud.settleNow();
  expect(await cloud.webhookNow(webhook)).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
});

test('a success during the last attempt of another invocation keeps a webhook from being switched off', async () => {
  const webhook = await givenFailing();
  cloud.answer = async () => {
    await new WebhookHealth(cloud.table, cloud.clock.now).noteSuccess(await cloud.webhookNow(webhook));
    return FAILED;
  };
  await cloud.submit(endpoint);
  await cloud.settleNow();
  expect(await cloud.webhookNow(webhook)).toMatchObject({ isEnabled: true });
});

test('an event fails permanently, even if a concurrent one switched its webhook off', async () => {
  const webhook = await cloud.newWebhook(endpoint);
  cloud.answer = async () => {
    await new WebhookHealth(cloud.table, cloud.clock.now).switchOff(await cloud.webhookNow(webhook), 'gone');
    return GONE;
  };
  await cloud.submit(endpoint);
  await cloud.settle();
  expect(cloud.records('webhook').map(({ state }) => state)).toEqual(['failed']);
});
