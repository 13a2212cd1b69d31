import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Endpoints, type StoredEndpoint } from '../../../shared/storage/endpoints.ts';
import {
  eventually,
  mailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  uniqueSlug,
} from '../../support/service.ts';
import { World } from '../../unit/notifications/support/world.ts';

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Changes to an endpoint after a submission and before its record is handled; tells the recipients. */
async function announcedAfter(change: (endpoints: Endpoints, endpoint: StoredEndpoint) => Promise<unknown>) {
  const world = new World();
  const endpoint = await world.newEndpoint(BEFORE);
  const records = await world.submit(endpoint.id);
  await change(new Endpoints(world.table), endpoint);
  await world.bring(records);
  expect(world.queue).toEqual([]);
  return world.seen.flatMap(({ what, note }) => (what === 'accepted' ? [note.replace(/^.* to /, '')] : [])).sort();
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
    const world = new World({ mailsPerSecond: 1 });
    const endpoint = await world.newEndpoint(BEFORE);
    await world.bring(await world.submit(endpoint.id));
    expect(world.queue).toHaveLength(1);
    await new Endpoints(world.table).update(endpoint, { targetEmails: ['new@example.com'] });
    await world.drain();
    expect(world.mailsTo('new@example.com')).toEqual([]);
    expect(world.seen.filter(({ what }) => what === 'accepted')).toHaveLength(1);
  });
});

describe('a submission over HTTP', () => {
  const unique = () => `${uniqueSlug()}@example.com`;

  test('is announced to every recipient by a message of its own', async () => {
    const { key } = await newWorkspace();
    const targetEmails = [unique(), unique(), unique()];
    const { id } = await newEndpoint(key, { targetEmails });
    await newSubmission(id);
    for (const address of targetEmails) {
      const mails = await eventually(
        () => mailsTo(address),
        (found) => found.length > 0,
      );
      expect(mails.map(({ destination }) => destination)).toEqual([{ to: [address], cc: [], bcc: [] }]);
    }
  });

  test.each([
    ['off', { emailNotifications: false }],
    ['on again', { emailNotifications: true }],
  ])('to an endpoint with notifications %s', async (_what, { emailNotifications }) => {
    const { key } = await newWorkspace();
    const [address, after] = [unique(), unique()];
    const { id } = await newEndpoint(key, { targetEmails: [address], emailNotifications: false });
    if (emailNotifications) await send('PUT', `/v1/endpoint/${id}`, { key, json: { emailNotifications } });
    await newSubmission(id);
    // The stream is in order, and what can be sent is sent at once.
    const { id: later } = await newEndpoint(key, { targetEmails: [after] });
    await newSubmission(later);
    await eventually(
      () => mailsTo(after),
      (found) => found.length > 0,
    );
    await eventually(
      () => mailsTo(address),
      (found) => found.length === (emailNotifications ? 1 : 0),
    );
  });
});
