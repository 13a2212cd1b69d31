import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { createHandler } from '../../../lambdas/recordMailEvent.ts';
import { mailDelivery } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { MAIL_LEASE_MS } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import {
  ABOUT_TAG,
  CHANNEL_TAG,
  ENDPOINT_TAG,
  TEST_CHANNEL,
} from '../../../shared/deliveries/channels/mail/sending/mailer.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { failedDeliveryKey, mailKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { type Claim, DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import { endpointKey } from '../../../shared/storage/table/itemKeys.ts';
import { catchLogs, type Logged } from '../../support/logged.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import { tableOf } from '../../support/simulator/rights.ts';
import { SimulatedPipeline } from '../shared/deliveries/support/simulatedPipeline.ts';

const RECIPIENT = 'recipient@example.com';

const CONTEXT = { getRemainingTimeInMillis: () => 10_000 } as Context;

let table: MemoryTable;
/** The function's, under its policy. */
let ownTable: MemoryTable;
let records: DeliveryRecords;
let handle: (event: Event) => Promise<void>;
let endpointId: string;
let submissionId: string;
let logged: Logged;

beforeEach(async () => {
  const items = new MemoryItems();
  table = new MemoryTable(items);
  ownTable = tableOf('recordMailEvent', items);
  records = new DeliveryRecords(table);
  const handler = createHandler({ records: new DeliveryRecords(ownTable), table: ownTable });
  handle = (event) => handler(event as EventBridgeEvent<string, unknown>, CONTEXT);
  [endpointId, submissionId] = [newId('endpoint'), newId('submission')];
  // Events about other endpoints are not recorded.
  await table.put(endpointKey(endpointId), {});
  logged = catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const countedAsFailed = (): number => logged.metrics.reduce((sum, line) => sum + line.DeliveriesFailed, 0);

interface Event {
  detail: unknown;
}

/** An event of SES in EventBridge (Amazon SES, "Contents of event data"), about a mail of this channel. */
const eventOf = (part: object, channel?: string): Event => ({
  detail: {
    ...part,
    mail: {
      messageId: '0100018e-aaaa-bbbb-cccc-000000000000-000000',
      destination: [RECIPIENT],
      tags: { 'ses:operation': ['SendEmail'], ...tags(), ...(channel && { [CHANNEL_TAG]: [channel] }) },
    },
  },
});

const tags = () => ({ [ABOUT_TAG]: [submissionId], [ENDPOINT_TAG]: [endpointId] });

const bounce = (bounceType: string, bounceSubType: string, channel?: string) => {
  const bouncedRecipients = [{ emailAddress: RECIPIENT, action: 'failed', status: '5.1.1' }];
  return eventOf({ eventType: 'Bounce', bounce: { bounceType, bounceSubType, bouncedRecipients } }, channel);
};

const complaint = (channel?: string, complaintFeedbackType?: string, complaintSubType: string | null = null) => {
  const complainedRecipients = [{ emailAddress: RECIPIENT }];
  const about = { complaintSubType, ...(complaintFeedbackType && { complaintFeedbackType }), complainedRecipients };
  return eventOf({ eventType: 'Complaint', complaint: about }, channel);
};

const delivery = () => mailDelivery({ about: submissionId, endpointId, recipient: RECIPIENT });

async function givenClaim(): Promise<Claim> {
  const claim = await records.begin(delivery(), MAIL_LEASE_MS);
  if (typeof claim === 'string' || 'busyUntil' in claim) throw new Error('there is no claim');
  return claim;
}

const recordSent = (claim: Claim, messageId = 'message-1') =>
  records.record(claim, { state: 'sent', attempt: { durationMs: 1, messageId } });

const givenSent = async () => recordSent(await givenClaim());

/** Its state, and its entry in the list of failures. */
async function known() {
  const note = await table.get(mailKey(endpointId, submissionId, RECIPIENT));
  const entry = await table.get(failedDeliveryKey(submissionId, RECIPIENT));
  return { state: note?.state, reason: entry?.reason, endpointId: entry?.endpointId };
}

describe('a mail event', () => {
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

  test('marks the delivery as failed, also if it arrives twice or before the success is recorded', async () => {
    await handle(bounce('Permanent', 'General'));
    await handle(bounce('Permanent', 'General'));
    expect(await known()).toMatchObject({ state: 'failed', reason: 'bounced: General' });
  });

  test('wins between sending and recording: the mail does not count as sent', async () => {
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

  test("is replaced by a later attempt's outcome", async () => {
    await handle(bounce('Permanent', 'General'));
    const failed = await records.find(delivery());
    expect(failed && (await records.restart(failed))).toBe(true);
    const again = await records.find(delivery());
    const claim = again && (await records.claim(again, MAIL_LEASE_MS));
    expect(claim && (await recordSent(claim, 'message-2'))).toBe('sent');
    expect(await known()).toMatchObject({ state: 'sent' });
  });

  test.each([() => bounce('Permanent', 'General', TEST_CHANNEL), () => complaint(TEST_CHANNEL)])(
    'about a test that an owner sent changes nothing: owners cannot stop confirmations (%#)',
    async (eventAbout) => {
      const never = async () => {
        throw new Error('a test was recorded');
      };
      const record = createHandler({
        records: { fail: never },
        table: { get: never, update: never, getAll: never, transact: never },
      });
      await record(eventAbout() as never, CONTEXT);
      expect(countedAsFailed()).toBe(0);
    },
  );

  test.each([
    ['abuse', null, 1, 1],
    ['virus', null, 1, 1],
    ['of a newer version', null, 1, 1],
    ['not-spam', null, 0, 0],
    [undefined, 'OnAccountSuppressionList', 1, 0],
  ])(
    'about a confirmation, complaint of type %s and %s: is recorded %d times, counts %d times',
    async (type, subType, recorded, times) => {
      const counting = jest.spyOn(table, 'transact');
      const fail = jest.fn(async () => undefined);
      await createHandler({ records: { fail }, table })(complaint('confirmation', type, subType) as never, CONTEXT);
      expect(fail).toHaveBeenCalledTimes(recorded);
      expect(counting).toHaveBeenCalledTimes(times);
    },
  );

  test.each([
    ['General', 1],
    ['OnAccountSuppressionList', 0],
  ])(
    'about a confirmation, %s: is recorded, and counts %d times towards stopping confirmations',
    async (subType, times) => {
      const counting = jest.spyOn(ownTable, 'transact');
      const fail = jest.fn(async () => undefined);
      const record = createHandler({ records: { fail }, table: ownTable });
      await record(bounce('Permanent', subType, 'confirmation') as never, CONTEXT);
      expect(fail).toHaveBeenCalledTimes(1);
      expect(counting).toHaveBeenCalledTimes(times);
    },
  );

  test('is counted once, when it is redelivered after an incomplete recording', async () => {
    jest.spyOn(ownTable, 'getAll').mockRejectedValueOnce(new Error('no table'));
    const record = createHandler({ records: { fail: async () => undefined }, table: ownTable });
    const deliver = () => record(bounce('Permanent', 'General', 'confirmation') as never, CONTEXT);
    await expect(deliver()).rejects.toThrow('recordMailEvent failed');
    await deliver();
    expect(logged.metrics.map(({ ConfirmationsFailed }) => ConfirmationsFailed)).toEqual([1]);
  });
});

const BOUNCE = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: [{ emailAddress: RECIPIENT }] };

const MALFORMED: [what: string, detail: () => unknown][] = [
  ['nothing', () => undefined],
  ['no mail', () => ({ bounce: BOUNCE })],
  ['no tags', () => ({ mail: {}, bounce: BOUNCE })],
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
];

describe('API10:2023 Unsafe Consumption of APIs › events of SES', () => {
  const handleDetail = (detail: unknown) => handle({ detail });

  test.each(MALFORMED)('are rejected as a whole and record nothing: %s', async (_what, detail) => {
    await expect(handleDetail(detail())).rejects.toThrow('recordMailEvent failed; the line before this says why');
    expect(await known()).toMatchObject({ state: undefined });
  });

  test('are recorded if valid, so the others failed for their defect', async () => {
    await handleDetail({ mail: { tags: tags() }, bounce: BOUNCE });
    expect(await known()).toMatchObject({ state: 'failed' });
  });
});
const COMPLAINT = { complaintSubType: null, complainedRecipients: [{ emailAddress: RECIPIENT }] };

test.each([
  ['bounces', 5, 'spreadBounced', { bounce: BOUNCE }],
  ['complaints', 2, 'spreadComplained', { complaint: COMPLAINT }],
])('%s, %i, of an endpoint’s confirmations stop its further ones, and count as %s', async (_, max, spread, event) => {
  const service = new SimulatedPipeline();
  const settings = { confirmation: { subject: 'Please confirm', text: 'We got it.', verify: true } };
  const [endpoint, other] = [await service.newEndpoint(settings), await service.newEndpoint(settings)];
  const own = tableOf('recordMailEvent', service.services.items);
  const record = createHandler({ records: new DeliveryRecords(own), table: own });
  let count = 0;
  const submit = async ({ id }: { id: string }) => {
    const submission = { data: { email: `a${++count}@example.com` }, location: 'Spain', isPending: true };
    const { id: about } = await service.repositories.submissions.create(id, submission);
    await service.settle(service.clock.now());
    const { state, reason } = service.records('confirmation').find((each) => each.about === about) ?? {};
    return reason ?? state;
  };
  const outcomes: unknown[] = [];
  for (let returned = 0; returned <= max; returned++) {
    outcomes.push(await submit(endpoint));
    const { tags } = service.services.mails.at(-1) ?? {};
    await record({ detail: { mail: { tags }, ...event } } as never, CONTEXT);
  }
  expect([...outcomes, await submit(other)]).toEqual([...Array(max).fill('sent'), 'stopped', 'sent']);
  const counts = [...service.services.items.state().values()].map((item) => (item as Record<string, unknown>)[spread]);
  expect(counts.filter((each) => each !== undefined)).toEqual([max]);
});
