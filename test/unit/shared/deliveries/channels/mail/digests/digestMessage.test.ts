import { describe, expect, test } from '@jest/globals';
import { digestAt } from '../../../../../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { DIGEST_PERIOD_MS } from '../../../../../../../shared/deliveries/channels/mail/mailTiming.ts';
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

describe('a digest of which submissions are due', () => {
  const DAY_MS = 86_400_000;

  /** Three submissions a minute apart in one digest, its mail as sent a day later, between the first and the second. */
  async function sentLate(fields: object, spam = 0) {
    const cloud = new SimulatedPipeline();
    const endpoint = await cloud.newEndpoint({ targetEmails: ['a@example.com'], ...fields });
    cloud.clock.advance(DIGEST_PERIOD_MS - (cloud.clock.now() % DIGEST_PERIOD_MS));
    const [about, at] = [digestAt(endpoint.id, cloud.clock.now()).id, cloud.clock.now()];
    const ids: string[] = [];
    for (const message of ['first', 'second', 'third']) {
      ids.push(...(await cloud.submit(endpoint, 1, JSON.stringify({ message }))));
      cloud.clock.advance(60_000);
    }
    for (const id of ids.slice(0, spam)) await cloud.repositories.submissions.update(endpoint, id, { isSpam: true });
    cloud.clock.advance(DAY_MS - 150_000);
    const { mail } = cloud.partsFor(cloud.newProcess());
    const event = { event: 'digest.due' as const, endpointId: endpoint.id, about, at, isOfSpam: false, hops: 0 };
    const { ready } = await mail.channels.mail.plan(endpoint.id, [event]);
    await ready[0]?.send();
    return cloud.services.mails.at(-1);
  }

  test('shows and counts the kept ones, and says from when', async () => {
    const mail = await sentLate({ keepDays: 1 });
    expect(mail?.subject).toMatch(/^2 submissions: /);
    expect(mail?.text).toMatch(/Those from before \d\d:\d\d:30 UTC are not included/);
    expect(mail?.text).toMatch(/second.*third/s);
    expect(mail?.text).not.toContain('first');
  });

  test('leaves out those that were marked as spam', async () => {
    const mail = await sentLate({ keepSpamDays: 1 }, 2);
    expect(mail?.subject).toMatch(/^1 submission: /);
    expect(mail?.text).toContain('third');
    expect(mail?.text).not.toMatch(/first|second|not included/);
  });
});
