import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Endpoints, type StoredEndpoint } from '../../../shared/storage/endpoints.ts';
import { SimulatedService } from './support/simulatedService.ts';

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Changes to an endpoint after a submission and before its record is handled; tells the recipients. */
async function announcedAfter(change: (endpoints: Endpoints, endpoint: StoredEndpoint) => Promise<unknown>) {
  const service = new SimulatedService();
  const endpoint = await service.newEndpoint(BEFORE);
  const records = await service.submit(endpoint.id);
  await change(new Endpoints(service.table), endpoint);
  await service.bring(records);
  expect(service.queue.messages).toEqual([]);
  return service.services.mails.map(({ recipient }) => recipient).sort();
}

const BEFORE = ['old@example.com', 'both@example.com'];

describe('the settings that count are those when the notification is sent', () => {
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
    expect(await announcedAfter(change)).toEqual(recipients);
  });

  test('when the endpoint was deleted, nothing is sent', async () => {
    expect(await announcedAfter((endpoints, endpoint) => endpoints.delete(endpoint))).toEqual([]);
  });

  test('when a queued notification comes up, too: to nobody whom the endpoint does not have any more', async () => {
    const service = new SimulatedService({ mailsPerSecond: 1 });
    const endpoint = await service.newEndpoint(BEFORE);
    await service.bring(await service.submit(endpoint.id));
    expect(service.queue.messages).toHaveLength(1);
    await new Endpoints(service.table).update(endpoint, { targetEmails: ['new@example.com'] });
    await service.drain();
    expect(service.mailsTo('new@example.com')).toEqual([]);
    expect(service.services.mails).toHaveLength(1);
  });
});
