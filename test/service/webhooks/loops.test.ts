import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOPS_HEADER } from '../../../shared/contract/headers.ts';
import { HOPS_MAX } from '../../../shared/contract/limits.ts';
import { submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import {
  eventually,
  newEndpoint,
  newSubmission,
  newWorkspace,
  outputs,
  send,
  sharedTable,
} from '../../support/cloud/service.ts';
import { submissionPath, submissionsOf } from '../../support/cloud/submissions.ts';
import { awaitReceived, deliveriesOf, newWebhook } from '../../support/cloud/webhooks.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';
import { openWebhookReceiver } from '../../support/receivers/webhookReceiver.ts';

const ALL = ['submission.created', 'submission.updated', 'submission.deleted'];
const WEBHOOKS = 3;
/** The posted one, one by each webhook, and one by each webhook for each of these. */
const SUBMISSIONS = 1 + WEBHOOKS + WEBHOOKS * WEBHOOKS;

let key: string;
const receiver = ofSuite(openWebhookReceiver);

beforeAll(async () => {
  ({ key } = await newWorkspace());
});

const formUrl = (endpointId: string) => `${outputs().apiUrl}/v1/f/${endpointId}`;

const hopsReceived = () => receiver.received.map(({ headers }) => String(headers[HOPS_HEADER.toLowerCase()])[0]);

const whySkipped = async (endpointId: string, id: string): Promise<string | undefined> =>
  (await send('GET', `${submissionPath(endpointId, id)}/deliveries`, { key })).json.webhooksSkippedReason;

async function arriveWith(endpointId: string, header?: string): Promise<string> {
  const headers: Record<string, string> = header === undefined ? {} : { [HOPS_HEADER]: header };
  const { status, json } = await send('POST', `/v1/f/${endpointId}`, { json: { message: 'Hello' }, headers });
  expect(status).toBe(201);
  return json.id;
}

/** The header of a delivery about a submission that arrived with this header. */
async function headerAfter(header?: string): Promise<string> {
  const { id: endpointId } = await newEndpoint(key);
  await newWebhook(key, { endpointId, url: receiver.url });
  receiver.received.length = 0;
  await arriveWith(endpointId, header);
  const [message] = await awaitReceived(receiver);
  return String(message?.headers[HOPS_HEADER.toLowerCase()]);
}

/** Waits until all events so far are planned: those of a new submission come after them. */
async function eventsArePlanned(): Promise<void> {
  const { id: endpointId } = await newEndpoint(key);
  await newWebhook(key, { endpointId, url: receiver.url });
  const id = await newSubmission(endpointId);
  await eventually(
    async () => receiver.received.some(({ json }) => json.data.id === id),
    (isThere) => isThere,
  );
}

describe('webhooks that post to forms of this service', () => {
  test(`${WEBHOOKS} to their own form turn one submission into ${SUBMISSIONS}, and the last ones say why they stop`, async () => {
    const { id } = await newEndpoint(key);
    const webhooks = [];
    for (let i = 0; i < WEBHOOKS; i++) webhooks.push(await newWebhook(key, { endpointId: id, url: formUrl(id) }));
    await newSubmission(id);
    const submissions = await eventually(
      () => submissionsOf(key, id),
      ({ length }) => length >= SUBMISSIONS,
      60_000,
    );
    await eventsArePlanned();
    expect(await submissionsOf(key, id)).toHaveLength(SUBMISSIONS);
    for (const { webhook } of webhooks)
      expect((await deliveriesOf(key, webhook.id)).map(({ state }) => state)).toEqual(Array(1 + WEBHOOKS).fill('sent'));
    const reasons = await Promise.all(submissions.map((submission) => whySkipped(id, submission.id)));
    expect(reasons.filter((reason) => reason === 'tooManyHops')).toHaveLength(WEBHOOKS * WEBHOOKS);
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(1 + WEBHOOKS);
  });
});

describe(`a submission that arrives with ${HOPS_HEADER}`, () => {
  test(`from delivery ${HOPS_MAX} is stored and mailed, but no webhook gets its events: created, updated or deleted`, async () => {
    const targetEmails = ['hops@example.com'];
    const header = await headerAfter(await headerAfter());
    const { id: endpointId } = await newEndpoint(key, { targetEmails });
    const { webhook } = await newWebhook(key, { endpointId, url: receiver.url, events: ALL });
    const id = await arriveWith(endpointId, header);
    const path = submissionPath(endpointId, id);
    expect((await sharedTable().get(submissionKey(endpointId, id)))?.hops).toBe(HOPS_MAX);
    const { json } = await eventually(
      () => send('GET', `${path}/deliveries`, { key }),
      ({ json }) => json.deliveries[0]?.state === 'sent',
    );
    expect(json).toEqual({
      deliveries: [expect.objectContaining({ recipient: targetEmails[0], state: 'sent' })],
      webhooksSkippedReason: 'tooManyHops',
    });
    await send('PUT', path, { key, json: { isRead: true } });
    await send('DELETE', path, { key });
    await eventsArePlanned();
    expect(await deliveriesOf(key, webhook.id)).toEqual([]);
    expect(receiver.received.filter(({ json }) => json.data.endpointId === endpointId)).toEqual([]);
  });

  test('from delivery 1 sends 2 with each of its events, a replay, and its removal', async () => {
    const { id: endpointId } = await newEndpoint(key);
    const { webhook } = await newWebhook(key, { endpointId, url: receiver.url, events: ALL });
    const header = await headerAfter();
    receiver.received.length = 0;
    const arrived = (count: number) => awaitReceived(receiver, count);
    const path = submissionPath(endpointId, await arriveWith(endpointId, header));
    await arrived(1);
    await send('PUT', path, { key, json: { isRead: true } });
    await arrived(2);
    await send('DELETE', path, { key });
    const [, , deleted] = await arrived(3);
    const replay = { key, json: { ids: [deleted?.id] } };
    expect((await send('POST', `/v1/webhook/${webhook.id}/deliveries/replay`, replay)).status).toBe(200);
    expect((await arrived(4)).map(({ json }) => json.type)).toEqual([...ALL, ALL[2]]);
    expect(hopsReceived()).toEqual(['2', '2', '2', '2']);
  });
});
