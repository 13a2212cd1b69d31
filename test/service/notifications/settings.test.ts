import { describe, expect, test } from '@jest/globals';
import {
  eventually,
  mailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  uniqueSlug,
} from '../../support/service.ts';

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
    // The stream is ordered, and what can be sent is sent at once.
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
