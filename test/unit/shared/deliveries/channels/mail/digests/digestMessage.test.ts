import { expect, test } from '@jest/globals';
import { digestAt } from '../../../../../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { SimulatedPipeline } from '../../../support/simulatedPipeline.ts';

test('a digest that is retried on the same instance contains only stored submissions', async () => {
  const cloud = new SimulatedPipeline();
  const { id: endpointId } = await cloud.newEndpoint({ targetEmails: ['a@example.com'] });
  const [first = ''] = await cloud.submit({ id: endpointId }, 1, '{"message":"deleted"}');
  await cloud.submit({ id: endpointId }, 1, '{"message":"kept"}');
  const { mail } = cloud.partsFor(cloud.newProcess());
  const about = digestAt(endpointId, cloud.clock.now()).id;
  const event = { event: 'digest.due' as const, endpointId, about, at: cloud.clock.now(), isOfSpam: false, hops: 0 };
  const send = async () => {
    const { ready } = await mail.channels.mail.plan(endpointId, [event]);
    await ready[0]?.send();
    return cloud.services.mails.at(-1)?.text;
  };
  expect(await send()).toMatch(/deleted.*kept/s);
  await cloud.repositories.submissions.delete(endpointId, first);
  const again = await send();
  expect(again).toContain('kept');
  expect(again).not.toContain('deleted');
});
