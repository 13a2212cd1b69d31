import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  awaitMailsTo,
  eventually,
  mailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  uniqueSlug,
} from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';

let key: string;
beforeAll(async () => {
  key = (await newWorkspace()).key;
});

const mark = (endpointId: string, id: string, isSpam: boolean) =>
  send('PUT', submissionPath(endpointId, id), { key, json: { isSpam } });

const held = (endpointId: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => newSubmission(endpointId, { number, _gotcha: 'spam' })));

describe('a mark', () => {
  test('as not spam notifies by the endpoint’s current settings: new name and addresses, and nobody if it is off', async () => {
    const [before, after] = [`${uniqueSlug()}@example.com`, `${uniqueSlug()}@example.com`];
    const { id } = await newEndpoint(key, { targetEmails: [before] });
    const [first = '', second = ''] = await held(id, 2);
    const update = (json: object) => send('PUT', `/v1/endpoint/${id}`, { key, json });
    await update({ emailNotifications: false });
    await mark(id, first, false);
    // Handled before the next record of the stream.
    await update({ emailNotifications: true, targetEmails: [after], name: 'A new name' });
    await mark(id, second, false);
    const [mail] = await eventually(
      () => mailsTo(after),
      (mails) => mails.some(({ body }) => body.text.includes(second)),
    );
    expect(mail?.subject).toContain('A new name');
    expect(await mailsTo(before)).toEqual([]);
  });
});

test('subject and Reply-To are those of the form, also for a released submission', async () => {
  const recipient = `${uniqueSlug()}@example.com`;
  const { id, name } = await newEndpoint(key, { targetEmails: [recipient] });
  const fields = { _subject: 'An offer\r\nBcc: all@example.com', _replyto: 'ada@example.com', _gotcha: 'x' };
  const submission = await newSubmission(id, fields);
  await mark(id, submission, false);
  const [mail] = await awaitMailsTo(recipient);
  expect(mail).toMatchObject({
    subject: `${name}: An offer Bcc: all@example.com #${submission.slice(-5)}`,
    replyTo: ['ada@example.com'],
  });
  expect((await send('GET', submissionPath(id, submission), { key })).json.data).toEqual({
    _replyto: 'ada@example.com',
  });
});
