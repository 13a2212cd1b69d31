import { digestAt } from '../../../shared/deliveries/channels/mail/digestId.ts';
import { assembleNotifications } from '../../../shared/deliveries/channels/mail/notifications.ts';
import { redrive } from '../../../shared/deliveries/channels/mail/redrive.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import {
  endpointIdOf,
  endpointKey,
  notificationKey,
  SORT_PREFIX,
  submissionIdOf,
  submissionKey,
  submittedAt,
} from '../../../shared/storage/itemKeys.ts';
import { ANY_RECIPIENT, type NotificationId } from '../../../shared/storage/notificationRecords.ts';
import type { Table } from '../../../shared/storage/table.ts';
import { type ServiceCall, ServiceFailure } from '../../support/simulator/calls.ts';
import type { StreamRecord } from '../../support/simulator/eventSources.ts';
import { throttled } from '../../support/simulator/faultKinds.ts';
import type { Outage } from '../../support/simulator/services.ts';
import type { Consumption } from './consumers.ts';
import type { FunctionSettings } from './functions.ts';
import { SITE_URL } from './functions.ts';
import type { Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL, RECIPIENTS } from './submissionScenarios.ts';

interface Announcement {
  submissions: number;
  recipients?: string[];
  /** Settings of the function. */
  settings?: FunctionSettings;
  /** What does not work as it should, from now on. */
  outage?: (cloud: SimulatedCloud, endpointId: string) => Outage;
}

const announcing =
  ({ submissions, recipients = RECIPIENTS, settings = {}, outage }: Announcement) =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const { id } = await cloud.newEndpoint({ targetEmails: recipients });
    return {
      run: async () => {
        cloud.settings = settings;
        if (outage) cloud.services.outage = outage(cloud, id);
        for (let i = 0; i < submissions; i++) await submit(cloud, id);
        await cloud.settle();
        await redriveAll(cloud);
      },
      check: async () => {
        const ids = storedIn(cloud, id);
        const wrong = ids.flatMap((about) => recipients.flatMap((to) => unannounced(cloud, id, about, to)));
        const abouts = new Set([...ids, ...cloud.services.mails.map(({ about }) => about)]);
        return [...wrong, ...[...abouts].flatMap((about) => recipients.flatMap((to) => doubles(cloud, about, to)))];
      },
    };
  };

/** Two submissions are held; of one somebody says that it is no spam. */
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
      await redriveAll(cloud);
    },
    check: async () => [
      ...RECIPIENTS.flatMap((to) => unannounced(cloud, endpointId, released.id, to)),
      ...RECIPIENTS.flatMap((to) => doubles(cloud, released.id, to)),
      ...cloud.services.mails
        .filter(({ about }) => about === held.id)
        .map(() => `${held.id} was sent, though it is held`),
    ],
  };
};

async function submit({ services, clock }: SimulatedCloud, endpointId: string, timeMs = clock.now()): Promise<void> {
  const id = newId('submission', timeMs);
  const data = JSON.stringify({ message: PERSONAL });
  await services.table.put({ ...submissionKey(endpointId, id), data, location: 'Spain', hasTargets: true }, {});
}

const storedIn = ({ services }: SimulatedCloud, endpointId: string): string[] =>
  [...services.items.state().values()]
    .filter(({ PK, SK }) => PK === endpointKey(endpointId).PK && String(SK).startsWith(SORT_PREFIX.submission))
    .map(({ SK }) => submissionIdOf({ SK: String(SK) }));

/** By itself, or in the digest of its time, which counts all that were not. */
function unannounced(cloud: SimulatedCloud, endpointId: string, submissionId: string, recipient: string): string[] {
  const mails = cloud.services.mails.filter((mail) => mail.recipient === recipient);
  const isAnnouncedAlone = (id: string) => mails.some(({ about }) => about === id);
  if (isAnnouncedAlone(submissionId)) return [];
  const digestOf = (id: string) => digestAt(endpointId, submittedAt(id)).id;
  const left = storedIn(cloud, endpointId).filter(
    (id) => digestOf(id) === digestOf(submissionId) && !isAnnouncedAlone(id),
  );
  const counts = mails
    .filter(({ about }) => about === digestOf(submissionId))
    .map(({ subject }) => Number.parseInt(subject, 10));
  if (counts.length === 0) return [`${submissionId} was not announced`];
  return counts.some((count) => count < left.length)
    ? [`a digest says ${counts} and has to tell of ${left.length}`]
    : [];
}

/**
 * Sent twice only if nobody could know of the first mail, which then was not marked, or if neither table nor queue could
 * be told of it, which the log says. Each attempt is on record.
 */
function doubles({ services, plan, unmarked: untold }: SimulatedCloud, about: string, recipient: string): string[] {
  const mails = services.mails.filter((mail) => mail.about === about && mail.recipient === recipient);
  const { PK, SK } = notificationKey(about, recipient);
  const { attempts = new Set(), messageIds = new Set() } = services.items.state().get(`${PK}\u0000${SK}`) ?? {};
  const unmarked = mails.filter(({ messageId }) => !(messageIds as Set<string>).has(messageId)).length;
  const timesMax = 1 + (plan.excusesDoubles || untold.has(about) ? unmarked : 0);
  const onRecord = (attempts as Set<string>).size;
  return [
    ...(mails.length > timesMax ? [`${about} was sent ${mails.length} times`] : []),
    ...(mails.length > onRecord ? [`${mails.length} mails have ${onRecord} attempts on record`] : []),
  ];
}

