import { HOPS_HEADER, hopsHeader, IDEMPOTENCY_KEY_HEADER } from '../../../shared/contract/headers.ts';
import { WEBHOOKS_PER_ENDPOINT_MAX } from '../../../shared/contract/limits.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { confirmToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { indexHeadKey, pendingKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { altchaSolution } from '../../support/altcha.ts';
import { ServiceFailure } from '../../support/simulator/calls.ts';
import { requireRights } from '../../support/simulator/rights.ts';
import { HOUR_MS, MINUTE_MS, type World } from '../later/world.ts';
import { limited } from './rareMemberCalls.ts';

const FORM = { subject: 'Please', text: 'Thanks', verify: true };
const FILE_ID = 'fil_01JD0B6E1G7XQ3N5R8TVW2KYPA';
const FILES = { [FILE_ID]: { field: 'file', name: 'a.txt', type: 'text/plain', bytes: 9, scan: 'clean' } };

/** A presigned URL carries the rights of the function that signed it. */
function use(name: string, action: string, url: string): void {
  requireRights(name, { service: 's3', action, input: { key: new URL(url).pathname.slice(1) } });
}

/** Creations with an `Idempotency-Key`, sent twice. */
async function repeatedCreations(world: World): Promise<void> {
  const endpointId = await world.endpoint();
  const bodies: Record<string, object> = {
    createEndpoint: { slug: 'a-form', targetEmails: [] },
    createKey: { name: 'A key', expiresAt: '1-day' },
    createMember: { address: 'bo@example.com', role: 'reader' },
    createWebhook: { endpointId, url: 'https://hooks.example.com/forms', events: ['submission.created'] },
  };
  for (const [name, json] of Object.entries(bodies)) {
    const create = () => world.call(name, { headers: { [IDEMPOTENCY_KEY_HEADER]: 'one' }, json });
    const first = await create();
    world.expect(name, first.status, 201);
    world.expect(`${name} again`, (await create()).json.id, first.json.id);
  }
}

/** One webhook more than an endpoint may have. */
async function tooManyWebhooks(world: World): Promise<void> {
  const endpoint = await world.cloud.newEndpoint();
  for (let count = 0; count < WEBHOOKS_PER_ENDPOINT_MAX; count++) await world.cloud.newWebhook(endpoint);
  const { json } = await world.call('createWebhook', { json: { endpointId: endpoint.id, url: 'https://a.example' } });
  world.expect('one too many', json.code, 'USAGE_EXCEEDED');
}

/** A deletion while the endpoint gets another slug. */
async function racingDeletion(world: World): Promise<void> {
  const { cloud } = world;
  const endpoint = await cloud.newEndpoint();
  let isChanged = false;
  cloud.services.outage = async ({ action }) => {
    if (action !== 'TransactWriteItems' || isChanged) return;
    isChanged = true;
    await cloud.repositories.endpoints.update(endpoint, { slug: 'another' });
  };
  const deleted = await world.call('deleteEndpoint', { params: { id: endpoint.id } });
  world.expect('deleted', [deleted.status, isChanged], [200, true]);
}

/** Each setting of a webhook, with its credentials and without. */
async function webhookSettings(world: World): Promise<void> {
  const endpointId = await world.endpoint();
  const settings = {
    url: 'https://hooks.example.com/forms',
    events: ['submission.created', 'submission.deleted'],
    includeSpam: true,
    isEnabled: true,
    template: '{"text": "{{field.message}}"}',
    headers: { 'X-One': 'two' },
  };
  const { json } = await world.call('createWebhook', { json: { endpointId, ...settings } });
  const update = async (changes: object) =>
    (await world.call('updateWebhook', { params: { id: json.id }, json: changes })).status;
  const { headers, ...others } = settings;
  world.expect('without credentials', await update({ ...others, isEnabled: false }), 200);
  world.expect('with credentials', await update({ ...settings, rotateSecret: true }), 200);
  world.expect('without headers', await update({ ...others, format: 'slack', template: null, headers: null }), 200);
  const { json: shown } = await world.call('retrieveWebhook', { params: { id: json.id } });
  world.expect('at the end', [shown.format, shown.headerNames], ['slack', undefined]);
}

