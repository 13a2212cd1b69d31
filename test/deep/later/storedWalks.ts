import { KEY_SECRET_HEADER } from '../../../shared/contract/headers.ts';
import { confirmToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { uploadKey } from '../../../shared/files/objectKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { altchaSolution } from '../../support/altcha.ts';
import { confirmationsIn } from '../faults/deliveryChecks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type World } from './world.ts';

/** Not confirmed within a week: gone from every list, and its link no longer stores it. */
async function pending(world: World): Promise<void> {
  const endpointId = await world.endpoint({ confirmation: { subject: 'Please', text: 'Thanks', verify: true } });
  const id = await world.post(endpointId, { email: 'sender@example.net' });
  const listed = async (name: string) => (await world.call(name, { params: { endpointId } })).json.submissions.length;
  await world.pass(6 * DAY_MS);
  world.expect('pending after six days', await listed('listPendingSubmissions'), 1);
  await world.pass(DAY_MS + HOUR_MS);
  world.expect('pending after a week', await listed('listPendingSubmissions'), 0);
  const token = confirmToken(await new ConfirmationSecret(world.cloud.services.table).findOrMake(), endpointId, id);
  const answer = await world.call('answerConfirmation', { params: { endpointId }, json: { token, action: 'confirm' } });
  world.expect('its link', answer.status, 404);
  world.expect('stored', await listed('listSubmissions'), 0);
}

/** A sender who asks for the mail again gets it once an hour. */
async function resend(world: World): Promise<void> {
  const { cloud } = world;
  const endpointId = await world.endpoint({ confirmation: { subject: 'Please', text: 'Thanks', verify: true } });
  const id = await world.post(endpointId, { email: 'sender@example.net' });
  const token = confirmToken(await new ConfirmationSecret(cloud.services.table).findOrMake(), endpointId, id);
  const ask = async () =>
    (await world.call('answerConfirmation', { params: { endpointId }, json: { token, action: 'resend' } })).status;
  const sent = () => new Set(confirmationsIn(cloud).map(({ tags }) => JSON.stringify(tags))).size;
  await world.pass(50 * MINUTE_MS);
  world.expect('within the hour', [await ask(), sent()], [429, 1]);
  await world.pass(20 * MINUTE_MS);
  await ask();
  world.expect('again', await ask(), 429);
  await world.pass(10 * MINUTE_MS);
  world.expect('mails', sent(), 2);
}

/** Equal forms of one sender are merged for a minute, but not across midnight; the secrets of past days are removed. */
async function dailySecret(world: World): Promise<void> {
  const endpointId = await world.endpoint({ duplicates: 'merge' });
  const { clock, services } = world.cloud;
  const count = async () => (await world.call('listSubmissions', { params: { endpointId } })).json.submissions.length;
  await world.post(endpointId);
  await world.post(endpointId);
  world.expect('merged', await count(), 1);
  await world.pass(2 * MINUTE_MS);
  await world.post(endpointId);
  world.expect('after its minute', await count(), 2);
  for (let day = 0; day < 4; day++) {
    await world.pass(DAY_MS);
    await world.post(endpointId);
  }
  world.expect('after days', await count(), 6);
  const midnightMs = Math.ceil(clock.now() / DAY_MS) * DAY_MS;
  await world.pass(midnightMs - clock.now() - 20_000);
  await world.post(endpointId);
  await world.pass(10_000);
  await world.post(endpointId);
  world.expect('merged before midnight', await count(), 7);
  await world.pass(20_000);
  await world.post(endpointId);
  await world.post(endpointId);
  world.expect('merged after midnight, under another secret', await count(), 8);
  const secrets = [...services.items.state().values()].filter(({ PK }) => PK === 'DAILY-SECRETS').map(({ SK }) => SK);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  world.expect('today’s secret', secrets.at(-1), today);
  // A day's secret expires on the next day, and DynamoDB removes it two days later.
  world.expect('at most four secrets', secrets.length <= 4, true);
}

/** Expires on its time, for requests and for verification. */
async function key(world: World): Promise<void> {
  const { json, headers } = await world.call('createKey', { json: { name: 'For a day', expiresAt: '1-day' } });
  const secret = String(headers.get(KEY_SECRET_HEADER));
  const asIt = async () => {
    const { key: own } = world.cloud;
    world.cloud.key = secret;
    const { status } = await world.call('listKeys', {});
    world.cloud.key = own;
    return status;
  };
  const verified = async () => (await world.call('verifyKey', { json: { key: json.id } })).status;
  await world.pass(23 * HOUR_MS);
  world.expect('after 23 hours', [await asIt(), await verified()], [200, 200]);
  await world.pass(2 * HOUR_MS);
  world.expect('after 25 hours', [await asIt(), await verified()], [401, 404]);
}

/** The same `Idempotency-Key` gets the same endpoint for a day; later it is a request of its own. */
async function request(world: World): Promise<void> {
  const create = () =>
    world.call('createEndpoint', {
      headers: { 'Idempotency-Key': 'one' },
      json: { slug: 'the-form', targetEmails: [] },
    });
  const first = (await create()).json.id;
  await world.pass(23 * HOUR_MS);
  world.expect('within a day', (await create()).json.id, first);
  await world.pass(2 * HOUR_MS);
  world.expect('after a day', (await create()).status, 409);
}

/** Submissions counted and found while new are also counted and found in the settled index, and by day. */
async function index(world: World): Promise<void> {
  const id = await world.endpoint();
  for (let i = 0; i < 40; i++) await world.post(id, { message: `Hello number${i}` });
  const found = async () => {
    const { json } = await world.call('searchSubmissions', { params: { endpointId: id }, query: { query: 'number7' } });
    return json.submissions.length;
  };
  const counted = async () =>
    (await world.call('retrieveStatistics', { params: { id }, query: { days: '7' } })).json.days;
  world.expect('found at once', await found(), 1);
  await world.pass(5 * MINUTE_MS);
  world.expect('found once it is settled', await found(), 1);
  await world.pass(DAY_MS);
  await world.post(id);
  await world.pass(5 * MINUTE_MS);
  const days: { submissions: number }[] = await counted();
  world.expect(
    'by days',
    days.map(({ submissions }) => submissions).filter((count) => count > 0),
    [40, 1],
  );
  await world.pass(30 * DAY_MS);
  const { json } = await world.call('listSubmissions', {
    params: { endpointId: id },
    query: { limit: '10', page: '5' },
  });
  world.expect('the last page', json.submissions.length, 1);
}

/** The previous secret of a webhook also signs for a day. */
async function previousSecret(world: World): Promise<void> {
  const endpoint = await world.cloud.newEndpoint();
  const { id } = await world.cloud.newWebhook(endpoint, { events: ['submission.created'] });
  await world.call('updateWebhook', { params: { id }, json: { rotateSecret: true } });
  const signatures = async () => {
    await world.post(endpoint.id);
    await world.pass(MINUTE_MS);
    return world.cloud.services.posted.at(-1)?.headers['webhook-signature']?.split(' ').length;
  };
  world.expect('signatures at first', await signatures(), 2);
  await world.pass(25 * HOUR_MS);
  world.expect('signatures a day later', await signatures(), 1);
}

/** A captcha's pass serves for an hour, and so does its solution. An upload belongs to one submission, even if its function died on the way. */
async function upload(world: World): Promise<void> {
  const { services, clock } = world.cloud;
  const { id: endpointId, captchaSecret = '' } = await world.cloud.newEndpoint({
    files: {},
    captcha: { provider: 'altcha' },
  });
  const ask = async (captcha: string) =>
    (
      await world.call('createUpload', {
        params: { endpointId },
        json: { name: 'a.txt', type: 'text/plain', bytes: 4, field: 'a', captcha },
      })
    ).json;
  const [solution, old] = [clock.now(), clock.now()].map((now) => altchaSolution(captchaSecret, now));
  const { id, pass } = await ask((await solution) ?? '');
  services.bucket.objects.set(uploadKey(endpointId, id), {
    content: Buffer.from('text'),
    name: 'a.txt',
    field: 'a',
    type: 'text/plain',
  });
  const post = async () => {
    const json = { message: 'Hello', _uploads: [id], altcha: pass };
    return (await world.call('createSubmission', { params: { endpointId }, json })).status;
  };
  const statuses = [await post()];
  await world.pass(MINUTE_MS);
  statuses.push(await post());
  const list = async () => (await world.call('listSubmissions', { params: { endpointId } })).json.submissions;
  world.expect('submissions with the file', [(await list()).length, statuses.includes(201)], [1, true]);
  await world.pass(HOUR_MS);
  world.expect('with the pass after an hour', (await ask(pass)).id, undefined);
  world.expect('with a solution of then', (await ask((await old) ?? '')).id, undefined);
  await world.pass(10 * DAY_MS);
  const claims = [...services.items.state().values()].filter(({ PK }) => String(PK).includes(id));
  world.expect('claims after ten days', claims.length, 0);
}

/** Tests of a confirmation are limited per hour, even if a function died after counting one. */
async function limit(world: World): Promise<void> {
  const recipient = 'you@example.com';
  const confirmation = { subject: 'Thanks', text: 'Yes' };
  const endpointId = await world.endpoint({ targetEmails: [recipient], confirmation });
  const test = async () =>
    (await world.call('testConfirmation', { params: { endpointId }, json: { recipient } })).status;
  for (let sent = 0; (await test()) === 200; sent++) if (sent > 100) throw new Error('there is no limit');
  world.expect('once more', await test(), 429);
  await world.pass(HOUR_MS);
  world.expect('an hour later', await test(), 200);
}

/** All records of a post that expire are gone after 100 days. */
async function records(world: World): Promise<void> {
  const ttls = () => [...world.cloud.services.items.state().values()].filter(({ ttl }) => ttl !== undefined).length;
  const endpointId = await world.endpoint({ duplicates: 'merge', confirmation: { subject: 'Thanks', text: 'Yes' } });
  await world.post(endpointId, { email: 'sender@example.net' });
  await world.pass(HOUR_MS);
  world.expect('there are records that expire', ttls() > 0, true);
  await world.pass(100 * DAY_MS);
  world.expect('records after 100 days', ttls(), 0);
}

export const storedWalks = {
  pending,
  resend,
  dailySecret,
  key,
  request,
  index,
  previousSecret,
  upload,
  limit,
  records,
};
