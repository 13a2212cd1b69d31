import { digestAt } from '../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { Pacer } from '../../../shared/deliveries/channels/mail/sending/pacer.ts';
import { digestKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { endpointKey, SORT_PREFIX, submissionIdOf, submittedAt } from '../../../shared/storage/table/itemKeys.ts';
import { type ServiceCall, ServiceFailure } from '../../support/simulator/calls.ts';
import type { ConsumerSettings } from '../../support/simulator/consumers.ts';
import { throttled } from '../../support/simulator/faultKinds.ts';
import { idOf } from '../../support/simulator/memoryItems.ts';
import type { Outage } from '../../support/simulator/services.ts';
import type { Consumption } from './consumers.ts';
import { submit } from './deliveryChecks.ts';
import type { Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL, RECIPIENTS } from './submissionScenarios.ts';

interface Notifying {
  submissions: number;
  recipients?: string[];
  settings?: ConsumerSettings;
  outage?: (cloud: SimulatedCloud, endpointId: string) => Outage;
}

const notifying =
  ({ submissions, recipients = RECIPIENTS, settings = {}, outage }: Notifying) =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const { id } = await cloud.newEndpoint({ targetEmails: recipients });
    return {
      run: async () => {
        cloud.settings = settings;
        if (outage) cloud.services.outage = outage(cloud, id);
        for (let i = 0; i < submissions; i++) await submit(cloud, id);
        await cloud.settle();
        await cloud.redriveAll();
      },
      check: async () => {
        const ids = storedIn(cloud, id);
        return ids.flatMap((about) => recipients.flatMap((to) => notMailed(cloud, id, about, to)));
      },
    };
  };

const releasing = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { id: endpointId } = await cloud.newEndpoint({ targetEmails: RECIPIENTS });
  const { submissions } = cloud.repositories;
  const hold = () =>
    submissions.create(endpointId, { data: { message: PERSONAL }, location: 'Spain', spamReason: 'honeypot' });
  const [released, held] = [await hold(), await hold()];
  return {
    run: async () => {
      await submissions.update({ id: endpointId }, released.id, { isSpam: false });
      await cloud.settle();
      await cloud.redriveAll();
    },
    check: async () => [
      ...RECIPIENTS.flatMap((to) => notMailed(cloud, endpointId, released.id, to)),
      ...cloud.services.mails
        .filter(({ about }) => about === held.id)
        .map(() => `${held.id} was sent, though it is held`),
    ],
  };
};

const storedIn = ({ services }: SimulatedCloud, endpointId: string): string[] =>
  [...services.items.state().values()]
    .filter(({ PK, SK }) => PK === endpointKey(endpointId).PK && String(SK).startsWith(SORT_PREFIX.submission))
    .map(({ SK }) => submissionIdOf({ SK: String(SK) }));

/** A submission is mailed by its own mail, by the digest of its period, or by a digest that lists it. */
function notMailed(cloud: SimulatedCloud, endpointId: string, submissionId: string, recipient: string): string[] {
  const mails = cloud.services.mails.filter((mail) => mail.recipient === recipient);
  const isMailedAlone = (id: string) => mails.some(({ about }) => about === id);
  if (isMailedAlone(submissionId)) return [];
  const digestOf = (id: string) => digestAt(endpointId, submittedAt(id)).id;
  const records = cloud.services.items.state();
  const listed = mails.map(({ about }) => String(records.get(idOf(digestKey(endpointId, about)))?.late)).join(' ');
  if (listed.includes(submissionId)) return [];
  const left = storedIn(cloud, endpointId).filter(
    (id) => digestOf(id) === digestOf(submissionId) && !isMailedAlone(id) && !listed.includes(id),
  );
  const counts = mails
    .filter(({ about }) => about === digestOf(submissionId))
    .map(({ subject }) => Number.parseInt(subject, 10));
  if (counts.length === 0) return [`${submissionId} was not mailed`];
  return counts.every((count) => count < left.length)
    ? [`a digest says ${counts} and has to tell of ${left.length}`]
    : [];
}

