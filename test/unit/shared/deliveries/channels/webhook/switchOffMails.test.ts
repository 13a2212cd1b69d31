import { beforeEach, describe, expect, test } from '@jest/globals';
import { WEBHOOKS_PER_ENDPOINT_MAX } from '../../../../../../shared/contract/limits.ts';
import { switchOffId } from '../../../../../../shared/deliveries/channels/mail/switchOff/switchOffId.ts';
import { switchOffMessage } from '../../../../../../shared/deliveries/channels/mail/switchOff/switchOffMessages.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import type { StoredWebhook } from '../../../../../../shared/storage/webhooks/storedWebhook.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ADDRESSES = Array.from({ length: 13 }, (_, i) => `address${i}@example.com`);
const TIMES = 8;

let cloud: SimulatedPipeline;
let endpoint: StoredEndpoint;
let midnight: number;

/** 1 January at 00:00; each test continues at noon of a later day. */
beforeEach(async () => {
  cloud = new SimulatedPipeline();
  cloud.answer = () => ({ status: 410, error: 'status' });
  midnight = cloud.clock.now();
  endpoint = await cloud.newEndpoint({ targetEmails: ADDRESSES, emailNotifications: false });
});

const middayOf = (day: number) => cloud.settleUntil(midnight + day * DAY_MS + 12 * HOUR_MS);

async function refuse(): Promise<void> {
  await cloud.submit(endpoint);
  await cloud.settleUntil(cloud.clock.now() + 60_000);
}

async function refuseAndSwitchOn(webhook: StoredWebhook): Promise<void> {
  await refuse();
  const off = await cloud.webhookNow(webhook);
  expect(off.disabledReason).toBe('gone');
  await cloud.enable(off);
}

const remove = (webhook: StoredWebhook) => cloud.webhooks.delete(webhook);

const mailsToEach = () => ADDRESSES.map((to) => cloud.mailsTo(to).length);
const each = (mails: number) => ADDRESSES.map(() => mails);

describe('an address gets', () => {
  test.each([
    ['on the day that it was created', 0],
    ['on a later day', 1],
  ])(`one mail about a webhook that is switched off ${TIMES} times %s`, async (_when, day) => {
    const webhook = await cloud.newWebhook(endpoint);
    await middayOf(day);
    for (let i = 0; i < TIMES; i++) await refuseAndSwitchOn(webhook);
    expect(mailsToEach()).toEqual(each(1));
  });

  test('another mail on the next day', async () => {
    const webhook = await cloud.newWebhook(endpoint);
    for (const day of [0, 1, 2]) {
      await middayOf(day);
      await refuseAndSwitchOn(webhook);
      await refuseAndSwitchOn(webhook);
    }
    expect(mailsToEach()).toEqual(each(3));
  });

  test('one for each webhook that is switched off on a day', async () => {
    for (let i = 0; i < 3; i++) await cloud.newWebhook(endpoint);
    await middayOf(1);
    await refuse();
    expect(mailsToEach()).toEqual(each(3));
  });

  test(`at most ${WEBHOOKS_PER_ENDPOINT_MAX + 1} of an endpoint in a day, through any changes of its webhooks`, async () => {
    const webhooks: StoredWebhook[] = [];
    for (let i = 0; i < WEBHOOKS_PER_ENDPOINT_MAX; i++) webhooks.push(await cloud.newWebhook(endpoint));
    await middayOf(1);
    await refuse();
    for (const webhook of webhooks) await cloud.enable(await cloud.webhookNow(webhook));
    await refuse();
    for (const webhook of webhooks) await remove(webhook);
    for (let i = 0; i < TIMES; i++) {
      for (let j = 0; j < WEBHOOKS_PER_ENDPOINT_MAX; j++) webhooks[j] = await cloud.newWebhook(endpoint);
      await refuse();
      for (const webhook of webhooks) await remove(webhook);
    }
    expect(mailsToEach()).toEqual(each(WEBHOOKS_PER_ENDPOINT_MAX + 1));
  });
});

describe('the mail', () => {
  const textOf = () => cloud.services.mails[0]?.text;

  test('names the receiver by its host and says why it was switched off', async () => {
    const { id } = await cloud.newWebhook(endpoint, { url: 'https://hooks.example.com/secret' });
    await middayOf(1);
    await refuse();
    expect(cloud.services.mails[0]?.subject).toMatch(/^Webhook switched off: /);
    expect(textOf()).toMatch(/A webhook of this form was switched off.*hooks\.example\.com\s.*It responded with 410/s);
    expect(textOf()).toContain(`Webhook ${id}`);
    expect(textOf()).not.toContain('/secret');
  });

  test('about webhooks created on the same day names all that are off', async () => {
    const webhooks = [await cloud.newWebhook(endpoint), await cloud.newWebhook(endpoint)];
    await refuse();
    expect(mailsToEach()).toEqual(each(1));
    expect(cloud.services.mails[0]?.subject).toMatch(/^Webhooks switched off: /);
    for (const { id } of webhooks) expect(textOf()).toContain(`Webhook ${id}`);
  });
});

test('sends no mail about a re-enabled or deleted webhook', async () => {
  const webhook = await cloud.newWebhook(endpoint);
  await refuse();
  const off = await cloud.webhookNow(webhook);
  const about = switchOffId(off.id, { createdAt: off.createdAt, disabledAt: String(off.disabledAt) });
  const composed = () => switchOffMessage(cloud.table, endpoint, about);
  expect((await composed())?.().subject).toMatch(/^Webhook switched off: /);
  await cloud.enable(off);
  expect(await composed()).toBeUndefined();
  await remove(webhook);
  expect(await composed()).toBeUndefined();
});
