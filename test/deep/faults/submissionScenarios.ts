import { NEVER } from '../../../shared/contract/time.ts';
import { uploadKey } from '../../../shared/files/objectKeys.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { readPlacesTaken } from '../../../shared/storage/endpoints/places.ts';
import { RESERVED_MS } from '../../../shared/storage/submissions/uploadClaims.ts';
import { submissionIdOf } from '../../../shared/storage/table/itemKeys.ts';
import { grows, READ } from './answers.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { ClientRequest, SimulatedCloud, SimulatedResponse } from './simulatedCloud.ts';

/** Asks senders to confirm. */
export const VERIFYING = { subject: 'Please confirm', text: 'Thank you.', verify: true };
const FILE_ID = 'fil_01JD0B6E1G7XQ3N5R8TVW2KYPA';
/** Submitted data, which no log may contain. */
export const PERSONAL = 'a word that only its sender knows';
/** The path of a webhook's URL, which is a credential, and its receiver's response. */
export const RECEIVER = { path: 'only-its-owner-knows', answer: 'a word that only the receiver says' };
export const RECIPIENTS = ['a@example.com', 'b@example.com'];
export const SENDERS = {
  first: 'first@example.net',
  firstAgain: 'First+again@example.net',
  unsubscribed: 'unsubscribed@example.net',
};

const countOf = ({ services }: SimulatedCloud, endpointId: string): number =>
  [...services.items.state().values()].filter(
    ({ PK, SK }) =>
      [`ENP#${endpointId}`, `PENDING#${endpointId}`].includes(String(PK)) && !String(SK).startsWith('ENP'),
  ).length;

function notMailed({ services }: SimulatedCloud, endpointId: string): string[] {
  const ids = [...services.items.state().values()]
    .filter(({ PK, SK }) => PK === `ENP#${endpointId}` && SK !== 'ENP')
    .map(({ SK }) => submissionIdOf({ SK: String(SK) }));
  const pairs = ids.flatMap((submissionId) => RECIPIENTS.map((recipient) => ({ submissionId, recipient })));
  const times = (pair: (typeof pairs)[number]) =>
    services.mails.filter((mail) => mail.about === pair.submissionId && mail.recipient === pair.recipient).length;
  return pairs.filter((pair) => times(pair) !== 1).map((pair) => `${pair.submissionId} was sent ${times(pair)} times`);
}

/** Submissions have no unique name, so a retry is another submission. */
const creating =
  (content: Omit<ClientRequest, 'params'>, status: number) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { id } = await cloud.newEndpoint({ targetEmails: RECIPIENTS });
    return {
      request: { params: { endpointId: id }, ...content },
      answers: { undone: status, done: status },
      isDone: grows(() => countOf(cloud, id)),
      check: async (answers) => [...(await unreadable(cloud, id, answers)), ...notMailed(cloud, id)],
    };
  };

/** Each stored submission has taken one place. */
const takingPlace = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { id: endpointId } = await cloud.newEndpoint({ emailNotifications: false, maxSubmissions: 9 });
  return {
    request: { params: { endpointId }, json: { message: PERSONAL, _id: '0'.repeat(26) } },
    answers: { undone: 201, done: 201 },
    isDone: async () => countOf(cloud, endpointId) > 0,
    check: async () => {
      const counts = [countOf(cloud, endpointId), await readPlacesTaken(cloud.services.table, endpointId)];
      return counts.some((count) => count > 1) || counts[0] !== counts[1] ? [`stored and taken: ${counts}`] : [];
    },
  };
};

/** Its key is counted and noted before it is stored. */
const sendingWithKey = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const agent = { name: 'Agent', expiresAt: NEVER, allows: ['submissions' as const] };
  const { secret } = await cloud.repositories.keys.create(cloud.workspaceId, agent, 'write');
  const headers = { Authorization: `Bearer ${secret}` };
  return creating({ headers, json: { message: PERSONAL, _gotcha: 'not spam' } }, 201)(cloud);
};

const holding = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const conversation = await creating({ json: { message: PERSONAL, _gotcha: 'spam' } }, 201)(cloud);
  return {
    ...conversation,
    check: async () => cloud.services.mails.map(({ about }) => `${about} was sent, though it is held`),
  };
};

async function unreadable(cloud: SimulatedCloud, endpointId: string, answers: SimulatedResponse[]): Promise<string[]> {
  const created = answers
    .filter(({ statusCode }) => statusCode === 201)
    .map(({ body }) => JSON.parse(body).id as string);
  const { json } = await cloud.read('listSubmissions', { params: { endpointId } });
  const listed = json.submissions.map(({ id }: { id: string }) => id);
  const reads = created.map(async (id) => {
    const { status, json: found } = await cloud.read('retrieveSubmission', { params: { endpointId, id } });
    const isRight = status === 200 && found.data.message === PERSONAL && listed.includes(id);
    return isRight ? [] : [`${id} was acknowledged and cannot be read`];
  });
  return (await Promise.all(reads)).flat();
}

async function givenSubmission(cloud: SimulatedCloud) {
  const { id: endpointId } = await cloud.newEndpoint();
  const { id } = await cloud.repositories.submissions.create(endpointId, {
    data: { message: PERSONAL },
    location: 'Spain',
  });
  return { params: { endpointId, id }, find: () => cloud.repositories.submissions.find(endpointId, id) };
}

