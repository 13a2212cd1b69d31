import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { createHandler } from '../../../lambdas/recordMailEvent.ts';
import { mailDelivery } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { ABOUT_TAG, CHANNEL_TAG, ENDPOINT_TAG, TEST_CHANNEL } from '../../../shared/deliveries/channels/mail/mailer.ts';
import { MAIL_LEASE_MS } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { failedDeliveryKey, mailKey } from '../../../shared/storage/deliveryKeys.ts';
import { type Claim, DeliveryRecords } from '../../../shared/storage/deliveryRecords.ts';
import { statisticsKey } from '../../../shared/storage/itemKeys.ts';
import { catchLogs, type Logged } from '../../support/logged.ts';
import { eventually, newEndpoint, newWorkspace, sharedTable } from '../../support/service.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';

const RECIPIENT = 'recipient@example.com';

const CONTEXT = { getRemainingTimeInMillis: () => 10_000 } as Context;

const records = new DeliveryRecords(sharedTable());
let handle: (event: EventBridgeEvent<string, unknown>) => Promise<void>;
/** Exists, since events about other endpoints are not recorded. */
let endpointId: string;
let submissionId: string;
let logged: Logged;

beforeAll(async () => {
  const handler = createHandler({ records, table: sharedTable() });
  handle = (event) => handler(event, CONTEXT);
  const { key } = await newWorkspace();
  ({ id: endpointId } = await newEndpoint(key));
});
beforeEach(() => {
  submissionId = newId('submission');
  logged = catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const countedAsFailed = (): number => logged.metrics.reduce((sum, line) => sum + line.DeliveriesFailed, 0);

/** The event, about a mail of this channel. */
const through = (channel: string, { detail, ...event }: EventBridgeEvent<string, unknown>) => ({
  ...event,
  detail: { ...(detail as object), mail: { ...mail(), tags: { ...mail().tags, [CHANNEL_TAG]: [channel] } } },
});

/** An SES event in EventBridge with the tags of this service's messages (Amazon SES, "Contents of event data"). */
const eventOf = (detailType: string, part: object): EventBridgeEvent<string, unknown> => ({
  version: '0',
  id: '4cd3a8d6-6b66-4f5e-9e0c-3a5b8b7a3f10',
  'detail-type': detailType,
  source: 'aws.ses',
  account: '000000000000',
  time: '2026-03-01T12:00:05Z',
  region: 'us-east-1',
  resources: ['arn:aws:ses:us-east-1:000000000000:configuration-set/notifications'],
  detail: { ...part, mail: mail() },
});

const mail = () => ({
  timestamp: '2026-03-01T12:00:00.000Z',
  source: 'forms@example.com',
  sourceArn: 'arn:aws:ses:us-east-1:000000000000:identity/forms@example.com',
  sendingAccountId: '000000000000',
  messageId: '0100018e-aaaa-bbbb-cccc-000000000000-000000',
  destination: [RECIPIENT],
  headersTruncated: false,
  headers: [{ name: 'To', value: RECIPIENT }],
  commonHeaders: { from: ['forms@example.com'], to: [RECIPIENT], subject: 'New submission: Contact form' },
  tags: {
    'ses:source-tls-version': ['TLSv1.3'],
    'ses:operation': ['SendEmail'],
    'ses:configuration-set': ['notifications'],
    'ses:from-domain': ['example.com'],
    'ses:caller-identity': ['notifySubmission'],
    submissionId: [submissionId],
    endpointId: [endpointId],
  },
});

const bounce = (bounceType: string, bounceSubType: string) =>
  eventOf('Email Bounced', {
    eventType: 'Bounce',
    bounce: {
      feedbackId: '0100018e-dddd-eeee-ffff-000000000000-000000',
      bounceType,
      bounceSubType,
      bouncedRecipients: [
        { emailAddress: RECIPIENT, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
      ],
      timestamp: '2026-03-01T12:00:04.000Z',
      reportingMTA: 'dsn; a8-70.smtp-out.amazonses.com',
    },
  });

const complaint = () =>
  eventOf('Email Complaint Received', {
    eventType: 'Complaint',
    complaint: {
      feedbackId: '0100018e-1111-2222-3333-000000000000-000000',
      complaintSubType: null,
      complainedRecipients: [{ emailAddress: RECIPIENT }],
      timestamp: '2026-03-01T12:00:04.000Z',
      userAgent: 'Amazon SES Mailbox Simulator',
      complaintFeedbackType: 'abuse',
      arrivalDate: '2026-03-01T12:00:04.000Z',
    },
  });

const delivery = () => mailDelivery({ about: submissionId, endpointId, recipient: RECIPIENT });

async function givenClaim(): Promise<Claim> {
  const claim = await records.begin(delivery(), MAIL_LEASE_MS);
  if (typeof claim === 'string' || 'busyUntil' in claim) throw new Error('there is no claim');
  return claim;
}

const recordSent = (claim: Claim, messageId = 'message-1') =>
  records.record(claim, { state: 'sent', attempt: { durationMs: 1, messageId } });

const givenSent = async () => recordSent(await givenClaim());

/** Its state, and its entry in the list of failures, which is then removed. */
async function known() {
  const note = await sharedTable().get(mailKey(endpointId, submissionId, RECIPIENT));
  const entry = await sharedTable().get(failedDeliveryKey(submissionId, RECIPIENT));
  await sharedTable().delete(failedDeliveryKey(submissionId, RECIPIENT));
  return { state: note?.state, reason: entry?.reason, endpointId: entry?.endpointId };
}

describe('an event about a notification', () => {
  test.each(['General', 'NoEmail', 'Suppressed', 'OnAccountSuppressionList'])(
    'Bounce, permanent, %s: it counts as failed and is listed with the reason',
    async (subType) => {
      await givenSent();
      await handle(bounce('Permanent', subType));
      expect(await known()).toEqual({ state: 'failed', reason: `bounced: ${subType}`, endpointId });
      expect(countedAsFailed()).toBe(1);
    },
  );

  test.each([
    ['Transient', 'General'],
    ['Transient', 'MailboxFull'],
    ['Undetermined', 'Undetermined'],
  ])('Bounce, %s, %s: it stays sent', async (type, subType) => {
    await givenSent();
    await handle(bounce(type, subType));
    expect(await known()).toEqual({ state: 'sent', reason: undefined, endpointId: undefined });
    expect(countedAsFailed()).toBe(0);
  });

  test('Complaint: it counts as failed and is listed with the reason', async () => {
    await givenSent();
    await handle(complaint());
    expect(await known()).toMatchObject({ state: 'failed', reason: expect.stringContaining('complaint') });
    expect(countedAsFailed()).toBe(1);
  });

  test('is counted in the statistics of its endpoint', async () => {
    const failed = async () => Number((await sharedTable().get(statisticsKey(endpointId)))?.mailsFailed ?? 0);
    await eventually(
      () => sharedTable().get(statisticsKey(endpointId)),
      (item) => item !== undefined,
    );
    const before = await failed();
    await handle(bounce('Permanent', 'General'));
    expect(await failed()).toBe(before + 1);
    await handle(bounce('Transient', 'General'));
    expect(await failed()).toBe(before + 1);
  });

  test('marks the delivery as failed, also if it arrives twice or before the success is recorded', async () => {
    await handle(bounce('Permanent', 'General'));
    await handle(bounce('Permanent', 'General'));
    expect(await known()).toMatchObject({ state: 'failed', reason: 'bounced: General' });
  });

  test('that arrives between sending and recording wins: the mail does not count as sent', async () => {
    const claim = await givenClaim();
    await handle(bounce('Permanent', 'General'));
    expect(await recordSent(claim)).toBe('failed');
    expect(await known()).toMatchObject({ state: 'failed', reason: 'bounced: General' });
  });

  test('also wins if it arrives between two attempts to record the success', async () => {
    const claim = await givenClaim();
    expect(await recordSent(claim)).toBe('sent');
    await handle(bounce('Permanent', 'General'));
    expect(await recordSent(claim)).toBe('failed');
    expect(await known()).toMatchObject({ state: 'failed', reason: 'bounced: General' });
  });

  test('that arrived before another attempt is replaced by its outcome', async () => {
    await handle(bounce('Permanent', 'General'));
    const failed = await records.find(delivery());
    expect(failed && (await records.restart(failed))).toBe(true);
    const again = await records.find(delivery());
    const claim = again && (await records.claim(again, MAIL_LEASE_MS));
    expect(claim && (await recordSent(claim, 'message-2'))).toBe('sent');
    expect(await known()).toMatchObject({ state: 'sent' });
  });

  test.each([() => bounce('Permanent', 'General'), complaint])(
    'about a test that an owner had sent changes nothing: owners cannot stop confirmations (%#)',
    async (eventAbout) => {
      const never = async () => {
        throw new Error('a test was recorded');
      };
      const record = createHandler({
        records: { fail: never },
        table: { get: never, update: never, query: never, transact: never },
      });
      await record(through(TEST_CHANNEL, eventAbout()), CONTEXT);
      expect(countedAsFailed()).toBe(0);
    },
  );

  test.each([
    ['General', 1],
    ['OnAccountSuppressionList', 0],
  ])('about a confirmation, %s: is recorded, and counts towards their stop %d times', async (subType, times) => {
    const table = new MemoryTable(new MemoryItems());
    const counting = jest.spyOn(table, 'transact');
    const fail = jest.fn(async () => undefined);
    const record = createHandler({ records: { fail }, table });
    await record(through('confirmation', bounce('Permanent', subType)), CONTEXT);
    expect(fail).toHaveBeenCalledTimes(1);
    expect(counting).toHaveBeenCalledTimes(times);
  });

  test('that could not be recorded completely is counted once, when it is delivered again', async () => {
    const table = new MemoryTable(new MemoryItems());
    jest.spyOn(table, 'query').mockRejectedValueOnce(new Error('no table'));
    const record = createHandler({ records: { fail: async () => undefined }, table });
    const deliver = () => record(through('confirmation', bounce('Permanent', 'General')), CONTEXT);
    await expect(deliver()).rejects.toThrow('recordMailEvent failed');
    await deliver();
    expect(logged.metrics.map(({ ConfirmationsFailed }) => ConfirmationsFailed)).toEqual([1]);
  });
});

const tags = () => ({ [ABOUT_TAG]: [submissionId], [ENDPOINT_TAG]: [endpointId] });
const BOUNCE = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress: RECIPIENT }] };