/** Replays of named deliveries and of failed ones, on both lanes; and a form that a receiver sends on. */
async function replays(world: World): Promise<void> {
  const { services } = world.cloud;
  const endpoint = await world.cloud.newEndpoint();
  const { id } = await world.cloud.newWebhook(endpoint, { events: ['submission.created'] });
  const startedAt = new Date(world.cloud.clock.now()).toISOString();
  const replay = async (json: object) =>
    (await world.call('replayWebhookDeliveries', { params: { id }, json })).json.results.map(
      ({ status }: { status: string }) => status,
    );
  await world.post(endpoint.id);
  await world.pass(MINUTE_MS);
  const [posted] = services.posted;
  const delivery = posted?.headers['webhook-id'] ?? '';
  world.expect('a replay', await replay({ ids: [delivery] }), ['replayed']);
  await world.pass(MINUTE_MS);
  const looped = await world.call('createSubmission', {
    params: { endpointId: endpoint.id },
    headers: { [HOPS_HEADER]: hopsHeader(1, id, delivery) },
    json: { message: 'Hello' },
  });
  world.expect('a form from the receiver', looped.status, 201);
  services.receiver = () => ({ status: 500, error: 'status', answer: '' });
  await world.post(endpoint.id);
  await world.pass(HOUR_MS);
  world.expect('a replay while it fails', await replay({ ids: [delivery] }), ['replayed']);
  await world.pass(80 * HOUR_MS);
  world.expect('replays of failed ones', (await replay({ failedAfter: startedAt })).length > 0, true);
}

/** Events of webhooks that could not be planned while the table was unreachable. */
async function plannedLater(world: World): Promise<void> {
  const { services, clock } = world.cloud;
  const endpoint = await world.cloud.newEndpoint();
  await world.cloud.newWebhook(endpoint, { events: ['submission.created'] });
  await world.post(endpoint.id);
  const endMs = clock.now() + 3 * MINUTE_MS;
  services.outage = ({ service }) => {
    if (service === 'dynamodb' && clock.now() < endMs) throw new ServiceFailure(503, 'ServiceUnavailable');
  };
  await world.pass(HOUR_MS);
  world.expect('posted', services.posted.length, 1);
}

/** Submissions that were held, are released by their owner, and leave with the endpoint. */
async function releases(world: World): Promise<void> {
  const endpointId = await world.endpoint({ spamFilter: 'learn' });
  const held = () => world.post(endpointId, { message: 'Hello', _gotcha: 'x' });
  const [one, other] = [await held(), await held()];
  const single = { params: { endpointId, id: one }, json: { isSpam: false, isRead: true } };
  world.expect('one', (await world.call('updateSubmission', single)).json.isSpam, false);
  const several = { params: { endpointId }, json: { ids: [other], isSpam: false, isRead: true } };
  world.expect('several', (await world.call('updateSubmissions', several)).status, 200);
  await world.pass(MINUTE_MS);
  world.expect('deleted', (await world.call('deleteSubmission', { params: { endpointId, id: one } })).status, 200);
  await world.call('deleteSubmissions', { params: { endpointId }, json: { ids: [other] } });
}

/** A pending submission with everything that one can have, confirmed by the owner and by the sender. */
async function confirmations(world: World): Promise<void> {
  const { cloud } = world;
  const endpointId = await world.endpoint({ targetEmails: ['you@example.com'], confirmation: FORM });
  const everything = {
    charset: 'utf-8',
    knownSender: { keyId: 'key_1', name: 'Agent' },
    mailSubject: 'Hello',
    judgedAs: 'ham',
    hops: 1,
    language: 'de',
    resends: 1,
    files: FILES,
    hasTargets: true,
  };
  const { table } = cloud.services;
  const given = async () => {
    const id = await world.post(endpointId, { email: 'sender@example.net' });
    const { PK, SK } = pendingKey(endpointId, id);
    await table.put({ ...(await table.get({ PK, SK })), PK, SK, ...everything }, {});
    return id;
  };
  const id = await given();
  const owners = await world.call('confirmSubmission', { params: { endpointId, id } });
  world.expect('by the owner', owners.status, 200);
  const token = confirmToken(await new ConfirmationSecret(table).findOrMake(), endpointId, await given());
  const senders = { params: { endpointId }, json: { token, action: 'confirm' } };
  world.expect('by the sender', (await world.call('answerConfirmation', senders)).status, 200);
  world.expect('stored', (await table.get(submissionKey(endpointId, id)))?.mailSubject, 'Hello');
}