const MINUTE_MS = 60_000;

const without =
  (forMs: number, ...services: ServiceCall['service'][]) =>
  (cloud: SimulatedCloud) => {
    const end = cloud.clock.now() + forMs;
    return ({ service }: ServiceCall) => {
      if (cloud.clock.now() <= end && services.includes(service)) throw new ServiceFailure(503, 'ServiceUnavailable');
    };
  };

const throttledFor = (forMs: number) => (cloud: SimulatedCloud) => {
  const end = cloud.clock.now() + forMs;
  return ({ service }: ServiceCall) => {
    if (service === 'ses' && cloud.clock.now() < end) throw throttled({ service });
  };
};

const [ATTEMPTS, RECORDINGS] = [2, 3];

/** One address is throttled once; for the other, all attempts to record the first outcome fail. */
const throttledBesideUnrecorded = () => {
  const left = { throttled: 1, unrecorded: RECORDINGS * ATTEMPTS };
  return ({ service, input }: ServiceCall) => {
    const text = JSON.stringify(input);
    const [one = '', other = ''] = RECIPIENTS;
    if (service === 'ses' && text.includes(one) && left.throttled-- > 0) throw throttled({ service });
    const isOutcome = service === 'dynamodb' && text.includes('messageId');
    if (isOutcome && text.includes(other) && left.unrecorded-- > 0) {
      throw new ServiceFailure(400, 'ProvisionedThroughputExceededException');
    }
  };
};

/** While a digest is closed, and again while it is sent, a submission of its period arrives, with an id from a slow clock. */
const latecomers = (cloud: SimulatedCloud, endpointId: string): Outage => {
  const beginMs = cloud.clock.now();
  const moments = [
    ({ input }: ServiceCall) => String(input.UpdateExpression).includes('closedAt'),
    ({ service }: ServiceCall) => service === 'ses',
  ];
  return async (call) => {
    if (!moments[0]?.(call)) return;
    moments.shift();
    await submit(cloud, endpointId, { timeMs: beginMs + MINUTE_MS });
    await cloud.sources.readMeanwhile('notifySubmission');
  };
};

const ONE_MAIL = { submissions: 1, recipients: RECIPIENTS.slice(0, 1) };

export const mailScenarios: Scenario<Consumption>[] = [
  {
    name: 'two submissions, two addresses each, more than are sent at once',
    begin: notifying({
      submissions: 2,
      settings: { newPacers: () => ({ stream: new Pacer(3), queue: new Pacer(1_000) }) },
    }),
  },
  {
    name: 'more than the budget, which a digest is about',
    begin: notifying({ submissions: 3, settings: { mailsPerHour: 2 } }),
  },
  {
    name: 'submissions that come while their digest is made',
    begin: notifying({ submissions: 1, settings: { mailsPerHour: 1 }, outage: latecomers }),
  },
  { name: 'one of two that were held is released', begin: releasing },
  {
    name: 'neither mail nor queue for a moment',
    begin: notifying({ ...ONE_MAIL, outage: without(5_000, 'sqs', 'ses') }),
  },
  {
    name: 'neither mail nor queue for long',
    begin: notifying({ ...ONE_MAIL, outage: without(300_000, 'sqs', 'ses') }),
  },
  { name: 'no table for a minute', begin: notifying({ ...ONE_MAIL, outage: without(60_000, 'dynamodb') }) },
  {
    name: 'neither table nor queue for a minute',
    begin: notifying({ ...ONE_MAIL, outage: without(60_000, 'dynamodb', 'sqs') }),
  },
  { name: 'SES throttles for a minute', begin: notifying({ ...ONE_MAIL, outage: throttledFor(MINUTE_MS) }) },
  {
    name: "one address throttled while the other's outcome cannot be recorded",
    begin: notifying({ submissions: 1, outage: throttledBesideUnrecorded }),
  },
];
