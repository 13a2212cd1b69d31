import { newId } from '../../../shared/runtime/newId.ts';
import { Challenges } from '../../../shared/storage/submissions/challenges.ts';
import { UploadClaims } from '../../../shared/storage/submissions/uploadClaims.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import { HOOK, newCloud, RECIPIENT } from './storedWorld.ts';

/** Enough submissions for a range of the page index. */
const SEALED = 33;
const FORM = { spamFilter: 'learn', honeypotField: 'trap', blockedTerms: ['casino'], icon: 'mail', color: 'teal' };
const OWN = {
  slug: 'own-form',
  name: 'Own form',
  targetEmails: [RECIPIENT],
  ...FORM,
  files: {},
  fields: [{ name: 'message', type: 'textarea', required: true }],
  unknownFields: 'keep',
};
const CLOSED = {
  slug: 'closed',
  name: 'Closed form',
  targetEmails: [],
  ...FORM,
  isEnabled: false,
  language: 'de',
  captcha: {
    provider: 'turnstile',
    siteKey: '1x00000000000000000000AA',
    secret: '1x0000000000000000000000000000000AA',
  },
  allowedOrigins: ['https://example.com'],
};
const WITH_FILE = [
  '--x',
  'Content-Disposition: form-data; name="message"',
  '',
  'With a file',
  '--x',
  'Content-Disposition: form-data; name="cv"; filename="cv.txt"',
  'Content-Type: text/plain',
  '',
  'Hello',
  '--x--',
  '',
].join('\r\n');
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=x' };
const MINUTE_MS = 60_000;

/** Makes a service store items and messages of all kinds known to 0.1.0, by its own operations. */
export async function storeAllKinds() {
  const world = newCloud(Date.parse('2026-11-24T12:00:00Z'), 'notifySubmission');
  const { cloud, call } = world;
  const { services } = cloud;
  await cloud.open();
  const make = async (name: string, json: object) => (await call(name, {}, json)).json.id as string;
  const own = await make('createEndpoint', OWN);
  const closed = await make('createEndpoint', CLOSED);
  const other = await make('createEndpoint', { slug: 'other-form', name: 'Other form', targetEmails: [RECIPIENT] });
  const hook = { endpointId: own, url: `${HOOK}slack` };
  const webhook = await make('createWebhook', { ...hook, format: 'slack' });
  const sound = await make('createWebhook', { ...hook, url: `${HOOK}sound`, headers: { 'X-Token': 'secret' } });
  const template = '{"text": "{{field.message}}"}';
  const gone = await make('createWebhook', { ...hook, url: `${HOOK}gone`, template, includeSpam: true });
  await call('updateWebhook', { id: sound }, { rotateSecret: true });
  await make('createKey', { name: 'Another key', expiresAt: '30-days' });
  for (let i = 0; i < SEALED; i++) {
    const key = submissionKey(own, newId('submission', cloud.clock.now()));
    await services.table.put({ ...key, data: '{"message":"Old"}', location: 'Spain' }, {});
  }
  await cloud.settle();
  services.receiver = ({ url }) => {
    if (String(url).endsWith('gone')) return { status: 410, error: 'status', answer: 'gone' };
    return String(url).endsWith('sound')
      ? { status: 500, error: 'status', answer: 'no' }
      : { status: 200, answer: 'ok' };
  };
  const post = async (endpointId: string, message: string) =>
    (await call('createSubmission', { endpointId }, { message, email: 'ada@example.net' })).json.id as string;
  const id = await post(own, 'Hello');
  await cloud.request('createSubmission', { params: { endpointId: own }, headers: MULTIPART, text: WITH_FILE });
  const spam = await post(own, 'Win at the casino now');
  const settleFor = (ms: number) => cloud.sources.settle(cloud.clock.now() + ms);
  await settleFor(7 * MINUTE_MS);
  for (const marks of [{ isSpam: true }, { isSpam: false, isRead: true }]) {
    await call('updateSubmission', { endpointId: own, id }, marks);
    await settleFor(MINUTE_MS);
  }
  await call('searchSubmissions', { endpointId: own }, undefined, { query: 'hello' });
  await new Challenges(services.table).spend(own, 'a'.repeat(43), 'attempt');
  const claim = { endpointId: own, submissionId: id, uploadIds: [newId('upload', cloud.clock.now())] };
  await services.table.transact(await new UploadClaims(services.table).reserve(claim));
  const tags = { submissionId: [id], endpointId: [own] };
  const bounce = {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: RECIPIENT }],
  };
  await cloud.invoke('recordMailEvent', { detail: { mail: { tags }, bounce } });
  cloud.settings = { mailsPerHour: 2 };
  cloud.arm();
  await post(other, 'Hi');
  for (const message of ['One '.repeat(400), 'Two', 'Three']) await post(own, message);
  await settleFor(2_000);
  return { ...world, names: { own, closed, other, webhook, sound, gone, id, spam } };
}
