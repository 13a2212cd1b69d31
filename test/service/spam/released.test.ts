import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../infra/local/functions/faults.ts';
import { type CloudProcess, newDataFolder, removeFolder, startCloud, UNPACED } from '../../support/cloudProcess.ts';
import { countByRecord, inboxOf, setFaults } from '../../support/notifications.ts';
import { eventually, mailsTo, newEndpoint, newSubmission, outputs, send, uniqueSlug } from '../../support/service.ts';
import { submissionPath } from '../../support/submissions.ts';
import { IS_LONG } from '../../support/testSize.ts';

const COUNT = IS_LONG ? 50 : 8;
const RENAMES = IS_LONG ? 20 : 8;
/** The wait before a queued message is retried. */
const TIMEOUT_MS = 180_000;

/** Faults of AWS that must cause no loss and no duplicates. */
const BAD_DAYS: Record<string, Fault[]> = {
  'a good day': [],
  'SES is out of reach for a while': [{ service: 'ses', kind: 'unavailable', times: IS_LONG ? 30 : 8 }],
  'the table throttles, and loses answers': [
    { service: 'dynamodb', function: 'notifySubmission', kind: 'throttled', times: IS_LONG ? 20 : 4 },
    { service: 'dynamodb', function: 'notifySubmission', action: 'UpdateItem', kind: 'lost', times: IS_LONG ? 5 : 1 },
  ],
  'the queue is out of reach beside SES': [
    { service: 'ses', kind: 'throttled', times: IS_LONG ? 20 : 8 },
    { service: 'sqs', kind: 'unavailable', times: 5 },
  ],
  'the function dies': [{ service: 'lambda', function: 'notifySubmission', kind: 'dies', times: 2 }],
};

let cloud: CloudProcess;
let key: string;
const data = newDataFolder();
beforeAll(async () => {
  cloud = await startCloud(data, ...UNPACED);
  // Only in this file: the helpers now use its own cloud.
  process.env.FORMS_TEST_OUTPUTS = JSON.stringify(cloud.outputs);
  key = outputs().apiKey;
}, 120_000);
afterAll(async () => {
  await cloud?.end('SIGTERM');
  removeFolder(data);
});

const mark = (endpointId: string, id: string, isSpam: boolean) =>
  send('PUT', submissionPath(endpointId, id), { key, json: { isSpam } });

const held = (endpointId: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => newSubmission(endpointId, { number, _gotcha: 'spam' })));

describe(`"No spam" on ${COUNT} held submissions`, () => {
  test.each(Object.entries(BAD_DAYS))(
    'sends as many mails, each once, beside endpoints that change: %s',
    async (_what, faults) => {
      const recipient = `${uniqueSlug()}@example.com`;
      const { id, name } = await newEndpoint(key, { targetEmails: [recipient] });
      const ids = await held(id, COUNT);
      const stillHeld = await held(id, 5);
      await setFaults(outputs(), faults);
      const rename = async () => {
        for (let i = 0; i < RENAMES; i++)
          await send('PUT', `/v1/endpoint/${id}`, { key, json: { name: `${name} ${i}` } });
      };
      // Changing a mark back and forth causes no second mail.
      const release = async (submission: string) => {
        await mark(id, submission, false);
        await mark(id, submission, true);
        await mark(id, submission, false);
      };
      await Promise.all([rename(), ...ids.map(release), ...ids.map((submission) => mark(id, submission, false))]);
      await eventually(
        () => mailsTo(recipient),
        (mails) => mails.length >= COUNT,
        TIMEOUT_MS,
      );
      await setFaults(outputs(), []);
      // Later stream records were handled after it.
      const last = await newSubmission(id, { message: 'the last' });
      await eventually(
        () => mailsTo(recipient),
        (mails) => mails.some(({ body }) => body.text.includes(last)),
        TIMEOUT_MS,
      );
      const counts = countByRecord(
        (await inboxOf(outputs())).filter(({ destination }) => destination.to.includes(recipient)),
      );
      expect(counts).toEqual(new Map([...ids, last].map((each) => [`${each} to ${recipient}`, 1])));
      for (const each of stillHeld)
        expect((await send('GET', submissionPath(id, each), { key })).json).toMatchObject({ isSpam: true });
    },
    TIMEOUT_MS,
  );
});

describe('a mark', () => {
  test('as spam by a person sends nothing and takes nothing back: no mail follows when it is taken away', async () => {
    const recipient = `${uniqueSlug()}@example.com`;
    const { id } = await newEndpoint(key, { targetEmails: [recipient] });
    const submission = await newSubmission(id);
    await eventually(
      () => mailsTo(recipient),
      (mails) => mails.length === 1,
    );
    expect((await mark(id, submission, true)).json).not.toHaveProperty('spamReason');
    await mark(id, submission, false);
    const last = await newSubmission(id, { message: 'the last' });
    const mails = await eventually(
      () => mailsTo(recipient),
      (all) => all.some(({ body }) => body.text.includes(last)),
    );
    expect(mails).toHaveLength(2);
  });

  test('as spam of what is held already keeps it held, as a person’s word without the reason', async () => {
    const recipient = `${uniqueSlug()}@example.com`;
    const { id } = await newEndpoint(key, { targetEmails: [recipient] });
    const [submission = ''] = await held(id, 1);
    const path = submissionPath(id, submission);
    expect((await send('GET', path, { key })).json).toMatchObject({ isSpam: true, spamReason: 'honeypot' });
    expect((await mark(id, submission, true)).json).not.toHaveProperty('spamReason');
    expect((await send('GET', path, { key })).json).not.toHaveProperty('spamReason');
    await mark(id, submission, false);
    await eventually(
      () => mailsTo(recipient),
      (mails) => mails.length === 1,
    );
  });

  test('as no spam is notified with the current settings of the endpoint: its new name and addresses, and nobody if it is off', async () => {
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

test('the subject and the address to answer are the form’s own, also after it was held', async () => {
  const recipient = `${uniqueSlug()}@example.com`;
  const { id, name } = await newEndpoint(key, { targetEmails: [recipient] });
  const fields = { _subject: 'An offer\r\nBcc: all@example.com', _replyto: 'ada@example.com', _gotcha: 'x' };
  const submission = await newSubmission(id, fields);
  await mark(id, submission, false);
  const [mail] = await eventually(
    () => mailsTo(recipient),
    (mails) => mails.length === 1,
  );
  expect(mail).toMatchObject({ subject: `${name}: An offer Bcc: all@example.com`, replyTo: ['ada@example.com'] });
  expect((await send('GET', submissionPath(id, submission), { key })).json.data).toEqual({
    _replyto: 'ada@example.com',
  });
});