/** A form that its sender has to confirm, sent again after its captcha failed. */
async function solvedLater(world: World): Promise<void> {
  const { cloud } = world;
  const { id: endpointId, captchaSecret = '' } = await cloud.newEndpoint({
    captcha: { provider: 'altcha' },
    confirmation: FORM,
  });
  const post = async (altcha: string) => {
    const json = { email: 'sender@example.net', altcha };
    const headers = { [IDEMPOTENCY_KEY_HEADER]: 'one' };
    return (await world.call('createSubmission', { params: { endpointId }, headers, json })).json.id;
  };
  const held = await post('wrong');
  const pending = await post(await altchaSolution(captchaSecret, cloud.clock.now()));
  const { table } = cloud.services;
  world.expect('held', (await table.get(submissionKey(endpointId, held)))?.spamReason, 'captcha_failed');
  world.expect('pending', (await table.get(pendingKey(endpointId, pending)))?.SK, pendingKey(endpointId, pending).SK);
}

/** A form that is sent along with a key, which makes its sender known. */
async function knownSender(world: World): Promise<void> {
  const { cloud } = world;
  const { id: endpointId } = await cloud.newEndpoint();
  const agent = { name: 'Agent', expiresAt: NEVER, allows: ['submissions' as const] };
  const { key, secret } = await cloud.repositories.keys.create(cloud.workspaceId, agent, 'write');
  const headers = { Authorization: `Bearer ${secret}` };
  const sent = await world.call('createSubmission', { params: { endpointId }, headers, json: { message: 'Hello' } });
  world.expect('known', sent.json.knownSender?.keyId, key.id);
  world.expect('noted', (await cloud.repositories.keys.find(key.id))?.lastAccess !== undefined, true);
}

/** A file's way in and out, by presigned URLs, and a captcha before it. */
async function files(world: World): Promise<void> {
  const { id: endpointId, captchaSecret = '' } = await world.cloud.newEndpoint({
    files: {},
    captcha: { provider: 'altcha' },
  });
  const json = {
    name: 'a.txt',
    type: 'text/plain',
    bytes: 9,
    field: 'file',
    captcha: await altchaSolution(captchaSecret, world.cloud.clock.now()),
  };
  const uploaded = await world.call('createUpload', { params: { endpointId }, json });
  world.expect('upload', uploaded.status, 201);
  use('createUpload', 'PutObject', uploaded.json.url);
  const id = newId('submission', world.cloud.clock.now());
  const { table } = world.cloud.services;
  await table.put({ ...submissionKey(endpointId, id), data: '{}', location: 'Spain', files: FILES }, {});
  const download = await world.call('retrieveFile', { params: { endpointId, id, fileId: FILE_ID } });
  use('retrieveFile', 'GetObject', String(download.headers.get('Location')));
}

/** An endpoint with whole pages of its index, of which the head is lost. */
async function largeEndpoint(world: World): Promise<void> {
  const { cloud } = world;
  const count = 1_300;
  const endpoint = await cloud.newEndpoint();
  await cloud.submit(endpoint, count);
  await world.pass(HOUR_MS);
  const found = await world.call('searchSubmissions', {
    params: { endpointId: endpoint.id },
    query: { query: 'hello', order: 'oldest' },
  });
  world.expect('found', found.json.submissions.length > 0, true);
  const counted = async () =>
    (await world.call('retrieveStatistics', { params: { id: endpoint.id } })).json.submissions;
  world.expect('counted', await counted(), count);
  await cloud.services.table.delete(indexHeadKey(endpoint.id));
  world.expect('counted without the head', await counted(), count);
}

/** A removal that takes longer than its function may run, by the plan of `rare.ts`. */
async function longRemoval(world: World): Promise<void> {
  const { services } = world.cloud;
  const confirmation = { subject: 'Please', text: 'Thanks' };
  const endpoint = await world.cloud.newEndpoint({ targetEmails: ['owner@example.com'], confirmation });
  const endpointId = endpoint.id;
  await world.cloud.newWebhook(endpoint);
  await world.post(endpointId);
  await world.pass(MINUTE_MS);
  await world.call('deleteEndpoint', { params: { id: endpointId } });
  await world.pass(MINUTE_MS);
  const left = [...services.items.state().values()].filter(({ PK }) => String(PK).includes(endpointId));
  world.expect('items left', left.length, 0);
  world.expect('rounds', world.cloud.plan.calls.filter(({ service }) => service === 'sqs').length, 1);
}

export const rareCalls = {
  repeatedCreations,
  limited,
  tooManyWebhooks,
  racingDeletion,
  webhookSettings,
  replays,
  plannedLater,
  releases,
  confirmations,
  solvedLater,
  knownSender,
  files,
  largeEndpoint,
  longRemoval,
};
