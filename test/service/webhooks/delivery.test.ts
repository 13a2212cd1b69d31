import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, newEndpoint, newSubmission, newWorkspace, send } from '../../support/cloud/service.ts';
import { deliveriesOf, newWebhook } from '../../support/cloud/webhooks.ts';
import { ofTest } from '../../support/jest/ofSuite.ts';
import { openWebhookReceiver, verified } from '../../support/receivers/webhookReceiver.ts';
import { proseOf } from '../../support/site/prose.ts';

const ALL = ['submission.created', 'submission.updated', 'submission.deleted'];

let key: string;
const receiver = ofTest(openWebhookReceiver);

beforeAll(async () => {
  ({ key } = await newWorkspace());
});

const received = (count: number) =>
  eventually(
    async () => receiver.received,
    ({ length }) => length >= count,
  );

describe('events', () => {
  test('creating, marking and deleting a submission each send an event, signed as Standard Webhooks specifies', async () => {
    const { id: endpointId } = await newEndpoint(key);
    const { secret, webhook } = await newWebhook(key, { endpointId, url: receiver.url, events: ALL });
    const id = await newSubmission(endpointId, { ...proseOf(1_500), greeting: 'Grüße 👋' });
    await received(1);
    const path = `/v1/submission/${endpointId}/${id}`;
    const { json: submission } = await send('GET', path, { key });
    await send('PUT', path, { key, json: { isRead: true } });
    await received(2);
    await send('DELETE', path, { key });
    const [created, updated, deleted] = await received(3);
    expect([created, updated, deleted].map((message) => verified(secret, message as never))).toEqual([
      { type: ALL[0], timestamp: expect.any(String), data: submission },
      { type: ALL[1], timestamp: expect.any(String), data: { ...submission, isRead: true } },
      { type: ALL[2], timestamp: expect.any(String), data: { id, endpointId } },
    ]);
    expect(created?.headers['user-agent']).toMatch(/^FormsBackend-Webhooks\//);
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(3);
    const log = await eventually(
      () => deliveriesOf(key, webhook.id),
      (all) => all.length === 3 && all.every(({ state }) => state === 'sent'),
    );
    expect(log.map(({ id: of }) => of).sort()).toEqual(receiver.received.map((message) => message.id).sort());
    expect(log[0]?.attempts).toEqual([{ at: expect.any(String), durationMs: expect.any(Number), status: 204 }]);
  });

  test('spam goes only to webhooks that include it, and to the others once it is marked as not spam', async () => {
    const { id: endpointId } = await newEndpoint(key, { honeypotField: 'website' });
    const spam = await openWebhookReceiver();
    await newWebhook(key, { endpointId, url: receiver.url });
    await newWebhook(key, { endpointId, url: spam.url, includeSpam: true });
    const id = await newSubmission(endpointId, { website: 'x', message: 'Buy' });
    const other = await newSubmission(endpointId, { message: 'Hello' });
    await received(1);
    expect(receiver.received.map(({ json }) => json.data.id)).toEqual([other]);
    await eventually(
      async () => spam.received.map(({ json }) => json.data.id).sort(),
      (ids) => ids.length === 2,
    );
    await send('PUT', `/v1/submission/${endpointId}/${id}`, { key, json: { isSpam: false } });
    const [, released] = await received(2);
    expect([released?.json.type, released?.json.data.id, released?.json.data.isSpam]).toEqual([
      'submission.created',
      id,
      false,
    ]);
    spam.close();
    // Receivers that already got it do not get it again.
    expect(spam.received.filter(({ json }) => json.type === 'submission.created')).toHaveLength(2);
  });

  test('a deleted endpoint sends no events', async () => {
    const [gone, left] = [await newEndpoint(key), await newEndpoint(key)];
    await newWebhook(key, { endpointId: gone.id, url: receiver.url, events: ['submission.deleted'] });
    await newWebhook(key, { endpointId: left.id, url: receiver.url, events: ['submission.deleted'] });
    await newSubmission(gone.id);
    const id = await newSubmission(left.id);
    await send('DELETE', `/v1/endpoint/${gone.id}`, { key });
    await send('DELETE', `/v1/submission/${left.id}/${id}`, { key });
    await received(1);
    expect(receiver.received.map(({ json }) => json.data.endpointId)).toEqual([left.id]);
  });
});

describe('failures', () => {
  test('a failed delivery is in the log with the response, and is retried', async () => {
    receiver.behave = () =>
      receiver.received.length === 1 ? { status: 503, body: 'busy' } : { status: 200, body: 'thanks' };
    const { id: endpointId } = await newEndpoint(key);
    const { webhook, secret } = await newWebhook(key, { endpointId, url: receiver.url });
    await newSubmission(endpointId);
    const [pending] = await eventually(
      () => deliveriesOf(key, webhook.id, '?state=pending'),
      (all) => all[0]?.attempts.length === 1,
    );
    expect(pending).toMatchObject({
      answer: 'busy',
      nextAttemptAt: expect.any(String),
      attempts: [{ status: 503, error: 'status' }],
    });
    const [first, second] = await received(2);
    expect(second?.id).toBe(first?.id);
    expect(verified(secret, second as never)).toEqual(verified(secret, first as never));
    const [sent] = await eventually(
      () => deliveriesOf(key, webhook.id, '?state=sent'),
      (all) => all.length === 1,
    );
    expect(sent).toMatchObject({ answer: 'thanks', attempts: [{ status: 503 }, { status: 200 }] });
    expect(sent).not.toHaveProperty('nextAttemptAt');
  });

  test('a receiver that responds with 410 gets no more: the webhook is disabled', async () => {
    receiver.behave = () => ({ status: 410 });
    const { id: endpointId } = await newEndpoint(key);
    const { webhook } = await newWebhook(key, { endpointId, url: receiver.url });
    await newSubmission(endpointId);
    const path = `/v1/webhook/${webhook.id}`;
    const { json } = await eventually(
      () => send('GET', path, { key }),
      ({ json }) => json.isEnabled === false,
    );
    expect(json.disabledReason).toBe('gone');
    const [failed] = await eventually(
      () => deliveriesOf(key, webhook.id, '?state=failed'),
      (all) => all.length === 1,
    );
    expect((await send('POST', `${path}/deliveries/replay`, { key, json: { ids: [failed?.id] } })).status).toBe(400);
    receiver.behave = () => ({ status: 200 });
    const on = await send('PUT', path, { key, json: { isEnabled: true } });
    expect([on.json.isEnabled, on.json.disabledReason]).toEqual([true, undefined]);
    const replayed = await send('POST', `${path}/deliveries/replay`, { key, json: { failedAfter: '2020-01-01' } });
    expect(replayed.json).toEqual({
      _metadata: { examined: 1, done: true },
      results: [{ id: failed?.id, status: 'replayed' }],
    });
    const [first, second] = await received(2);
    expect(second?.id).toBe(first?.id);
  });
});
