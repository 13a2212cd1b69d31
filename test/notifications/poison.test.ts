import { MessageRejected } from '@aws-sdk/client-sesv2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { newId } from '../../shared/ids.ts';
import { NOTIFICATION_METRICS } from '../../shared/notifications/metrics.ts';
import { type FailedNote, Notes } from '../../shared/notifications/notes.ts';
import { endpointKey } from '../../shared/repositories/itemKeys.ts';
import { catchLogs } from '../support/logged.ts';
import { newEndpoint, newWorkspace, sharedTable } from '../support/service.ts';
import { FaultPlan, Invocation } from './support/faultyCalls.ts';
import { deliver, nameOfNote, newRecords, submissionIdOf, World } from './support/world.ts';

const RECORDS = 1_000;
const BATCH = 100;
const BAD_ADDRESS = 'undeliverable@example.com';
const GOOD_ADDRESS = 'fine@example.com';
const TIMEOUT_MS = 120_000;

const refuseBadAddress = (recipient: string) =>
  recipient === BAD_ADDRESS ? new MessageRejected({ message: 'no such mailbox', $metadata: {} }) : undefined;

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe(`poisoned records among ${RECORDS}`, () => {
  let good: string;
  let withBadAddress: string;
  let malformed: string;

  beforeAll(async () => {
    const { key } = await newWorkspace();
    good = (await newEndpoint(key, { targetEmails: [GOOD_ADDRESS] })).id;
    withBadAddress = (await newEndpoint(key, { targetEmails: [BAD_ADDRESS, GOOD_ADDRESS] })).id;
    malformed = newId('endpoint');
    await sharedTable().put({ ...endpointKey(malformed), id: malformed, targetEmails: 'none' }, {});
  });
  afterAll(() => sharedTable().delete(endpointKey(malformed)));

  /** Poison of every sort, the whole reason that is expected for each. */
  const poison = () => [
    { records: newRecords(withBadAddress, 2), recipient: BAD_ADDRESS, reason: 'MessageRejected: no such mailbox' },
    { records: newRecords(good, 2, '{"message":'), recipient: '*', reason: 'unreadable: SyntaxError' },
    { records: newRecords(good, 1).map(withoutImage), recipient: '*', reason: 'unreadable: $ZodError' },
    { records: newRecords(malformed, 2), recipient: '*', reason: 'unreadable: $ZodError' },
  ];

  test(
    'hold up no other, and are on the list of what failed with their reasons',
    async () => {
      const poisoned = poison();
      const world = new World(sharedTable());
      const bad = poisoned.flatMap(({ records }) => records);
      const records = spread(bad, newRecords(good, RECORDS - bad.length));
      const batches = Array.from({ length: RECORDS / BATCH }, (_, i) => records.slice(i * BATCH, (i + 1) * BATCH));
      const invoke = (rest: DynamoDBRecord[]) =>
        world.announce(new Invocation(new FaultPlan()), rest, refuseBadAddress);
      const deliveries = await Promise.all(batches.map((batch) => deliver(batch, world.clock, invoke)));
      expect(deliveries).toEqual(batches.map(() => 1));
      const unreadable = poisoned.filter(({ recipient }) => recipient === '*').flatMap((each) => each.records);
      for (const record of records) {
        const times = world.timesSent(nameOfNote(submissionIdOf(record), GOOD_ADDRESS));
        expect(times).toBe(unreadable.includes(record) ? 0 : 1);
      }
      expect(countedIn(world)).toEqual({
        NotificationsFailed: bad.length,
        NotificationsSent: RECORDS - unreadable.length,
        NotificationsRetried: 0,
      });
      const failed = await failuresOf(bad);
      const expected = poisoned.flatMap(({ records: some, recipient, reason }) =>
        some.map((record) => ({ submissionId: submissionIdOf(record), recipient, reason })),
      );
      expect(failed.map(({ submissionId, recipient, reason }) => ({ submissionId, recipient, reason }))).toEqual(
        expected.sort((a, b) => a.submissionId.localeCompare(b.submissionId)),
      );
    },
    TIMEOUT_MS,
  );

  test('come again while their failure cannot be recorded', async () => {
    const [record] = newRecords(good, 1, '{"message":');
    const world = new World(sharedTable());
    const plan = new FaultPlan([[1, 'throttled']]);
    const deliveries = await deliver([record as DynamoDBRecord], world.clock, (rest) =>
      world.announce(new Invocation(plan), rest),
    );
    expect(deliveries).toBe(2);
    expect(await failuresOf([record as DynamoDBRecord])).toHaveLength(1);
  });
});

/** What the metrics say. */
function countedIn({ metrics }: World): Record<string, number> {
  const logged = catchLogs();
  metrics.flush(0);
  const [line] = logged.metrics;
  return Object.fromEntries(Object.values(NOTIFICATION_METRICS).map((name) => [name, line[name]]));
}

const withoutImage = (record: DynamoDBRecord): DynamoDBRecord => {
  const { NewImage: _lost, ...dynamodb } = record.dynamodb ?? {};
  return { ...record, dynamodb };
};

/** Some in the midst of many, evenly. */
function spread<T>(some: T[], many: T[]): T[] {
  const distance = Math.floor(many.length / some.length);
  return many.flatMap((one, i) => (i % distance === 0 ? [one, ...some.slice(i / distance, i / distance + 1)] : [one]));
}

/** What is listed as failed of these records, and taken off the list. */
async function failuresOf(records: DynamoDBRecord[]): Promise<FailedNote[]> {
  const notes = new Notes(sharedTable());
  const ids = new Set(records.map(submissionIdOf));
  const found: FailedNote[] = [];
  for await (const failed of notes.failures()) {
    if (!ids.has(failed.submissionId)) continue;
    found.push(failed);
    await notes.forgetFailure(failed);
  }
  return found;
}
