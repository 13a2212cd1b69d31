import { encodeTime } from 'ulid';
import type { SubmittedFile } from '../../../shared/contract/schemas/files/submittedFile.ts';
import { fileKey, uploadKey } from '../../../shared/files/objectKeys.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { listEntries } from '../../../shared/storage/audit/auditLog.ts';
import { mailKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { removedSince } from '../../../shared/storage/endpoints/keeping.ts';
import { personOf } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { setAll } from '../../../shared/storage/table/expressions.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { idOf } from '../../support/simulator/memoryItems.ts';
import { checkFilter } from '../schedules/filterChecks.ts';
import { confirmationDeliveryScenarios } from './confirmationDeliveryScenarios.ts';
import { mailScenarios } from './mailScenarios.ts';
import type { Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL, RECIPIENTS } from './submissionScenarios.ts';
import { webhookDeliveryScenarios, webhookPlanScenarios } from './webhookDeliveryScenarios.ts';

export interface Consumption {
  run: () => Promise<void>;
  check?: () => Promise<string[]>;
}

const FIRST_MS = Date.parse('2026-01-01T00:00:00Z');

/** Submissions one at a time, so that the index is the same in every run. */
async function submitTo({ services }: SimulatedCloud, endpointId: string, numbers: number[]): Promise<string[]> {
  const ids = numbers.map((number) => `sub_${encodeTime(FIRST_MS + number, 10)}${'0'.repeat(16)}`);
  const data = JSON.stringify({ message: PERSONAL });
  for (const id of ids) await services.table.put({ ...submissionKey(endpointId, id), data, location: 'Spain' }, {});
  return ids;
}

const numbersTo = (end: number): number[] => [...Array(end).keys()];

/** Enough for a segment of 32, so that sealing has work; some are removed again. */
const INDEXED = 40;

const indexing =
  (indexedBefore: number) =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const { id } = await cloud.newEndpoint({ emailNotifications: false });
    const before = await submitTo(cloud, id, numbersTo(indexedBefore));
    if (indexedBefore > 0) await cloud.settle();
    return {
      run: async () => {
        const ids = [
          ...before,
          ...(await submitTo(cloud, id, numbersTo(indexedBefore + INDEXED).slice(indexedBefore))),
        ];
        for (const gone of [ids[0], ids[20], ids.at(-1)]) {
          if (gone !== undefined) await cloud.repositories.submissions.delete(id, gone);
        }
        await cloud.settle();
      },
    };
  };

const removing =
  (submissions: number) =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const endpoint = await cloud.newEndpoint({ emailNotifications: false });
    await submitTo(cloud, endpoint.id, numbersTo(submissions));
    await cloud.settle();
    return {
      run: async () => {
        await cloud.repositories.endpoints.delete(endpoint);
        await submitTo(cloud, endpoint.id, [submissions]);
        await cloud.settle();
      },
    };
  };

async function submitFile(
  { repositories, services }: SimulatedCloud,
  endpointId: string,
  { bytes, scan }: Pick<SubmittedFile, 'bytes' | 'scan'>,
) {
  const file = { id: newId('file'), field: 'a', name: 'a.txt', type: 'text/plain', bytes, scan };
  const submission = { data: {}, location: 'Spain', files: [file] };
  const { id: submissionId } = await repositories.submissions.create(endpointId, submission);
  const objectKey = fileKey(endpointId, submissionId, file.id);
  services.bucket.objects.set(objectKey, { content: Buffer.alloc(bytes, 'a') });
  return { submissionId, objectKey };
}

/** Removes a submission with files, then the endpoint with another one; an unused upload remains. */
const removingFiles = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const endpoint = await cloud.newEndpoint({ emailNotifications: false, files: {} });
  const { objects } = cloud.services.bucket;
  const ids: string[] = [];
  for (const number of [1, 2]) {
    ids.push((await submitFile(cloud, endpoint.id, { bytes: number, scan: 'clean' })).submissionId);
  }
  objects.set(uploadKey(endpoint.id, newId('upload')), { content: Buffer.from('a') });
  await cloud.settle();
  return {
    run: async () => {
      await cloud.repositories.submissions.delete(endpoint.id, ids[0] ?? '');
      await cloud.settle();
      await cloud.repositories.endpoints.delete(endpoint);
      await cloud.settle();
    },
    check: async () => [...objects.keys()].map((key) => `${key} is left`),
  };
};

const HOUR_MS = 3_600_000;

/** Removes submissions once their mails were sent, or have failed for good, but not one that is replayed. */
const removingDelivered = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const endpoint = await cloud.newEndpoint({
    targetEmails: RECIPIENTS,
    files: {},
    confirmation: { subject: 'Hi', text: 'Bye' },
    keep: 'untilDelivered',
  });
  const { id: endpointId } = endpoint;
  const ids: string[] = [];
  for (const bytes of [1, 2, 3]) ids.push((await submitFile(cloud, endpointId, { bytes, scan: 'clean' })).submissionId);
  await cloud.settle();
  const [, refused = '', replayed = ''] = ids;
  const [, recipient = ''] = RECIPIENTS;
  const setState = (about: string, state: string) =>
    cloud.services.table.update({ Key: mailKey(endpointId, about, recipient), ...setAll({ state }) });
  await setState(refused, 'skipped');
  await setState(replayed, 'pending');
  return {
    run: async () => {
      cloud.clock.advance(3 * HOUR_MS);
      await cloud.sources.publish('purgeEndpoint', { look: 'due' });
      await cloud.settle();
    },
    check: async () => {
      const left = ids.filter((id) => cloud.services.items.state().has(idOf(submissionKey(endpointId, id))));
      const removed = [...(await removedSince(cloud.services.table, endpointId, '')).values()];
      await setState(replayed, 'sent');
      return left.join() === replayed && removed.join() === '2' ? [] : [`${left} are left, and ${removed} are counted`];
    },
  };
};

