import { describe, expect, test } from '@jest/globals';
import type { Endpoints } from '../../../../../../shared/storage/endpoints/endpoints.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const BEFORE = ['old@example.com', 'both@example.com'];

/**
 * Changes an endpoint between a submission and its notification.
 * @returns the recipients of mail
 */
async function mailedAfter(change: (endpoints: Endpoints, endpoint: StoredEndpoint) => Promise<unknown>) {
  const cloud = new SimulatedPipeline();
  const endpoint = await cloud.newEndpoint({ targetEmails: BEFORE });
  await cloud.submit(endpoint);
  await change(cloud.repositories.endpoints, endpoint);
  await cloud.settleNow();
  expect(cloud.messages()).toEqual([]);
  return cloud.services.mails.map(({ recipient }) => recipient).sort();
}

describe('the settings at the time of sending apply', () => {
  test.each([
    ['nothing changed', {}, [...BEFORE].sort()],
    ['notifications were switched off', { emailNotifications: false }, []],
    [
      'the recipients were replaced',
      { targetEmails: ['both@example.com', 'new@example.com'] },
      ['both@example.com', 'new@example.com'],
    ],
    ['the recipients were removed', { targetEmails: [] }, []],
    ['the endpoint was disabled, which refuses later submissions alone', { isEnabled: false }, [...BEFORE].sort()],
  ])('when %s', async (_what, changes, recipients) => {
    const change = async (endpoints: Endpoints, endpoint: StoredEndpoint) =>
      Object.keys(changes).length > 0 && endpoints.update(endpoint, changes);
    expect(await mailedAfter(change)).toEqual(recipients);
  });

  test('when the endpoint was deleted, nothing is sent', async () => {
    expect(await mailedAfter((endpoints, endpoint) => endpoints.delete(endpoint))).toEqual([]);
  });

  test('also to a queued mail: an address removed from the endpoint gets no mail', async () => {
    const cloud = new SimulatedPipeline({ mailsPerSecond: 1 });
    const endpoint = await cloud.newEndpoint({ targetEmails: BEFORE });
    await cloud.submit(endpoint);
    const { update } = cloud.repositories.endpoints;
    cloud.services.outage = async ({ service }) => {
      if (service !== 'ses' || cloud.services.mails.length > 0) return;
      await update.call(cloud.repositories.endpoints, endpoint, { targetEmails: ['new@example.com'] });
    };
    await cloud.settle();
    expect(cloud.services.mails).toHaveLength(1);
    expect(cloud.mailsTo('new@example.com')).toEqual([]);
    expect(
      cloud
        .records()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['sent', 'skipped']);
  });
});
