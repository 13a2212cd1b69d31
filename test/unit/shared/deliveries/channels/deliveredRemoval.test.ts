import { beforeEach, expect, jest, test } from '@jest/globals';
import { TARGET_EMAILS_MAX, WEBHOOKS_PER_ENDPOINT_MAX } from '../../../../../shared/contract/limits.ts';
import { looksAt, removeDelivered } from '../../../../../shared/deliveries/channels/deliveredRemoval.ts';
import { deliveryIdFor } from '../../../../../shared/deliveries/channels/webhook/deliveryId.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { confirmationKey, mailKey, webhookDeliveryKey } from '../../../../../shared/storage/deliveries/deliveryKeys.ts';
import { removedSince } from '../../../../../shared/storage/endpoints/keeping.ts';
import type { StoredEndpoint } from '../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { setAll } from '../../../../../shared/storage/table/expressions.ts';
import { submissionKey, submissionSortKeys, submittedAt } from '../../../../../shared/storage/table/itemKeys.ts';
import type { ItemKey } from '../../../../../shared/storage/table/partitions.ts';
import type { StoredWebhook } from '../../../../../shared/storage/webhooks/storedWebhook.ts';
import { webhookKey } from '../../../../../shared/storage/webhooks/webhookKeys.ts';
import { SimulatedStorage } from '../../../../support/simulator/simulatedStorage.ts';

const HOUR_MS = 3_600_000;
const [ANA, BEN] = ['ana@example.com', 'ben@example.com'];
const KEPT = { keep: 'untilDelivered', targetEmails: [ANA, BEN] };

let cloud: SimulatedStorage;
beforeEach(() => {
  cloud = new SimulatedStorage();
});

const record = ({ PK, SK }: ItemKey, state: string, about = SK.split('#')[0]) =>
  cloud.table.put({ PK, SK, about, state }, {});
const created = (webhookId: string, submissionId: string): ItemKey => {
  const source = { webhookId, submissionId, event: 'submission.created', at: submittedAt(submissionId) } as const;
  return webhookDeliveryKey(webhookId, deliveryIdFor(source));
};
const mailed = (endpoint: StoredEndpoint, id: string, state = 'sent') =>
  Promise.all([ANA, BEN].map((address) => record(mailKey(endpoint.id, id, address), state)));
const remove = ({ id }: StoredEndpoint) =>
  removeDelivered(cloud.table, id, submissionSortKeys('', ''), () => true, cloud.clock.now);
const isLeft = async ({ id }: StoredEndpoint, submissionId: string) =>
  (await cloud.table.get(submissionKey(id, submissionId))) !== undefined;

async function submitted(fields: object = KEPT) {
  const endpoint = await cloud.newEndpoint(fields);
  const [id = ''] = await cloud.submit(endpoint);
  return { endpoint, id };
}

test.each(['sent', 'failed', 'skipped'])('removes and counts a submission whose mails are %s', async (state) => {
  const { endpoint, id } = await submitted();
  await mailed(endpoint, id, state);
  expect(await remove(endpoint)).toEqual({ removed: 1 });
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  expect([...(await removedSince(cloud.table, endpoint.id, '')).values()]).toEqual([1]);
});

test('keeps a submission while a mail is pending, or has not been planned', async () => {
  const { endpoint, id } = await submitted();
  await record(mailKey(endpoint.id, id, ANA), 'sent');
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  await record(mailKey(endpoint.id, id, BEN), 'pending');
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  expect(await isLeft(endpoint, id)).toBe(true);
});

test.each(['disabled', 'deleted'])('a %s webhook without a record of a submission does not keep it', async (what) => {
  const { endpoint, id } = await submitted();
  const webhook = await cloud.newWebhook(endpoint, { events: ['submission.created'] });
  await mailed(endpoint, id);
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  if (what === 'deleted') await cloud.webhooks.delete(webhook);
  else await cloud.webhooks.update(webhook, { isEnabled: false }, undefined);
  expect(await remove(endpoint)).toEqual({ removed: 1 });
});

test.each([
  ['an address that is removed from the endpoint', { targetEmails: [BEN] }],
  ['addresses of which none are notified now', { emailNotifications: false }],
])('waits for mails that are retried to %s', async (_what, change) => {
  const { endpoint, id } = await submitted();
  await mailed(endpoint, id);
  await record(mailKey(endpoint.id, id, ANA), 'pending');
  await cloud.repositories.endpoints.update(endpoint, change);
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  await record(mailKey(endpoint.id, id, ANA), 'skipped');
  expect(await remove(endpoint)).toEqual({ removed: 1 });
});

test('waits for events to webhooks that are disabled, unreadable or want no more of them while they are retried', async () => {
  const { endpoint, id } = await submitted();
  await mailed(endpoint, id);
  for (const change of [{ isEnabled: false }, { events: ['submission.deleted' as const] }]) {
    const webhook = await cloud.newWebhook(endpoint, { events: ['submission.created'] });
    await record(created(webhook.id, id), 'pending', id);
    await cloud.webhooks.update(webhook, change, undefined);
    expect(await remove(endpoint)).toEqual({ removed: 0 });
    await record(created(webhook.id, id), 'skipped', id);
  }
  // Written by a newer version.
  const unreadable = await cloud.newWebhook(endpoint, { events: ['submission.created'] });
  await cloud.table.update({ Key: webhookKey(endpoint.id, unreadable.id), ...setAll({ isEnabled: 'later' }) });
  await record(created(unreadable.id, id), 'pending', id);
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  await record(created(unreadable.id, id), 'failed', id);
  expect(await remove(endpoint)).toEqual({ removed: 1 });
});

