import { expect, test } from '@jest/globals';
import { forward } from '../../support/cloud/notifications.ts';
import { call, ownCloud } from '../../support/cloud/ownCloud.ts';
import { awaitMailsTo, eventually, newSubmission, uniqueSlug } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import type { Json } from '../../support/json.ts';
import { openWebhookReceiver } from '../../support/receivers/webhookReceiver.ts';

const DAY_MS = 86_400_000;

const cloud = ownCloud('--context', 'mailsPerHour=2', '--clock', '3-days');
const receiver = ofSuite(openWebhookReceiver);

const newEndpoint = async (fields: object) =>
  (await call('POST', '/v1/endpoint', { json: { slug: uniqueSlug(), targetEmails: [], ...fields } })).json.id;

test('the clock starts ahead, inside and outside of functions', async () => {
  const { json, headers } = await call('POST', '/v1/key', { json: { name: 'A day', expiresAt: '1-day' } });
  expect(Date.parse(`${json.expiresAt}Z`)).toBeGreaterThan(Date.now() + 4 * DAY_MS - 60_000);
  const key = headers.get('x-api-key-secret') ?? '';
  expect((await call('GET', '/v1/keys', { key })).status).toBe(200);
  await forward(cloud.outputs, '25-hours');
  expect((await call('GET', '/v1/keys', { key })).status).toBe(401);
});

test('a file’s URL is valid for the local S3 and expires minutes later', async () => {
  const id = await newEndpoint({ files: {} });
  const form = new FormData();
  form.append('file', new Blob(['some text']), 'a.txt');
  const { json } = await call('POST', `/v1/f/${id}`, { body: form, headers: { Accept: 'application/json' } });
  expect(json.id).toMatch(/^sub_/);
  const { submissions } = (await call('GET', `/v1/submissions/${id}`)).json;
  const { headers } = await call('GET', `/v1/submission/${id}/${json.id}/file/${submissions[0].files[0].id}`);
  const url = headers.get('location') ?? '';
  expect(await (await fetch(url)).text()).toBe('some text');
  await forward(cloud.outputs, '10-minutes');
  expect((await fetch(url)).status).toBe(403);
});

test('a failed webhook is retried once its hours of waiting have passed', async () => {
  const endpointId = await newEndpoint({});
  await call('POST', '/v1/webhook', { json: { endpointId, url: receiver.url, events: ['submission.created'] } });
  const behave = receiver.behave;
  receiver.behave = () => ({ status: 500 });
  const attempts = (count: number) =>
    eventually(
      async () => receiver.received.length,
      (length) => length === count,
    );
  await newSubmission(endpointId);
  await attempts(2);
  await forward(cloud.outputs, '6-minutes');
  await attempts(3);
  receiver.behave = behave;
  await forward(cloud.outputs, '40-minutes');
  await attempts(4);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
});

test('a digest is in the mailbox a quarter of an hour later', async () => {
  const address = `${uniqueSlug()}@example.com`;
  const endpointId = await newEndpoint({ targetEmails: [address] });
  let last = '';
  for (let i = 0; i < 5; i++) last = await newSubmission(endpointId);
  await awaitMailsTo(address, 2);
  // Before its digest is recorded, the clock would make it a late one of the next quarter.
  await eventually(
    async () => (await call('GET', `/v1/submission/${endpointId}/${last}/deliveries`)).json.noMailReason,
    (reason) => reason === 'waitsForDigest',
  );
  await forward(cloud.outputs, '17-minutes');
  const digest = (await awaitMailsTo(address, 3)).at(-1);
  expect(digest?.subject).toMatch(/^5 /);
});

test('a member signs in with a code from the mailbox, and wrong ones are in the audit log once it has ended', async () => {
  const { ownerAddress: address = '', workspaceId } = cloud.outputs;
  const sent = { json: { address: address.toUpperCase() }, headers: { 'User-Agent': 'Mozilla/5.0 Firefox/145.0' } };
  const { handle } = (await call('POST', '/v1/session/code', sent)).json;
  const [mail] = await awaitMailsTo(address, 1);
  expect(mail?.body.text).toContain('an unknown country, with Firefox\n');
  const code = /\d{4} \d{4}/.exec(mail?.body.text ?? '')?.[0];
  const signIn = (given = '') => call('POST', '/v1/session', { json: { handle, code: given } });
  expect((await signIn('0000 0000')).status).toBe(401);
  const { sessions } = (await signIn(code)).json;
  expect(sessions).toMatchObject([{ workspaceId, workspaceName: 'Demo', role: 'owner' }]);
  expect((await signIn(code)).status).toBe(401);
  const failures = async () =>
    (await call('GET', '/v1/audit-entries')).json.entries.filter((entry: Json) => entry.operation === 'signInFailed');
  expect(await failures()).toEqual([]);
  await forward(cloud.outputs, '11-minutes');
  const [failure] = await eventually(failures, ({ length }) => length > 0);
  expect(failure).toMatchObject({ actor: 'service', object: sessions[0].memberId, attempts: 1 });
});
