import { randomBytes } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { ulid } from 'ulid';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../../shared/contract/operations/index.ts';
import type { Key } from '../../../shared/contract/schemas/keys/key.ts';
import {
  answerConfirmations,
  askForTest,
  demandAllowed,
  SIMULATOR,
  submitPending,
  unsubscribeMailbox,
} from './confirmations.ts';
import type { ExampleClient, Fields, Variation } from './exampleClient.ts';
import { adviceOn, demand, demandEqual } from './inspect.ts';
import {
  demandMember,
  demandSession,
  endAllSessions,
  endOneSession,
  muteMailbox,
  nameSession,
  newAddress,
  OWNERS_ONLY,
  wrongCode,
  wrongMuteToken,
} from './members.ts';
import { failedDelivery, replayAgain } from './replay.ts';

/** An operation's requirements and results beyond its documented example. */
interface Particulars {
  before?: (examples: ExampleClient) => Promise<unknown>;
  request?: (examples: ExampleClient) => Variation | Promise<Variation>;
  fails?: ErrorCode;
  /** May return a note for the report. */
  after?: (examples: ExampleClient, body: Fields, sent: Fields) => unknown;
}

/** Every kind of JSON value, and text beyond ASCII. */
const DATA = { greeting: 'Grüße 👋', number: -1.5, list: ['a', null, true], nested: { empty: {} } };
/** Reserved domain that never resolves (RFC 2606). */
const RECEIVER = 'https://receiver.invalid/forms';
const USE_ATTEMPTS = 5;
const FILE = 'A file of the smoke test.';
const UPLOAD = { name: 'smoke.txt', type: 'text/plain', bytes: FILE.length, field: 'note' };
const FILES = { maxCount: 1, maxBytes: 1_000, types: [UPLOAD.type] };
const UNKNOWN_TOKEN = `?token=${'0'.repeat(43)}.${'0'.repeat(43)}`;

