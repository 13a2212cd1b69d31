import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openService } from '../../../infra/operator/openService.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoint.ts';
import { newId, newWebhookId } from '../../../shared/runtime/newId.ts';
import {
  digestKey,
  dueMessageKey,
  failedDeliveryKey,
  mailKey,
  webhookDeliveryKey,
} from '../../../shared/storage/deliveryKeys.ts';
import { Endpoints } from '../../../shared/storage/endpoints.ts';
import { indexHeadKey, learnedFilterKey, statisticsKey, submissionKey } from '../../../shared/storage/itemKeys.ts';
import type { Item } from '../../../shared/storage/table.ts';
import { webhookKey } from '../../../shared/storage/webhookKeys.ts';
import { UNPACED } from '../../support/cloudProcess.ts';
import { inboxOf, post, tableOf, tick } from '../../support/notifications.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { call, ownCloud } from '../../support/ownCloud.ts';
import { eventually, outputs } from '../../support/service.ts';
import { IS_LONG } from '../../support/testSize.ts';
import { openWebhookReceiver } from '../../support/webhookReceiver.ts';

const POSTS = IS_LONG ? 150 : 30;
const POSTERS = 10;
const TIMEOUT_MS = 120_000;

const { data } = ownCloud(...UNPACED);
const receiver = ofSuite(openWebhookReceiver);

async function givenEndpoint(address: string): Promise<string> {
  const fields = EndpointCreate.parse({ slug: `slug-${randomUUID()}`, targetEmails: [address] });
  const { id } = await new Endpoints(tableOf(outputs())).create(outputs().workspaceId, fields);
  const json = { endpointId: id, url: receiver.url, events: ['submission.created'] };
  expect((await call('POST', '/v1/webhook', { json })).status).toBe(201);
  return id;
}

const putAside = async (): Promise<string[]> => {
  const { store } = await (await openService({ data })).failedRecords();
  const names: string[] = [];
  for await (const name of store.names()) names.push(name);
  return names;
};

async function expectHandled(endpointId: string, address: string, count: number): Promise<void> {
  const startedAt = Date.now();
  const ids: string[] = [];
  await Promise.all(
    Array.from({ length: POSTERS }, async () => {
      while (ids.length < count) {
        const place = ids.push('') - 1;
        ids[place] = await post(outputs(), endpointId, { place });
      }
    }),
  );
  const sorted = [...ids].sort();
  const ofAddress = async () =>
    (await inboxOf(outputs())).filter(({ destination }) => destination.to.includes(address)).length;
  const delivered = async () =>
    receiver.received.map(({ json }) => String(json.data.id)).filter((id) => ids.includes(id));
  const counted = async () => (await call('GET', `/v1/endpoint/${endpointId}/statistics`)).json.submissions;
  await Promise.all([
    eventually(ofAddress, (mails) => mails === count),
    eventually(delivered, (now) => JSON.stringify([...now].sort()) === JSON.stringify(sorted)),
    eventually(counted, (submissions) => submissions === count),
  ]);
  process.stderr.write(`${count} posts were mailed, delivered and counted within ${Date.now() - startedAt} ms\n`);
}

const [MALFORMED, BARE] = [
  { data: '{"number":', location: 'Unknown', hasTargets: true },
  { data: '{}', location: 'Unknown' },
];

/** Items that no operation writes: malformed ones, and submissions that refer to one. */
const ITEMS: [string, (endpointId: string) => Item[]][] = [
  ["a submission whose id is none of this service's", (id) => [{ ...submissionKey(id, 'sub_x'), ...BARE }]],
  ["an endpoint's id that is none", () => [{ ...submissionKey('enp_x', newId('submission')), ...BARE }]],
  ['data that is no JSON', (id) => [{ ...submissionKey(id, newId('submission')), ...MALFORMED }]],
  [
    'data that cannot be decompressed',
    (id) => [{ ...submissionKey(id, newId('submission')), ...MALFORMED, data: Uint8Array.from([1, 2, 3]) }],
  ],
  [
    'an index head',
    (id) => [
      { ...indexHeadKey(id), pages: 'none' },
      { ...submissionKey(id, newId('submission')), ...BARE },
    ],
  ],
  [
    'statistics',
    (id) => [
      { ...statisticsKey(id), submissions: 'many' },
      { ...submissionKey(id, newId('submission')), ...BARE },
    ],
  ],
  [
    'a webhook',
    (id) => [
      { ...webhookKey(id, newId('webhook')), url: 7 },
      { ...submissionKey(id, newId('submission')), ...BARE, hasTargets: true },
    ],
  ],
  [
    'a learned filter and a mark',
    (id) => [
      { ...learnedFilterKey(id), state: 7 },
      { ...submissionKey(id, newId('submission')), ...BARE, isSpam: true, toLearn: 'spam' },
    ],
  ],
  ['a due message', () => [{ ...dueMessageKey('2020-01-01 00:00:00.000000', 'x'), lane: 7 }]],
  [
    'a due message that no queue of this service takes, and one for a target that cannot be parsed',
    () => [
      { ...dueMessageKey('2020-01-01 00:00:00.000000', 'y'), lane: 'fax', body: '{}', group: 'x', endpointId: 'x' },
      { ...dueMessageKey('2020-01-01 00:00:00.000000', 'z'), lane: 'webhook', body: '{', group: 'x', endpointId: 'x' },
    ],
  ],
  ['a record of a mail', (id) => [{ ...mailKey(id, newId('submission'), 'a@example.com'), state: 7 }]],
  ['a record of a digest', (id) => [{ ...digestKey(id, 'dig_x'), closedAt: 'never' }]],
  [
    'a failed delivery',
    (id) => [{ ...failedDeliveryKey(newId('submission'), 'a@example.com'), endpointId: id, reason: 7 }],
  ],
  [
    'a record of a delivery to a webhook',
    (id) => [{ ...webhookDeliveryKey(newWebhookId(id), 'msg_1'), state: 'lost' }],
  ],
];

test(
  'a malformed item of every kind affects no other endpoint, and a record that cannot be read is put aside',
  async () => {
    const address = `beside-malformed-${randomUUID()}@example.com`;
    const sound = await givenEndpoint(address);
    // So that what is measured includes no start of a function.
    await expectHandled(await givenEndpoint('first@example.com'), 'first@example.com', 1);
    const broken: string[] = [];
    for (const [, itemsOf] of ITEMS) {
      const endpointId = await givenEndpoint(`malformed-${broken.length}@example.com`);
      broken.push(endpointId);
      for (const item of itemsOf(endpointId)) await tableOf(outputs()).put(item, {});
    }
    await tick(outputs());
    await expectHandled(sound, address, POSTS);
    const names = await eventually(putAside, (now) => now.length >= 2);
    expect(names.filter((name) => name.includes(sound))).toEqual([]);
    expect(names.filter((name) => name.includes('put-aside/record-read-'))).toHaveLength(2);
  },
  TIMEOUT_MS,
);
