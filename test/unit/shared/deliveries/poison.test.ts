import { expect, test } from '@jest/globals';
import { mailId } from '../../../../shared/storage/deliveries/deliveryKeys.ts';
import { FaultPlan } from '../../../support/simulator/faultPlan.ts';
import { SimulatedPipeline } from './support/simulatedPipeline.ts';

const ADDRESS = 'fine@example.com';
const UNREADABLE = '{"message":';

test('an unreadable submission delays no others, and is listed for mail and failed for webhooks', async () => {
  const cloud = new SimulatedPipeline();
  const endpoint = await cloud.newEndpoint({ targetEmails: [ADDRESS] });
  await cloud.newWebhook(endpoint);
  const [before = ''] = await cloud.submit(endpoint);
  const [unreadable = ''] = await cloud.submit(endpoint, 1, UNREADABLE);
  const [after = ''] = await cloud.submit(endpoint);
  await cloud.settleNow();
  expect(cloud.mailsTo(ADDRESS).map(({ about }) => about)).toEqual([before, after]);
  const failure = { about: unreadable, recipient: '*', reason: 'unreadable: SyntaxError' };
  expect(await cloud.failures()).toEqual([expect.objectContaining(failure)]);
  expect(cloud.records('webhook').filter(({ state }) => state !== 'sent')).toEqual([
    expect.objectContaining({ about: unreadable, state: 'failed', reason: 'unreadable' }),
  ]);
});

test('an unreadable submission is retried until its failure is recorded', async () => {
  const cloud = new SimulatedPipeline();
  const [about = ''] = await cloud.submit(await cloud.newEndpoint({ targetEmails: [ADDRESS] }), 1, UNREADABLE);
  // The earlier calls read the endpoint, for mail and for webhooks.
  cloud.plan = new FaultPlan([[2, 'throttled']]);
  await cloud.settle();
  expect(await cloud.failures()).toEqual([expect.objectContaining({ about })]);
  expect(cloud.recordOf(mailId(about, '*'))).toMatchObject({ state: 'failed' });
});
