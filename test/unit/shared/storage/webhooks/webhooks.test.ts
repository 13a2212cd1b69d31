import { afterEach, expect, jest, test } from '@jest/globals';
import { WEBHOOK_PREVIOUS_SECRET_HOURS } from '../../../../../shared/contract/limits.ts';
import { webhookSecretKey } from '../../../../../shared/storage/webhooks/webhookKeys.ts';
import { credentialsOf } from '../../../../../shared/storage/webhooks/webhookSecrets.ts';
import { SimulatedPipeline } from '../../deliveries/support/simulatedPipeline.ts';

afterEach(() => void jest.restoreAllMocks());

test('a disabled webhook keeps its reason until it is enabled', async () => {
  const cloud = new SimulatedPipeline();
  cloud.answer = () => ({ status: 410, error: 'status' });
  const endpoint = await cloud.newEndpoint();
  const webhook = await cloud.newWebhook(endpoint);
  await cloud.submit(endpoint);
  await cloud.settle();
  const off = await cloud.webhookNow(webhook);
  expect(off).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
  const moved = await cloud.webhooks.update(off, { url: 'https://other.example.com/' }, undefined);
  expect(moved).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
  const on = await cloud.enable(moved);
  expect([on.isEnabled, on.disabledReason, on.disabledAt]).toEqual([true, undefined, undefined]);
});

test('after each of two rotations within a day, the previous secret stays valid for a day', async () => {
  const cloud = new SimulatedPipeline();
  const webhook = await cloud.newWebhook(await cloud.newEndpoint());
  const key = webhookSecretKey(webhook.endpointId, webhook.id);
  const dayAfter = (ms: number) => ms + WEBHOOK_PREVIOUS_SECRET_HOURS * 3_600_000;
  const secretsAt = async (ms: number) => credentialsOf((await cloud.table.get(key)) ?? {}, ms).secrets;
  const [first, second] = [Date.now(), Date.now() + 3_600_000];
  const [before] = await secretsAt(first);
  for (const [at, secret] of [
    [first, 'whsec_1'],
    [second, 'whsec_2'],
  ] as const) {
    jest.spyOn(Date, 'now').mockReturnValue(at);
    await cloud.webhooks.update(webhook, {}, secret);
  }
  expect(await secretsAt(dayAfter(first) - 1)).toEqual(['whsec_2', 'whsec_1', before]);
  expect(await secretsAt(dayAfter(first))).toEqual(['whsec_2', 'whsec_1']);
  expect(await secretsAt(dayAfter(second))).toEqual(['whsec_2']);
});