test('waits for each webhook that wants new submissions, unless it is off, and for the confirmation', async () => {
  const confirmation = { subject: 'Hi', text: 'Bye' };
  const { endpoint, id } = await submitted({ ...KEPT, targetEmails: [], confirmation });
  const webhook = await cloud.newWebhook(endpoint, { events: ['submission.created'] });
  await cloud.newWebhook(endpoint, { events: ['submission.deleted'] });
  const off = await cloud.newWebhook(endpoint, { events: ['submission.created'] });
  await cloud.webhooks.update(off, { isEnabled: false }, undefined);
  await record(confirmationKey(endpoint.id, id), 'skipped');
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  await record(created(webhook.id, id), 'sent', id);
  await record(confirmationKey(endpoint.id, id), 'pending');
  expect(await remove(endpoint)).toEqual({ removed: 0 });
  await record(confirmationKey(endpoint.id, id), 'sent');
  expect(await remove(endpoint)).toEqual({ removed: 1 });
});

test('keeps submissions that nobody is notified about, held ones, and those of other endpoints', async () => {
  for (const fields of [
    { keep: 'untilDelivered' },
    { ...KEPT, emailNotifications: false },
    { keep: 'untilDelivered', confirmation: { subject: 'Hi', text: 'Bye' } },
    { targetEmails: [ANA, BEN] },
  ]) {
    const { endpoint, id } = await submitted(fields);
    if (!('keep' in fields)) await mailed(endpoint, id);
    if ('confirmation' in fields) await record(confirmationKey(endpoint.id, id), 'sent');
    expect(await remove(endpoint)).toEqual({ removed: 0 });
  }
  const { endpoint, id } = await submitted();
  await mailed(endpoint, id);
  await cloud.table.update({ Key: submissionKey(endpoint.id, id), ...setAll({ isHeld: true }) });
  expect(await remove(endpoint)).toEqual({ removed: 0 });
});

test.each([
  ['a replay', (endpoint: StoredEndpoint, id: string) => record(mailKey(endpoint.id, id, ANA), 'pending')],
  [
    'a spam mark',
    ({ id: endpointId }: StoredEndpoint, id: string) =>
      cloud.table.update({ Key: submissionKey(endpointId, id), ...setAll({ isHeld: true }) }),
  ],
  [
    'another setting',
    async (endpoint: StoredEndpoint) => cloud.repositories.endpoints.update(endpoint, { keep: null }),
  ],
])('%s between its read and its write keeps a submission, and no other', async (what, change) => {
  const { endpoint, id } = await submitted();
  const others = await cloud.submit(endpoint, 4);
  for (const each of [id, ...others]) await mailed(endpoint, each);
  const transact = cloud.table.transact.bind(cloud.table);
  jest.spyOn(cloud.table, 'transact').mockImplementationOnce(async (writes) => {
    await change(endpoint, id);
    return transact(writes);
  });
  expect(await remove(endpoint)).toEqual({ removed: what === 'another setting' ? 0 : 4 });
  expect(await isLeft(endpoint, id)).toBe(true);
});

test('removes many in transactions of at most a hundred writes, and leaves the rest to another message', async () => {
  const endpoint = await cloud.newEndpoint(KEPT);
  for (const id of await cloud.submit(endpoint, 520)) await mailed(endpoint, id);
  const { removed, rest = ['', ''] } = await remove(endpoint);
  expect(removed).toBe(500);
  const again = await removeDelivered(cloud.table, endpoint.id, rest, () => true, cloud.clock.now);
  expect(again).toEqual({ removed: 20 });
});

test('finds all records, also if each response has few; those of the largest endpoint fit into a transaction', async () => {
  const targetEmails = Array.from({ length: TARGET_EMAILS_MAX }, (_, i) => `${i}@example.com`);
  const confirmation = { subject: 'Hi', text: 'Bye' };
  const { endpoint, id } = await submitted({ ...KEPT, targetEmails, confirmation });
  const other = (await cloud.submit(endpoint))[0] ?? '';
  const webhooks: StoredWebhook[] = [];
  for (let i = 0; i < WEBHOOKS_PER_ENDPOINT_MAX; i++) webhooks.push(await cloud.newWebhook(endpoint));
  for (const about of [id, other]) {
    for (const address of targetEmails) await record(mailKey(endpoint.id, about, address), 'sent');
    for (const webhook of webhooks) await record(created(webhook.id, about), 'sent', about);
    await record(confirmationKey(endpoint.id, about), 'sent');
  }
  // Of recipients that the endpoint had before: too many for a transaction.
  for (let i = 0; i < 40; i++) await record(mailKey(endpoint.id, other, `${i}@example.org`), 'sent');
  const query = cloud.table.query.bind(cloud.table);
  jest
    .spyOn(cloud.table, 'query')
    .mockImplementation(({ Limit = 7, ...input }) => query({ ...input, Limit: Math.min(Limit, 7) }));
  expect(await remove(endpoint)).toEqual({ removed: 1 });
  expect([await isLeft(endpoint, id), await isLeft(endpoint, other)]).toEqual([false, true]);
});

test('looks at each submission six times in three days, two hours after its arrival at the earliest', () => {
  const arrivedMs = Date.parse('2026-03-29T00:30:00Z');
  const key = submissionKey('', newId('submission', arrivedMs)).SK;
  const ages = Array.from({ length: 72 }, (_, hour) => hour + 1).filter((hour) =>
    looksAt(arrivedMs + hour * HOUR_MS).some(([from, to]) => from <= key && key < to),
  );
  expect(ages).toEqual([3, 5, 9, 17, 33, 65]);
});