/** Sends what is on the list and what lies in the bucket of failed records, as `notifications redrive` does. */
async function redriveAll(cloud: SimulatedCloud): Promise<void> {
  const { services, clock, sources } = cloud;
  const parts = assembleNotifications({
    table: services.table as unknown as Table,
    queue: { send: async () => undefined, sendAll: async () => [] },
    mailer: { send: async ({ about, recipient }, message) => services.accept({ ...message, about, recipient }) },
    mailsPerHour: 1,
    siteUrl: SITE_URL,
    now: clock.now,
  });
  const failed: NotificationId[] = [];
  for await (const failure of parts.records.failures()) failed.push(failure);
  failed.push(...sources.failedRecords.notifySubmission.splice(0).map(notificationOf));
  for (const id of failed) {
    while ((await redrive(id, parts)) === 'later') clock.advance(MINUTE_MS);
  }
}

function notificationOf({ dynamodb }: StreamRecord): NotificationId {
  const { PK, SK } = dynamodb.Keys as { PK: { S: string }; SK: { S: string } };
  return {
    about: submissionIdOf({ SK: SK.S }),
    endpointId: endpointIdOf({ PK: PK.S }),
    recipient: ANY_RECIPIENT,
  };
}

const MINUTE_MS = 60_000;

/** SES throttles and the queue is out of reach, so that nothing but the stream can bring it again. */
const withoutQueue = (forMs: number) => (cloud: SimulatedCloud) => {
  const end = cloud.clock.now() + forMs;
  return ({ service }: ServiceCall) => {
    if (cloud.clock.now() > end) return;
    if (service === 'sqs') throw new ServiceFailure(503, 'ServiceUnavailable');
    if (service === 'ses') throw throttled({ service });
  };
};

const throttledFor = (forMs: number) => (cloud: SimulatedCloud) => {
  const end = cloud.clock.now() + forMs;
  return ({ service }: ServiceCall) => {
    if (service === 'ses' && cloud.clock.now() < end) throw throttled({ service });
  };
};

/** Attempts at a call to the table. */
const ATTEMPTS = 2;

/** One address is throttled once; of the other, all attempts at the first mark fail. */
const throttledBesideUnmarked = () => {
  const left = { throttled: 1, unmarked: ATTEMPTS };
  return ({ service, input }: ServiceCall) => {
    const text = JSON.stringify(input);
    const [one = '', other = ''] = RECIPIENTS;
    if (service === 'ses' && text.includes(one) && left.throttled-- > 0) throw throttled({ service });
    const isMark = service === 'dynamodb' && text.includes('messageIds');
    if (isMark && text.includes(other) && left.unmarked-- > 0) {
      throw new ServiceFailure(400, 'ProvisionedThroughputExceededException');
    }
  };
};

/** While a digest is closed, and again while it is sent, a submission of its time comes, from a clock that is late. */
const latecomers = (cloud: SimulatedCloud, endpointId: string): Outage => {
  const beginMs = cloud.clock.now();
  const moments = [
    ({ input }: ServiceCall) => String(input.UpdateExpression).includes('closedAt'),
    ({ service }: ServiceCall) => service === 'ses',
  ];
  return async (call) => {
    if (!moments[0]?.(call)) return;
    moments.shift();
    await submit(cloud, endpointId, beginMs + MINUTE_MS);
    await cloud.sources.readMeanwhile('notifySubmission');
  };
};

const ONE_MAIL = { submissions: 1, recipients: RECIPIENTS.slice(0, 1) };

export const notificationScenarios: Scenario<Consumption>[] = [
  {
    name: 'two submissions, two addresses each, more than are sent at once',
    begin: announcing({ submissions: 2, settings: { streamMailsPerSecond: 3 } }),
  },
  {
    name: 'more than the budget, which a digest is about',
    begin: announcing({ submissions: 3, settings: { mailsPerHour: 2 } }),
  },
  {
    name: 'submissions that come while their digest is made',
    begin: announcing({ submissions: 1, settings: { mailsPerHour: 1 }, outage: latecomers }),
  },
  { name: 'one of two that were held is released', begin: releasing },
  { name: 'neither mail nor queue for a moment', begin: announcing({ ...ONE_MAIL, outage: withoutQueue(5_000) }) },
  { name: 'neither mail nor queue for long', begin: announcing({ ...ONE_MAIL, outage: withoutQueue(300_000) }) },
  { name: 'SES throttles for a minute', begin: announcing({ ...ONE_MAIL, outage: throttledFor(MINUTE_MS) }) },
  {
    name: 'one address throttled while the other cannot be marked',
    begin: announcing({ submissions: 1, outage: throttledBesideUnmarked }),
  },
];
