import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../../shared/contract/operations/index.ts';
import { demand, demandEqual } from './inspect.ts';
import type { Fields, SmokeRun, Variation } from './smokeRun.ts';

/** What an operation needs or shows beyond its documented example. */
interface Particulars {
  before?: (smokeRun: SmokeRun) => Promise<unknown>;
  request?: (smokeRun: SmokeRun) => Variation;
  fails?: ErrorCode;
  after?: (smokeRun: SmokeRun, body: Fields, sent: Fields) => unknown;
}

/** Every kind of JSON value, and text beyond ASCII. */
const DATA = { greeting: 'Grüße 👋', number: -1.5, list: ['a', null, true], nested: { empty: {} } };
/** Reserved domain that never resolves (RFC 2606). */
const RECEIVER = 'https://receiver.invalid/forms';
const FILE = 'A file of the smoke test.';
const UPLOAD = { name: 'smoke.txt', type: 'text/plain', bytes: FILE.length, field: 'note' };
const FILES = { maxCount: 1, maxBytes: 1_000, types: [UPLOAD.type] };
const UNKNOWN_TOKEN = `?token=${'0'.repeat(43)}.${'0'.repeat(43)}`;

const PARTICULARS: Partial<Record<OperationId, Particulars>> = {
  createEndpoint: {
    request: ({ marker: slug }) => ({
      fields: { slug, targetEmails: [], emailNotifications: false, redirectUrl: 'https://example.com/thanks' },
    }),
  },
  // The example disables the endpoint.
  updateEndpoint: {
    after: async (smokeRun) => {
      smokeRun.inspector.error((await smokeRun.example('createSubmission')).answer, 'DISABLED');
      await smokeRun.succeed('updateEndpoint', { json: { isEnabled: true } });
      const slug = smokeRun.get('endpoint', 'slug');
      await smokeRun.succeed('updateEndpoint', { json: { slug: `${slug}-moved` } });
      await smokeRun.succeed('updateEndpoint', { json: { slug } });
    },
  },
  createSubmission: {
    request: () => ({ fields: DATA }),
    after: (smokeRun, body, data) => {
      demand(!('data' in body), 'the response has data');
      smokeRun.keep('submission', { data });
    },
  },
  listSubmissions: { after: demandOnlySubmission },
  searchSubmissions: { after: demandOnlySubmission },
  retrieveChallenge: {
    before: (smokeRun) => smokeRun.succeed('updateEndpoint', { json: { captcha: { provider: 'altcha' } } }),
    after: (smokeRun) => smokeRun.succeed('updateEndpoint', { json: { captcha: null } }),
  },
  retrieveDeliveries: { after: (_, { deliveries }) => demandEqual('the deliveries', deliveries, []) },
  retrieveStatistics: {
    after: (smokeRun, { endpointId }) => demandEqual('endpointId', endpointId, smokeRun.get('endpoint')),
  },
  updateSubmissions: { after: demandResult('updated') },
  createUpload: {
    before: (smokeRun) => smokeRun.succeed('updateEndpoint', { json: { files: FILES } }),
    request: () => ({ json: UPLOAD }),
    after: storeFile,
  },
  retrieveFile: {
    request: () => ({ query: '?unscanned=true' }),
    after: async (_, { url }) => {
      const file = await fetch(String(url));
      demandEqual('the file', await file.text(), FILE);
      demandEqual('the Content-Disposition', file.headers.get('content-disposition')?.split(';')[0], 'attachment');
    },
  },
  createKey: { request: ({ marker: name }) => ({ json: { name, expiresAt: '1-day' } }) },
  listKeys: { request: withNewKey },
  updateKey: { request: ({ marker }) => ({ json: { name: `${marker} again` } }) },
  verifyKey: {
    request: (smokeRun) => ({ json: { key: smokeRun.get('key', 'secret') } }),
    after: (smokeRun, { id }) => demandEqual('id', id, smokeRun.get('key')),
  },
  createWebhook: { request: () => ({ fields: { url: RECEIVER } }) },
  updateWebhook: { after: (smokeRun) => smokeRun.succeed('updateWebhook', { json: { rotateSecret: true } }) },
  listWebhookDeliveries: { after: (_, { deliveries }) => demandEqual('the deliveries', deliveries, []) },
  listWebhooks: { after: (_, { webhooks }) => demandEqual('the length', (webhooks as unknown[]).length, 1) },
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
    after: async (smokeRun, body) => {
      demandOnlySubmission(smokeRun, body);
      await smokeRun.succeed('confirmSubmission');
      await smokeRun.succeed('updateEndpoint', { json: { confirmation: null } });
    },
  },
  // The address is not the endpoint's, so no mail is sent.
  testConfirmation: { fails: 'BAD_REQUEST' },
  // Only the mail contains a token that confirms.
  answerConfirmation: { fails: 'NOT_FOUND' },
  openUnsubscribePage: { request: () => ({ query: UNKNOWN_TOKEN }) },
  // Unsubscribing needs a token, which only mails contain.
  unsubscribe: { request: () => ({ query: UNKNOWN_TOKEN }), fails: 'NOT_FOUND' },
  deleteKey: {
    after: async (smokeRun) => {
      const { answer } = await smokeRun.example('listKeys', withNewKey(smokeRun));
      smokeRun.inspector.error(answer, 'UNAUTHORIZED');
    },
  },
  deleteSubmissions: { after: demandResult('deleted') },
  deleteSubmission: { before: (smokeRun) => smokeRun.succeed('createSubmission') },
};