const marking = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const endpoint = await cloud.newEndpoint({ emailNotifications: false, spamFilter: 'learn' });
  const ids = await submitTo(cloud, endpoint.id, numbersTo(4));
  await cloud.settle();
  return {
    run: async () => {
      const { submissions } = cloud.repositories;
      for (const [number, id] of ids.entries()) await submissions.update(endpoint, id, { isSpam: number % 2 === 0 });
      await cloud.settle();
      for (const isSpam of [false, true, false]) await submissions.update(endpoint, ids[0] ?? '', { isSpam });
      await cloud.settle();
    },
    check: () => checkFilter(cloud.services.items, endpoint.id),
  };
};

const recordingEvents =
  (kind: 'bounce' | 'complaint') =>
  async (cloud: SimulatedCloud): Promise<Consumption> => {
    const ids = { submissionId: newId('submission'), endpointId: (await cloud.newEndpoint()).id };
    const recipients = RECIPIENTS.map((emailAddress) => ({ emailAddress }));
    const detail = {
      mail: { tags: { submissionId: [ids.submissionId], endpointId: [ids.endpointId] } },
      ...(kind === 'bounce'
        ? { bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: recipients } }
        : { complaint: { complainedRecipients: recipients } }),
    };
    return {
      run: () => cloud.sources.publish('recordMailEvent', { detail }),
      check: async () => {
        const records = await cloud.services.table.getAll(
          RECIPIENTS.map((to) => mailKey(ids.endpointId, ids.submissionId, to)),
        );
        const failed = records.filter(({ state }) => state === 'failed').length;
        return failed === RECIPIENTS.length ? [] : [`${failed} of ${RECIPIENTS.length} events were recorded`];
      },
    };
  };

const scanning = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { id: endpointId } = await cloud.newEndpoint({ files: {} });
  const { submissionId, objectKey } = await submitFile(cloud, endpointId, { bytes: 5, scan: 'pending' });
  const detail = { s3ObjectDetails: { objectKey }, scanResultDetails: { scanResultStatus: 'THREATS_FOUND' } };
  return {
    run: () => cloud.sources.publish('recordScan', { detail }),
    check: async () => {
      const found = await cloud.repositories.submissions.find(endpointId, submissionId);
      const [scan, isThere] = [found?.files?.[0]?.scan, cloud.services.bucket.objects.has(objectKey)];
      return scan === 'infected' && !isThere ? [] : [`the file is ${scan}${isThere ? ', and still there' : ''}`];
    },
  };
};

const ADDRESS = 'ada@example.com';

/** Mails a code and an invitation, and records an attempt that failed. */
const signingIn = async (cloud: SimulatedCloud): Promise<Consumption> => {
  await cloud.open();
  const { table, mails, queues } = cloud.services;
  const member = { address: ADDRESS, role: 'reader' } as const;
  const { id: memberId } = await new Members(table).create(cloud.workspaceId, member);
  const codes = new SignInCodes(table);
  const handle = SignInCodes.newHandle();
  await codes.open(handle, personOf(ADDRESS));
  await codes.take(handle, 'wrong');
  const invitation = { workspaceId: cloud.workspaceId, memberId };
  return {
    run: async () => {
      for (const message of [{ code: { handle, address: ADDRESS } }, { invitation }, { closed: { handle } }])
        queues.signIn.send(JSON.stringify(message));
      await cloud.settle();
    },
    check: async () => {
      const subjects = new Set(mails.map(({ subject }) => subject));
      const { records } = await listEntries(table, cloud.workspaceId, { limit: 10 });
      return subjects.size === 2 && records.length === 1
        ? []
        : [`${subjects.size} mails were sent, and ${records.length} entries added`];
    },
  };
};

export const consumerScenarios = {
  notifySubmission: [...mailScenarios, ...confirmationDeliveryScenarios, ...webhookPlanScenarios],
  indexSubmissions: [
    { name: 'the first submissions', begin: indexing(0) },
    { name: 'more submissions, some removed', begin: indexing(40) },
    { name: 'an endpoint that was removed', begin: removing(40) },
    { name: 'marks that a filter learns', begin: marking },
    { name: 'files of a removed submission', begin: removingFiles },
  ],
  trainFilter: [{ name: 'of marks', begin: marking }],
  purgeEndpoint: [
    { name: 'of an endpoint without an index', begin: removing(10) },
    { name: 'of an endpoint with an index', begin: removing(70) },
    { name: 'of files, with their submission and with their endpoint', begin: removingFiles },
    { name: 'of delivered submissions', begin: removingDelivered },
  ],
  sendWebhook: webhookDeliveryScenarios,
  sendSignInMail: [{ name: 'of a member', begin: signingIn }],
  recordScan: [{ name: 'of a file', begin: scanning }],
  recordMailEvent: [
    { name: 'a bounce', begin: recordingEvents('bounce') },
    { name: 'a complaint', begin: recordingEvents('complaint') },
  ],
} satisfies Record<string, Scenario<Consumption>[]>;