const PARTICULARS: Partial<Record<OperationId, Particulars>> = {
  createEndpoint: {
    request: ({ marker }) => ({
      fields: {
        slug: `${marker}-${randomBytes(2).toString('hex')}`,
        targetEmails: [],
        emailNotifications: false,
        redirectUrl: 'https://example.com/thanks',
      },
    }),
  },
  // The example disables the endpoint.
  updateEndpoint: {
    after: async (examples) => {
      examples.inspector.error((await examples.example('createSubmission')).answer, 'DISABLED');
      await examples.succeed('updateEndpoint', { json: { isEnabled: true } });
      const slug = examples.get('endpoint', 'slug');
      await examples.succeed('updateEndpoint', { json: { slug: `${slug}-moved` } });
      await examples.succeed('updateEndpoint', { json: { slug } });
    },
  },
  createSubmission: {
    before: demandStoredOnce,
    request: () => ({ fields: DATA }),
    after: (examples, body, data) => {
      demand(!('data' in body), 'the response has data');
      examples.keep('submission', { data });
    },
  },
  listSubmissions: { after: demandNewest },
  searchSubmissions: { after: demandNewest },
  retrieveChallenge: {
    before: (examples) => examples.succeed('updateEndpoint', { json: { captcha: { provider: 'altcha' } } }),
    after: async (examples, challenge) => {
      const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
      const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
      const { sent } = await examples.succeed('createSubmission', { fields: { ...DATA, altcha } });
      const { altcha: _, ...data } = sent;
      examples.keep('submission', { data });
      await examples.succeed('updateEndpoint', { json: { captcha: null } });
    },
  },
  retrieveDeliveries: { after: (_, { deliveries }) => demandEqual('the deliveries', deliveries, []) },
  retrieveConfirmationStatus: {
    after: (_, { isSandboxed }) =>
      demand(isSandboxed !== undefined, `the account in SES was not read${adviceOn('retrieveConfirmationStatus')}`),
  },
  retrieveStatistics: {
    after: (examples, { endpointId }) => demandEqual('endpointId', endpointId, examples.get('endpoint')),
  },
  updateSubmissions: { after: demandResult('updated') },
  createUpload: {
    before: (examples) => examples.succeed('updateEndpoint', { json: { files: FILES } }),
    request: () => ({ json: UPLOAD }),
    after: storeFile,
  },
  retrieveFile: {
    request: () => ({ query: '?unscanned=true' }),
    after: async (_, { url }) => {
      const file = await fetch(String(url));
      demand(
        (await file.text()) === FILE,
        `the file is not the uploaded one: ${file.status}${adviceOn('retrieveFile')}`,
      );
      demandEqual('the Content-Disposition', file.headers.get('content-disposition')?.split(';')[0], 'attachment');
    },
  },
  createKey: { request: ({ marker: name }) => ({ json: { name, expiresAt: '1-day' } }) },
  listKeys: { request: withNewKey, after: demandUse },
  updateKey: { request: ({ marker }) => ({ json: { name: `${marker} again` } }) },
  verifyKey: {
    request: (examples) => ({ json: { key: examples.get('key', 'secret') } }),
    after: (examples, { id }) => demandEqual('id', id, examples.get('key')),
  },
  createWebhook: { request: () => ({ fields: { url: RECEIVER } }) },
  updateWebhook: { after: (examples) => examples.succeed('updateWebhook', { json: { rotateSecret: true } }) },
  listWebhookDeliveries: { after: (_, { deliveries }) => demandEqual('the deliveries', deliveries, []) },
  listWebhooks: {
    after: (examples, { webhooks }) =>
      demand(
        (webhooks as Fields[]).some(({ id }) => id === examples.get('webhook')),
        'the webhook is not listed',
      ),
  },
  testWebhook: {
    after: (_, { isDelivered, error }) => {
      demandEqual('isDelivered', isDelivered, false);
      demand(error !== undefined, 'a receiver that does not exist is not reported as such');
    },
  },
  confirmSubmission: {
    before: submitPending,
    after: (_, { confirmedAt }) => demand(confirmedAt !== undefined, 'the submission is not confirmed'),
  },
  listPendingSubmissions: {
    before: submitPending,
    after: async (examples, body) => {
      demandNewest(examples, body);
      await examples.succeed('confirmSubmission');
      await examples.succeed('updateEndpoint', { json: { confirmation: null } });
    },
  },
  replayWebhookDeliveries: { request: failedDelivery, after: replayAgain },
  testConfirmation: { before: askForTest, request: () => ({ json: { recipient: SIMULATOR } }), after: demandAllowed },
  // An unknown token reads the secret.
  answerConfirmation: { fails: 'NOT_FOUND', after: answerConfirmations },
  openUnsubscribePage: { request: () => ({ query: UNKNOWN_TOKEN }) },
  unsubscribe: { request: () => ({ query: UNKNOWN_TOKEN }), fails: 'NOT_FOUND', after: unsubscribeMailbox },
  deleteKey: {
    after: async (examples) => {
      const { answer } = await examples.example('listKeys', withNewKey(examples));
      examples.inspector.error(answer, 'UNAUTHORIZED');
    },
  },
  listAuditEntries: { after: (_, { entries }) => demand((entries as Fields[]).length > 0, 'no change is recorded') },
  createMember: { request: newAddress },
  listMembers: { after: demandMember },
  requestSignInCode: { request: newAddress },
  muteSignInCodes: { request: wrongMuteToken, fails: 'NOT_FOUND', after: muteMailbox },
  signIn: { request: wrongCode, fails: 'UNAUTHORIZED', after: demandSession },
  listSessions: { fails: 'FORBIDDEN', after: demandSession },
  endSession: { before: nameSession, fails: 'FORBIDDEN', after: endOneSession },
  endSessions: { fails: 'FORBIDDEN', after: endAllSessions },
  createWorkspace: { fails: 'FORBIDDEN', after: OWNERS_ONLY },
  updateWorkspace: { fails: 'FORBIDDEN', after: OWNERS_ONLY },
  deleteSubmissions: { before: (examples) => examples.succeed('createSubmission'), after: demandResult('deleted') },
  deleteSubmission: {
    before: (examples) => examples.succeed('createSubmission'),
    after: async (examples) => {
      await submitPending(examples);
      await examples.succeed('deleteSubmission');
    },
  },
};

