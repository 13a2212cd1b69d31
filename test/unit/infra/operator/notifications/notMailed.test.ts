import { expect, test } from '@jest/globals';
import { whyNotMailed } from '../../../../../infra/operator/notifications/notMailed.ts';
import { SimulatedPipeline } from '../../../shared/deliveries/support/simulatedPipeline.ts';

test('tells the operator why a submission is not mailed, until it is', async () => {
  const service = new SimulatedPipeline({ mailsPerHour: 1 });
  const { table, repositories } = service;
  const endpoint = await service.newEndpoint({ targetEmails: ['a@example.com'] });
  const held = { data: {}, location: '', spamReason: 'honeypot' };
  const { id: heldId } = await repositories.submissions.create(endpoint.id, held);
  const [mailed = '', over = ''] = await service.submit(endpoint, 2);
  await service.settleNow();
  const why = (id: string) => whyNotMailed(table, endpoint.id, id);
  expect(await why(mailed)).toBeUndefined();
  expect(await why(heldId)).toMatch(/^Not mailed: it is held as spam/);
  expect(await why(over)).toMatch(/over its mail budget, so it is in the digest due 2026-01-01 00:16:00\.000000 UTC$/);
  await service.settle();
  expect(await why(over)).toBeUndefined();
  await repositories.endpoints.update(endpoint, { emailNotifications: false });
  const [off = ''] = await service.submit(endpoint);
  expect(await why(off)).toMatch(/^Not mailed: the endpoint has no recipients, or its notifications are off/);
  await expect(why('sub_missing')).rejects.toThrow('has no submission sub_missing');
});
