import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { newId } from '../../shared/ids.ts';
import { noteKey } from '../../shared/repositories/itemKeys.ts';
import {
  eventually,
  mailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  sharedTable,
  uniqueSlug,
} from '../support/service.ts';
import { FaultPlan, Invocation } from './support/faultyCalls.ts';
import { nameOfNote, newRecords, submissionIdOf, World } from './support/world.ts';

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Handles a record of a submission to an endpoint as it is now; tells the recipients. */
async function announce(endpointId: string): Promise<string[]> {
  const world = new World(sharedTable());
  const [record] = newRecords(endpointId, 1) as [DynamoDBRecord];
  expect(await world.announce(new Invocation(new FaultPlan()), [record])).toEqual([]);
  const id = submissionIdOf(record);
  const notes = await sharedTable().query({
    KeyConditionExpression: 'PK = :pk',
    ExpressionAttributeValues: { ':pk': noteKey(id, '').PK },
  });
  const marked = (notes.Items ?? []).map(({ SK, state }) => `${SK} ${state}`);
  const sent = world.seen.filter(({ what }) => what === 'accepted').map(({ note }) => note);
  expect(marked).toEqual(sent.map((note) => `${note.replace(nameOfNote(id, ''), '')} sent`).sort());
  return sent.map((note) => note.replace(nameOfNote(id, ''), '')).sort();
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
    const { key } = await newWorkspace();
    const { id } = await newEndpoint(key, { targetEmails: BEFORE });
    if (Object.keys(changes).length > 0) {
      expect((await send('PUT', `/v1/endpoint/${id}`, { key, json: changes })).status).toBe(200);
    }
    expect(await announce(id)).toEqual(recipients);
  });

  test('when the endpoint was deleted, nothing is sent', async () => {
    const { key } = await newWorkspace();
    const { id } = await newEndpoint(key, { targetEmails: BEFORE });
    expect((await send('DELETE', `/v1/endpoint/${id}`, { key })).status).toBe(200);
    expect(await announce(id)).toEqual([]);
  });

  test('when there never was such an endpoint, nothing is sent', async () => {
    expect(await announce(newId('endpoint'))).toEqual([]);
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
    // The stream is in order: when a later submission is announced, this one has had its turn.
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