/**
 * Runs an operation's documented example, and its additional requests and checks.
 * @returns what could not be checked
 */
export async function runOperation(
  { id, method, path }: Operation,
  examples: ExampleClient,
): Promise<string | undefined> {
  const { before, request, fails, after } = PARTICULARS[id as OperationId] ?? {};
  await before?.(examples);
  const variation = await request?.(examples);
  const demandError = async (of: string, code: ErrorCode) => {
    examples.inspector.error((await examples.example(of, variation)).answer, code);
    return { body: {}, sent: {} };
  };
  const { body, sent } = fails ? await demandError(id, fails) : await examples.succeed(id, variation);
  const note = await after?.(examples, body, sent);
  const reading = OPERATIONS.find((other) => other.method === 'GET' && other.path === path);
  if (method === 'DELETE' && reading && !fails) await demandError(reading.id, 'NOT_FOUND');
  return typeof note === 'string' ? note : undefined;
}

function withNewKey(examples: ExampleClient): Variation {
  return { authorization: `Bearer ${examples.get('key', 'secret')}` };
}

/** The use of a key is recorded beside the request, which ignores a failure. */
async function demandUse(examples: ExampleClient): Promise<void> {
  const isUsed = async () => {
    const { keys } = (await examples.succeed('listKeys', withNewKey(examples))).body;
    return (keys as Key[]).some(({ id, lastAccess }) => id === examples.get('key') && lastAccess !== undefined);
  };
  for (let attempt = 1; attempt <= USE_ATTEMPTS; attempt++) if (await isUsed()) return;
  demand(false, `the use of a key was not recorded${adviceOn('listKeys')}`);
}

/** Repeats a submission by its name, and one that the endpoint merges. */
async function demandStoredOnce(examples: ExampleClient): Promise<void> {
  const send = async (json: Fields) => (await examples.succeed('createSubmission', { json })).body.id;
  const named = { message: 'Hello', _id: ulid() };
  demandEqual('the id of a repeated submission', await send(named), await send(named));
  await examples.succeed('updateEndpoint', { json: { duplicates: 'merge' } });
  const alike = { message: examples.marker };
  demandEqual('the id of a merged submission', await send(alike), await send(alike));
  await examples.succeed('updateEndpoint', { json: { duplicates: null } });
}

function demandNewest(examples: ExampleClient, { submissions }: Fields): void {
  const [newest] = submissions as { id: string }[];
  demandEqual('the newest', newest?.id, examples.get('submission'));
}

function demandResult(status: string) {
  return (examples: ExampleClient, { results }: Fields) =>
    demandEqual('the results', results, [{ id: examples.get('submission'), status }]);
}

/** Uploads a file once, and sends a form with it. */
async function storeFile(examples: ExampleClient, upload: Fields): Promise<void> {
  const headers = upload.headers as Record<string, string>;
  const put = async () => (await fetch(String(upload.url), { method: 'PUT', headers, body: FILE })).status;
  const status = await put();
  demand(status === 200, `the upload ended with ${status}${adviceOn('createUpload')}`);
  demandEqual('the status of a second upload', await put(), 412);
  const { body } = await examples.succeed('createSubmission', { json: { _uploads: [upload.id] } }).catch(withAdvice);
  const [file] = body.files as (typeof UPLOAD & { id: string })[];
  demandEqual('name and size', [file?.name, file?.bytes], [UPLOAD.name, UPLOAD.bytes]);
  examples.keep('file', { id: file?.id });
}

/** To S3 a denied upload looks like a missing one, which is the sender's mistake. */
function withAdvice({ message }: Error): never {
  const advice = adviceOn('createSubmission');
  throw new Error(message.includes(advice) ? message : message + advice);
}