/** Runs an operation's documented example, and its additional requests and checks. */
export async function runOperation({ id, method, path }: Operation, smokeRun: SmokeRun): Promise<undefined> {
  const { before, request, fails, after } = PARTICULARS[id as OperationId] ?? {};
  await before?.(smokeRun);
  const variation = request?.(smokeRun);
  const demandError = async (of: string, code: ErrorCode) =>
    smokeRun.inspector.error((await smokeRun.example(of, variation)).answer, code);
  if (fails) {
    await demandError(id, fails);
    return;
  }
  const { body, sent } = await smokeRun.succeed(id, variation);
  await after?.(smokeRun, body, sent);
  const reading = OPERATIONS.find((other) => other.method === 'GET' && other.path === path);
  if (method === 'DELETE' && reading) await demandError(reading.id, 'NOT_FOUND');
}

/** Without an address, so that no mail is sent. */
async function submitPending(smokeRun: SmokeRun): Promise<void> {
  const confirmation = { subject: 'Smoke test', text: 'Please confirm.', emailField: 'email', verify: true };
  await smokeRun.succeed('updateEndpoint', { json: { confirmation } });
  await smokeRun.succeed('createSubmission', { json: DATA });
  smokeRun.inspector.error((await smokeRun.example('retrieveSubmission')).answer, 'NOT_FOUND');
}

function withNewKey(smokeRun: SmokeRun): Variation {
  return { authorization: `Bearer ${smokeRun.get('key', 'secret')}` };
}

function demandOnlySubmission(smokeRun: SmokeRun, { submissions }: Fields): void {
  const ids = (submissions as { id: string }[]).map(({ id }) => id);
  demandEqual('the ids', ids, [smokeRun.get('submission')]);
}

function demandResult(status: string) {
  return (smokeRun: SmokeRun, { results }: Fields) =>
    demandEqual('the results', results, [{ id: smokeRun.get('submission'), status }]);
}

/** Uploads a file once, and sends a form with it. */
async function storeFile(smokeRun: SmokeRun, upload: Fields): Promise<void> {
  const headers = upload.headers as Record<string, string>;
  const put = async () => (await fetch(String(upload.url), { method: 'PUT', headers, body: FILE })).status;
  demandEqual('the status of the upload', await put(), 200);
  demandEqual('the status of a second upload', await put(), 412);
  const { body } = await smokeRun.succeed('createSubmission', { json: { _uploads: [upload.id] } });
  const [file] = body.files as (typeof UPLOAD & { id: string })[];
  demandEqual('name and size', [file?.name, file?.bytes], [UPLOAD.name, UPLOAD.bytes]);
  smokeRun.keep('file', { id: file?.id });
}