const BOUNDARY = 'a-boundary';
const CONTENT = 'some text';
const FILE_FORM = {
  headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, Accept: 'application/json' },
  text: [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="message"\r\n\r\n${PERSONAL}\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="1.txt"\r\n\r\n${CONTENT}\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="2.txt"\r\n\r\n${CONTENT}\r\n`,
    `--${BOUNDARY}--\r\n`,
  ].join(''),
};

/** Every acknowledged attempt stores the submission with its files. The invariants detect orphans. */
const sendingFiles =
  (fields: object) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { id } = await cloud.newEndpoint({ emailNotifications: false, files: {}, ...fields });
    const answers = { undone: 201, done: 201 };
    return { request: { params: { endpointId: id }, ...FILE_FORM }, answers, isDone: grows(() => countOf(cloud, id)) };
  };

const claimingUpload = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { id: endpointId } = await cloud.newEndpoint({ emailNotifications: false, files: {} });
  const uploadId = newId('upload');
  const upload = { content: Buffer.from(CONTENT), name: 'a.txt', field: 'a', type: 'text/plain' };
  cloud.services.bucket.objects.set(uploadKey(endpointId, uploadId), upload);
  return {
    request: { params: { endpointId }, json: { message: PERSONAL, _uploads: [uploadId] } },
    answers: { undone: 201, done: 400 },
    isDone: async () => countOf(cloud, endpointId) > 0,
    whenLost: 400,
    retryAfterMs: RESERVED_MS + 1,
    check: async () => (countOf(cloud, endpointId) <= 1 ? [] : ['the upload belongs to two submissions']),
  };
};

const uploading = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { id: endpointId } = await cloud.newEndpoint({ files: {} });
  const json = { name: 'a.txt', type: 'text/plain', bytes: 5 };
  return { request: { params: { endpointId }, json }, answers: { undone: 201, done: 201 } };
};

const retrievingFile = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { id: endpointId } = await cloud.newEndpoint({ files: {} });
  const { id } = await cloud.repositories.submissions.create(endpointId, {
    data: {},
    location: 'Spain',
    files: [{ id: FILE_ID, field: 'file', name: 'a.txt', type: 'text/plain', bytes: 5, scan: 'clean' }],
  });
  const headers = { Accept: 'application/json' };
  return { request: { params: { endpointId, id, fileId: FILE_ID }, headers }, answers: READ };
};

const updating = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { params, find } = await givenSubmission(cloud);
  const isDone = async () => (await find())?.isRead === true;
  return { request: { params, json: { isRead: true } }, answers: READ, isDone };
};

const updatingMany = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { request, ...others } = await updating(cloud);
  return { request: { ...request, json: { ids: [request.params?.id], isRead: true } }, ...others };
};

const deleting = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { params, find } = await givenSubmission(cloud);
  return {
    request: { params },
    answers: { undone: 200, done: 404 },
    isDone: async () => (await find()) === undefined,
    // The client's second attempt finds nothing and cannot know which attempt deleted it; either way it is gone.
    whenLost: 404,
  };
};

const deletingMany = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { request, isDone } = await deleting(cloud);
  return { request: { ...request, json: { ids: [request.params?.id] } }, answers: READ, ...(isDone && { isDone }) };
};

/** More than one segment of the page index, so that its head has content. */
const INDEXED = 80;

const listing =
  (query: Record<string, string>) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { id: endpointId } = await cloud.newEndpoint({ emailNotifications: false });
    for (let i = 0; i < INDEXED; i++)
      await cloud.repositories.submissions.create(endpointId, { data: { i }, location: 'Spain' });
    await cloud.settle();
    return { request: { params: { endpointId }, query }, answers: READ };
  };

const FORM = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
  text: new URLSearchParams({ message: PERSONAL }).toString(),
};

export const submissionScenarios = {
  createSubmission: [
    { name: 'JSON', begin: creating({ json: { message: PERSONAL } }, 201) },
    { name: "a person's form", begin: creating(FORM, 303) },
    { name: 'one of the last places', begin: takingPlace },
    { name: 'spam', begin: holding },
    { name: "a known sender's", begin: sendingWithKey },
    { name: 'a form with files', begin: sendingFiles({}) },
    { name: 'a form with files, to be confirmed', begin: sendingFiles({ confirmation: VERIFYING }) },
    { name: 'an upload', begin: claimingUpload },
  ],
  createUpload: [{ name: 'of an endpoint with files', begin: uploading }],
  retrieveFile: [{ name: 'one that is there', begin: retrievingFile }],
  updateSubmission: [{ name: 'as read', begin: updating }],
  deleteSubmission: [{ name: 'one that is there', begin: deleting }],
  listSubmissions: [
    { name: 'page 1', begin: listing({}) },
    { name: 'a page behind the index', begin: listing({ page: '8', limit: '9' }) },
  ],
  searchSubmissions: [
    { name: 'a word', begin: listing({ query: '7', limit: '3' }) },
    { name: 'a mark', begin: listing({ isSpam: 'true' }) },
  ],
  updateSubmissions: [{ name: 'as read', begin: updatingMany }],
  deleteSubmissions: [{ name: 'one that is there', begin: deletingMany }],
} satisfies Record<string, Scenario<Conversation>[]>;
