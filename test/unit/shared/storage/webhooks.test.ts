import { expect, test } from '@jest/globals';
import { SimulatedPipeline } from '../deliveries/support/simulatedPipeline.ts';

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
