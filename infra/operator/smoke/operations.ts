import { KEY_SECRET_HEADER, WEBHOOK_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import type { OperationId } from '../../../shared/contract/operations/index.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';

import type { Key } from '../../../shared/contract/schemas/key.ts';
import type { SearchResult } from '../../../shared/contract/schemas/search.ts';
import type { EndpointStatistics, EndpointTotals } from '../../../shared/contract/schemas/statistics.ts';
import type { Submission, SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import type { UnsubscribePage } from '../../../shared/contract/schemas/unsubscribe.ts';
import type { FileUrl, Upload } from '../../../shared/contract/schemas/uploads.ts';
import type { Webhook, WebhookTest } from '../../../shared/contract/schemas/webhook.ts';
import { demand, demandEqual } from './inspect.ts';
import { bodyOf, type SmokeRun } from './smokeRun.ts';

type Step = (smokeRun: SmokeRun) => Promise<undefined>;

/** Every kind of JSON value, and text beyond ASCII. */
const DATA = { message: 'Grüße 👋', number: -1.5, list: ['a', null, true], nested: { empty: {} } };
/** Reserved domain that never resolves (RFC 2606). */
const RECEIVER = 'https://receiver.invalid/forms';
const FILE = 'A file of the smoke test.';
const UNKNOWN_TOKEN = `${'0'.repeat(43)}.${'0'.repeat(43)}`;
const REDIRECT_URL = 'https://example.com/thanks';

/** A step for each operation, in calling order; typecheck fails if one is missing. */
export const OPERATION_STEPS: { [Id in OperationId]: Step } = {
  openUnsubscribePage: async (smokeRun) => {
    const request = {
      authorization: 'none',
      query: `?token=${UNKNOWN_TOKEN}`,
      headers: { Accept: 'application/json' },
    };
    const { url } = bodyOf<UnsubscribePage>(await smokeRun.succeed('openUnsubscribePage', {}, request));
    demand(url.endsWith(`#${UNKNOWN_TOKEN}`), 'the page does not get the token');
  },
  // Only a mail has a token that unsubscribes.
  unsubscribe: async (smokeRun) => {
    const request = { authorization: 'none', query: `?token=${UNKNOWN_TOKEN}` };
    smokeRun.inspector.error(await smokeRun.ask('unsubscribe', {}, request), 'NOT_FOUND');
  },
  createEndpoint: async (smokeRun) => {
    const fields = { slug: smokeRun.marker, targetEmails: [], emailNotifications: false, redirectUrl: REDIRECT_URL };
    const endpoint = bodyOf<Endpoint>(await smokeRun.succeed('createEndpoint', {}, { json: fields }));
    smokeRun.keep('endpoint', endpoint);
    demandEqual('slug', endpoint.slug, smokeRun.marker);
  },
  retrieveEndpoint: async (smokeRun) => {
    const endpoint = smokeRun.get('endpoint');
    const answer = await smokeRun.succeed('retrieveEndpoint', { id: endpoint.id });
    demandEqual('the endpoint', answer.json, endpoint);
  },
  updateEndpoint: async (smokeRun) => {
    const { id } = smokeRun.get('endpoint');
    const endpoint = bodyOf<Endpoint>(
      await smokeRun.succeed('updateEndpoint', { id }, { json: { name: 'Smoke test' } }),
    );
    demandEqual('name', endpoint.name, 'Smoke test');
    smokeRun.keep('endpoint', endpoint);
  },
  listEndpoints: async (smokeRun) => {
    const { json } = await smokeRun.succeed('listEndpoints', {}, { query: '?page=1&limit=1' });
    const { _metadata, endpoints } = json as { _metadata: { itemsPerPage: number }; endpoints: Endpoint[] };
    demandEqual('itemsPerPage and length', [_metadata?.itemsPerPage, endpoints?.length], [1, 1]);
  },
  createSubmission: async (smokeRun) => {
    const { id: endpointId } = smokeRun.get('endpoint');
    const request = { authorization: 'none', json: DATA };
    const submission = bodyOf<Submission>(await smokeRun.succeed('createSubmission', { endpointId }, request));
    demandEqual('endpointId', submission.endpointId, endpointId);
    demand(!('data' in submission), 'the response has data');
    smokeRun.keep('submissionId', submission.id);
  },
  retrieveChallenge: async (smokeRun) => {
    const { id } = smokeRun.get('endpoint');
    await smokeRun.succeed('updateEndpoint', { id }, { json: { captcha: { provider: 'altcha' } } });
    const { json } = await smokeRun.succeed('retrieveChallenge', { endpointId: id }, { authorization: 'none' });
    demandEqual('algorithm', (json as { parameters: { algorithm: string } }).parameters.algorithm, 'PBKDF2/SHA-256');
    await smokeRun.succeed('updateEndpoint', { id }, { json: { captcha: null } });
  },
  retrieveSubmission: async (smokeRun) => {
    const params = submissionOf(smokeRun);
    const submission = bodyOf<SubmissionWithData>(await smokeRun.succeed('retrieveSubmission', params));
    demandEqual('data', submission.data, DATA);
  },
  updateSubmission: async (smokeRun) => {
    const params = submissionOf(smokeRun);
    const { isRead, isSpam } = bodyOf<Submission>(
      await smokeRun.succeed('updateSubmission', params, { json: { isRead: true } }),
    );
    demandEqual('isRead and isSpam', [isRead, isSpam], [true, false]);
  },
  listSubmissions: async (smokeRun) => {
    const { endpointId, id } = submissionOf(smokeRun);
    const { json } = await smokeRun.succeed('listSubmissions', { endpointId }, { query: '?page=1' });
    const { submissions = [] } = json as { submissions?: SubmissionWithData[] };
    demandEqual(
      'the ids',
      submissions.map((submission) => submission.id),
      [id],
    );
  },
  searchSubmissions: async (smokeRun) => {
    const { endpointId, id } = submissionOf(smokeRun);
    const query = `?query=${encodeURIComponent('GRUSSE nested:empty')}&isRead=true&order=oldest`;
    const { submissions } = bodyOf<SearchResult>(
      await smokeRun.succeed('searchSubmissions', { endpointId }, { query }),
    );
    demandEqual(
      'the ids',
      submissions.map((submission) => submission.id),
      [id],
    );
    demand(submissions[0]?.createdAt !== undefined, 'there is no createdAt');
  },
  updateSubmissions: async (smokeRun) => {
    const { endpointId, id } = submissionOf(smokeRun);
    const json = { ids: [id], isRead: false };
    const answer = await smokeRun.succeed('updateSubmissions', { endpointId }, { json });
    demandEqual('the results', answer.json, { results: [{ id, status: 'updated' }] });
  },
  retrieveDeliveries: async (smokeRun) => {
    const { json } = await smokeRun.succeed('retrieveDeliveries', submissionOf(smokeRun));
    demandEqual('the deliveries', json, { deliveries: [] });
  },
  listStatistics: async (smokeRun) => {
    const { json } = await smokeRun.succeed('listStatistics', {}, { query: '?page=1&limit=1' });
    demandEqual('the length', (json as { statistics?: EndpointTotals[] }).statistics?.length, 1);
  },
  retrieveStatistics: async (smokeRun) => {
    const { id } = smokeRun.get('endpoint');
    const { endpointId, days } = bodyOf<EndpointStatistics>(
      await smokeRun.succeed('retrieveStatistics', { id }, { query: '?days=2' }),
    );
    demandEqual('endpointId and days', [endpointId, days?.length], [id, 2]);
  },
  createKey: async (smokeRun) => {
    const answer = await smokeRun.succeed('createKey', {}, { json: { name: smokeRun.marker, expiresAt: '1-day' } });
    const secret = answer.headers.get(KEY_SECRET_HEADER);
    demand(secret !== null, `there is no header ${KEY_SECRET_HEADER}`);
    demand(!answer.text.includes(secret), 'the body has the secret');
    smokeRun.keep('keyId', bodyOf<Key>(answer).id);
    smokeRun.keep('keySecret', secret);
  },
  updateKey: async (smokeRun) => {
    const id = smokeRun.get('keyId');
    const name = `${smokeRun.marker} again`;
    const key = bodyOf<Key>(await smokeRun.succeed('updateKey', { id }, { json: { name } }));
    demandEqual('name', key.name, name);
  },
  verifyKey: async (smokeRun) => {
    const [id, key] = [smokeRun.get('keyId'), smokeRun.get('keySecret')];
    const verified = bodyOf<Key>(await smokeRun.succeed('verifyKey', {}, { json: { key } }));
    demandEqual('id', verified.id, id);
  },
  listKeys: async (smokeRun) => {
    const { json } = await smokeRun.succeed('listKeys', {}, { authorization: `Bearer ${smokeRun.get('keySecret')}` });
    const { keys = [] } = json as { keys?: Key[] };
    demand(keys.length > 0, 'there is no key');
  },
  createWebhook: async (smokeRun) => {
    const { id: endpointId } = smokeRun.get('endpoint');
    const answer = await smokeRun.succeed('createWebhook', {}, { json: { endpointId, url: RECEIVER } });
    const secret = answer.headers.get(WEBHOOK_SECRET_HEADER);
    demand(secret?.startsWith('whsec_') === true, `there is no header ${WEBHOOK_SECRET_HEADER}`);
    demand(!answer.text.includes(secret), 'the body has the secret');
    smokeRun.keep('webhookId', bodyOf<Webhook>(answer).id);
  },
  retrieveWebhook: async (smokeRun) => {
    const webhook = bodyOf<Webhook>(await smokeRun.succeed('retrieveWebhook', webhookOf(smokeRun)));
    demandEqual('url and events', [webhook.url, webhook.events], [RECEIVER, ['submission.created']]);
  },
  updateWebhook: async (smokeRun) => {
    const json = { events: ['submission.deleted'], rotateSecret: true };
    const answer = await smokeRun.succeed('updateWebhook', webhookOf(smokeRun), { json });
    demand(answer.headers.has(WEBHOOK_SECRET_HEADER), `there is no header ${WEBHOOK_SECRET_HEADER}`);
    demandEqual('events', bodyOf<Webhook>(answer).events, ['submission.deleted']);
  },
  listWebhooks: async (smokeRun) => {
    const { json } = await smokeRun.succeed('listWebhooks', { endpointId: smokeRun.get('endpoint').id });
    demandEqual('the length', (json as { webhooks?: Webhook[] }).webhooks?.length, 1);
  },
  testWebhook: async (smokeRun) => {
    const { isDelivered, error } = bodyOf<WebhookTest>(await smokeRun.succeed('testWebhook', webhookOf(smokeRun)));
    demandEqual('isDelivered', isDelivered, false);
    demand(error !== undefined, 'a receiver that does not exist is not named as such');
  },
  listWebhookDeliveries: async (smokeRun) => {
    const { json } = await smokeRun.succeed('listWebhookDeliveries', webhookOf(smokeRun), { query: '?state=failed' });
    demandEqual('the deliveries', (json as { deliveries?: unknown[] }).deliveries, []);
  },
  replayWebhookDeliveries: async (smokeRun) => {
    const json = { failedAfter: '2026-01-01' };
    const answer = await smokeRun.succeed('replayWebhookDeliveries', webhookOf(smokeRun), { json });
    demandEqual('the results', (answer.json as { results?: unknown[] }).results, []);
  },
  deleteWebhook: async (smokeRun) => {
    await smokeRun.succeed('deleteWebhook', webhookOf(smokeRun));
    smokeRun.inspector.error(await smokeRun.ask('retrieveWebhook', webhookOf(smokeRun)), 'NOT_FOUND');
  },
  deleteSubmission: async (smokeRun) => {
    const params = submissionOf(smokeRun);
    await smokeRun.succeed('deleteSubmission', params);
    smokeRun.inspector.error(await smokeRun.ask('retrieveSubmission', params), 'NOT_FOUND');
  },
  deleteSubmissions: async (smokeRun) => {
    const { id: endpointId } = smokeRun.get('endpoint');
    const request = { authorization: 'none', json: DATA };
    const { id } = bodyOf<Submission>(await smokeRun.succeed('createSubmission', { endpointId }, request));
    const answer = await smokeRun.succeed('deleteSubmissions', { endpointId }, { json: { ids: [id] } });
    demandEqual('the results', answer.json, { results: [{ id, status: 'deleted' }] });
  },
  createUpload: async (smokeRun) => {
    const { id: endpointId } = smokeRun.get('endpoint');
    await smokeRun.succeed('updateEndpoint', { id: endpointId }, { json: { files: { types: ['text/plain'] } } });
    const json = { name: 'smoke.txt', type: 'text/plain', bytes: FILE.length, field: 'note' };
    const upload = bodyOf<Upload>(
      await smokeRun.succeed('createUpload', { endpointId }, { authorization: 'none', json }),
    );
    const put = async () => (await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: FILE })).status;
    demandEqual('the status of the upload', await put(), 200);
    demandEqual('the status of a second one', await put(), 412);
    const request = { authorization: 'none' as const, json: { _uploads: [upload.id] } };
    const { id, files } = bodyOf<Submission>(await smokeRun.succeed('createSubmission', { endpointId }, request));
    demandEqual('name and size', [files?.[0]?.name, files?.[0]?.bytes], [json.name, json.bytes]);
    smokeRun.keep('file', { endpointId, id, fileId: files?.[0]?.id ?? '' });
  },
  retrieveFile: async (smokeRun) => {
    const request = { query: '?unscanned=true', headers: { Accept: 'application/json' } };
    const answer = await smokeRun.succeed('retrieveFile', smokeRun.get('file'), request);
    const file = await fetch(bodyOf<FileUrl>(answer).url);
    demandEqual('the file', await file.text(), FILE);
    demandEqual('what it is shown as', file.headers.get('content-disposition')?.split(';')[0], 'attachment');
  },
  deleteKey: async (smokeRun) => {
    const [id, secret] = [smokeRun.get('keyId'), smokeRun.get('keySecret')];
    await smokeRun.succeed('deleteKey', { id });
    const revoked = { authorization: `Bearer ${secret}` };
    smokeRun.inspector.error(await smokeRun.ask('listKeys', {}, revoked), 'UNAUTHORIZED');
  },
  deleteEndpoint: async (smokeRun) => {
    const { id } = smokeRun.get('endpoint');
    await smokeRun.succeed('deleteEndpoint', { id });
    smokeRun.inspector.error(await smokeRun.ask('createSubmission', { endpointId: id }, { json: DATA }), 'NOT_FOUND');
  },
};

const submissionOf = (smokeRun: SmokeRun) => ({
  endpointId: smokeRun.get('endpoint').id,
  id: smokeRun.get('submissionId'),
});

const webhookOf = (smokeRun: SmokeRun) => ({ id: smokeRun.get('webhookId') });
