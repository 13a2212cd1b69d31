import { MessageRejected } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { newId } from '../../../shared/runtime/newId.ts';
import { endpointKey } from '../../../shared/storage/itemKeys.ts';
import { NotificationRecords } from '../../../shared/storage/notificationRecords.ts';
import { FaultPlan } from '../../support/simulator/faultPlan.ts';
import { SimulatedService, submissionIdOf } from './support/simulatedService.ts';

const RECORDS = 1_000;
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
  /** A service with endpoints, and poison of every sort with the whole reason that is expected for each. */
  async function givenPoison() {
    const service = new SimulatedService({ refuse: refuseBadAddress, mailsPerHour: 100_000 });
    const good = (await service.newEndpoint([GOOD_ADDRESS])).id;
    const withBadAddress = (await service.newEndpoint([BAD_ADDRESS, GOOD_ADDRESS])).id;
    const malformed = newId('endpoint');
    await service.table.put({ ...endpointKey(malformed), id: malformed, targetEmails: 'none' }, {});
    const endpointIsThere = 'unreadable: $ZodError';
    const poison = [
      {
        records: await service.submit(withBadAddress, 2),
        recipient: BAD_ADDRESS,
        reason: 'MessageRejected: no such mailbox',
      },
      { records: await service.submit(good, 2, '{"message":'), recipient: '*', reason: 'unreadable: SyntaxError' },
      { records: (await service.submit(good, 1)).map(withoutImage), recipient: '*', reason: endpointIsThere },
      { records: await service.submit(malformed, 2), recipient: '*', reason: endpointIsThere },
    ];
    return { service, good, poison };
  }

  test(
    'hold up no other, and are on the list of what failed with their reasons',
    async () => {
      const { service, good, poison } = await givenPoison();
      const bad = poison.flatMap(({ records }) => records);
      const records = spread(bad, await service.submit(good, RECORDS - bad.length));
      await service.bring(records);
      await service.drain();
      const unreadable = poison.filter(({ recipient }) => recipient === '*').flatMap((each) => each.records);
      for (const record of records) {
        const times = service.mails(submissionIdOf(record), GOOD_ADDRESS).length;
        expect(times).toBe(unreadable.includes(record) ? 0 : 1);
      }
      expect(service.counted).toMatchObject({ failed: bad.length, sent: RECORDS - unreadable.length });
      expect(service.failedRecords).toEqual([]);
      const expected = poison.flatMap(({ records: some, recipient, reason }) =>
        some.map((record) => ({ about: submissionIdOf(record), recipient, reason })),
      );
      expect(await failuresOf(service)).toEqual(expected.sort((a, b) => a.about.localeCompare(b.about)));
    },
    TIMEOUT_MS,
  );

  test('come again while their failure cannot be recorded', async () => {
    const { service, good } = await givenPoison();
    const records = await service.submit(good, 1, '{"message":');
    const plan = new FaultPlan([[1, 'throttled']]);
    await service.bring(records, plan);
    // Recorded at the second attempt, and then counted.
    expect(plan.calls).toHaveLength(3);
    expect(await failuresOf(service)).toHaveLength(1);
  });
});

const withoutImage = (record: DynamoDBRecord): DynamoDBRecord => {
  const { NewImage: _lost, ...dynamodb } = record.dynamodb ?? {};
  return { ...record, dynamodb };
};

/** Some in the midst of many, evenly. */
function spread<T>(some: T[], many: T[]): T[] {
  const distance = Math.floor(many.length / some.length);
  return many.flatMap((one, i) => (i % distance === 0 ? [one, ...some.slice(i / distance, i / distance + 1)] : [one]));
}

/** What is listed as failed. */
async function failuresOf(service: SimulatedService) {
  const found = [];
  for await (const { about, recipient, reason } of new NotificationRecords(service.table).failures()) {
    found.push({ about, recipient, reason });
  }
  return found;
}
