import { confirmToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { fileKey } from '../../../shared/files/objectKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { pendingKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { READ } from './answers.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { ClientRequest, SimulatedCloud } from './simulatedCloud.ts';
import { PERSONAL, RECIPIENTS, VERIFYING } from './submissionScenarios.ts';

const HOUR_MS = 3_600_000;
const FILE_ID = 'fil_01JD0B6E1G7XQ3N5R8TVW2KYPA';
const CONTENT = Buffer.from('some text');
const FILE = { field: 'file', name: 'a.txt', type: 'text/plain' };

/** A submission that its sender has to confirm, in the simulated time. */
export async function givenPending(cloud: SimulatedCloud) {
  const { table } = cloud.services;
  const { id: endpointId } = await cloud.newEndpoint({ targetEmails: RECIPIENTS, confirmation: VERIFYING });
  const { id } = await cloud.repositories.submissions.create(endpointId, {
    data: { message: PERSONAL, email: 'sender@example.net' },
    location: 'Spain',
    isPending: true,
    files: [{ id: FILE_ID, ...FILE, bytes: CONTENT.length, scan: 'clean' }],
  });
  cloud.services.bucket.objects.set(fileKey(endpointId, id, FILE_ID), { ...FILE, content: CONTENT });
  const token = confirmToken(await new ConfirmationSecret(table).findOrMake(), endpointId, id);
  const isPending = async () => (await table.get(pendingKey(endpointId, id))) !== undefined;
  const isStored = async () => (await table.get(submissionKey(endpointId, id))) !== undefined;
  return { endpointId, id, token, isPending, isStored };
}

type Given = Awaited<ReturnType<typeof givenPending>>;

/** It is either pending or listed; once it is confirmed, everyone was notified exactly once. */
async function violations(cloud: SimulatedCloud, { endpointId, id, token, isPending, isStored }: Given) {
  const [pending, stored] = [await isPending(), await isStored()];
  const { json } = await cloud.read('listSubmissions', { params: { endpointId } });
  const times = (recipient: string) =>
    cloud.services.mails.filter((mail) => mail.about === id && mail.recipient === recipient).length;
  const expected = stored ? 1 : 0;
  return [
    ...(pending && stored ? ['it is pending and confirmed'] : []),
    ...(json.submissions.length === expected ? [] : [`the list has ${json.submissions.length} instead of ${expected}`]),
    ...RECIPIENTS.filter((recipient) => times(recipient) !== expected).map(
      (recipient) => `${recipient} got ${times(recipient)} mails instead of ${expected}`,
    ),
    ...(cloud.logged.some((line) => line.includes(token)) ? ['a log line holds a token'] : []),
  ];
}

const listing = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { endpointId, id } = await givenPending(cloud);
  return {
    request: { params: { endpointId } },
    answers: READ,
    check: async (answers) =>
      answers.flatMap(({ body }) => {
        const ids = JSON.parse(body).submissions.map((each: { id: string }) => each.id);
        return ids.length === 1 && ids[0] === id ? [] : ['the list is not the pending submission'];
      }),
  };
};

type RequestOf = (given: Given) => ClientRequest;
const byOwner: RequestOf = ({ endpointId, id }) => ({ params: { endpointId, id } });
const bySender =
  (action: string): RequestOf =>
  ({ endpointId, token }) => ({ params: { endpointId }, json: { token, action } });

const confirming =
  (requestOf: RequestOf) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const given = await givenPending(cloud);
    const check = () => violations(cloud, given);
    return { request: requestOf(given), answers: READ, isDone: given.isStored, check };
  };

const deleting =
  (requestOf: RequestOf) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const given = await givenPending(cloud);
    return {
      request: requestOf(given),
      answers: { undone: 200, done: 404 },
      isDone: async () => !(await given.isPending()),
      whenLost: 404,
      check: () => violations(cloud, given),
    };
  };

/** The second mail is sent an hour after the first one; an earlier repetition is rejected. */
const resending = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const given = await givenPending(cloud);
  cloud.clock.advance(1.1 * HOUR_MS);
  const { table } = cloud.services;
  const key = pendingKey(given.endpointId, given.id);
  return {
    request: bySender('resend')(given),
    answers: { undone: 200, done: 429 },
    isDone: async () => (await table.get(key))?.resends !== undefined,
    whenLost: 429,
    check: async () => [
      ...(await violations(cloud, given)),
      ...((await table.get(key))?.resends === 1 ? [] : ['it was not asked for exactly once']),
    ],
  };
};

const answeringWrongly = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const given = await givenPending(cloud);
  const other = await cloud.newEndpoint();
  return {
    request: bySender('confirm')({ ...given, endpointId: other.id }),
    answers: { undone: 404, done: 404 },
    check: async () => ((await given.isPending()) ? violations(cloud, given) : ['the token of another endpoint acted']),
  };
};

/** Scenarios of other operations. */
export const deletingPending: Scenario<Conversation> = { name: 'one that is pending', begin: deleting(byOwner) };

export const pendingScenarios = {
  listPendingSubmissions: [{ name: 'one submission', begin: listing }],
  confirmSubmission: [{ name: 'by its owner', begin: confirming(byOwner) }],
  answerConfirmation: [
    { name: 'confirm', begin: confirming(bySender('confirm')) },
    { name: 'delete', begin: deleting(bySender('delete')) },
    { name: 'resend', begin: resending },
    { name: "another endpoint's token", begin: answeringWrongly },
  ],
} satisfies Record<string, Scenario<Conversation>[]>;