const MALFORMED: [what: string, detail: () => unknown][] = [
  ['nothing', () => undefined],
  ['a text', () => 'bounce'],
  ['no mail', () => ({ bounce: BOUNCE })],
  ['no tags', () => ({ mail: {}, bounce: BOUNCE })],
  ['no tag of the submission', () => ({ mail: { tags: { [ENDPOINT_TAG]: [endpointId] } }, bounce: BOUNCE })],
  [
    'two submissions',
    () => ({ mail: { tags: { ...tags(), [ABOUT_TAG]: [submissionId, submissionId] } }, bounce: BOUNCE }),
  ],
  [
    "a submission's id with more behind it",
    () => ({ mail: { tags: { ...tags(), [ABOUT_TAG]: [`${submissionId}#x`] } }, bounce: BOUNCE }),
  ],
  [
    "an id of another kind for the endpoint's",
    () => ({ mail: { tags: { ...tags(), [ENDPOINT_TAG]: [submissionId] } }, bounce: BOUNCE }),
  ],
  [
    'an id that only inherits',
    () => ({ mail: { tags: JSON.parse(`{"__proto__":${JSON.stringify(tags())}}`) }, bounce: BOUNCE }),
  ],
  [
    'recipients that are none',
    () => ({ mail: { tags: tags() }, bounce: { ...BOUNCE, bouncedRecipients: [RECIPIENT] } }),
  ],
  [
    'an address that is no text',
    () => ({ mail: { tags: tags() }, bounce: { ...BOUNCE, bouncedRecipients: [{ emailAddress: { RECIPIENT } }] } }),
  ],
  ['a type that is no text', () => ({ mail: { tags: tags() }, bounce: { ...BOUNCE, bounceType: ['Permanent'] } })],
  ['a complaint of nobody', () => ({ mail: { tags: tags() }, complaint: {} })],
];

describe('API10:2023 Unsafe Consumption of APIs › events of SES', () => {
  const handleDetail = (detail: unknown) => handle({ detail } as EventBridgeEvent<string, unknown>);

  test.each(MALFORMED)('are rejected as a whole and record nothing: %s', async (_what, detail) => {
    await expect(handleDetail(detail())).rejects.toThrow('recordMailEvent failed; the line before this says why');
    expect(await known()).toMatchObject({ state: undefined });
  });

  test('are recorded if valid: the others failed for their defect', async () => {
    await handleDetail({ mail: { tags: tags() }, bounce: BOUNCE });
    expect(await known()).toMatchObject({ state: 'failed' });
  });
});
