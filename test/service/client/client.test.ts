import { beforeAll, describe, expect } from '@jest/globals';
import type { Client } from 'openapi-fetch';
import type { paths } from '../../../.build/client/contract.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { PNG, upload } from '../../support/files.ts';
import { inOrder } from '../../support/inOrder.ts';
import { tokenToConfirm, tokenToUnsubscribe } from '../../support/mailTokens.ts';
import { eventually, newKey, newWorkspace, outputs, uniqueSlug } from '../../support/service.ts';
import { openWebhookReceiver } from '../../support/webhookReceiver.ts';
import { newClient, type Seen } from './client.ts';

const seen: Seen = new Set();
let client: Client<paths>;
let reader: Client<paths>;
let stranger: Client<paths>;
let endpointId: string;
let submissionId: string;
let keyId: string;

function ok<T>({ data, error }: { data?: T; error?: unknown }): T {
  expect(error).toBeUndefined();
  return data as T;
}

const codeOf = ({ error }: { error?: { code?: string } }): string | undefined => error?.code;

beforeAll(async () => {
  const { key, workspaceId } = await newWorkspace();
  client = newClient(seen, key);
  reader = newClient(seen, (await newKey(workspaceId)).secret);
  stranger = newClient(seen, (await newWorkspace()).key);
});

describe('a client generated from the OpenAPI document', () => {
  const step = inOrder();

  step('creates, lists, retrieves and updates endpoints', async () => {
    const slug = uniqueSlug();
    const body = { slug, targetEmails: ['ana@example.com'] };
    const created = ok(await client.POST('/v1/endpoint', { body }));
    endpointId = created.id;
    expect(created).toMatchObject({ slug, name: slug, isEnabled: true, icon: 'file', color: 'gray' });
    const path = { id: endpointId };
    expect(ok(await client.GET('/v1/endpoint/{id}', { params: { path } }))).toEqual(created);
    const updated = ok(
      await client.PUT('/v1/endpoint/{id}', { params: { path }, body: { name: 'Contact', icon: 'rocket' } }),
    );
    expect(updated).toEqual({ ...created, name: 'Contact', icon: 'rocket' });
    const list = ok(await client.GET('/v1/endpoints', { params: { query: { page: 1, limit: 10 } } }));
    expect(list).toEqual({ _metadata: { totalPages: 1, page: 1, itemsPerPage: 10 }, endpoints: [updated] });
  });

  step('creates submissions without a key, and reads, marks and lists them with one', async () => {
    const body = { message: 'Hello', count: 2, nested: { list: [true, null] } };
    const visitor = newClient(seen);
    const created = ok(await visitor.POST('/v1/f/{endpointId}', { params: { path: { endpointId } }, body }));
    expect(created).toMatchObject({ endpointId, isRead: false, isSpam: false });
    submissionId = created.id;
    const path = { endpointId, id: submissionId };
    expect(ok(await client.GET('/v1/submission/{endpointId}/{id}', { params: { path } }))).toEqual({
      ...created,
      data: body,
    });
    const marked = ok(
      await client.PUT('/v1/submission/{endpointId}/{id}', { params: { path }, body: { isRead: true } }),
    );
    expect(marked).toEqual({ ...created, isRead: true });
    const list = ok(await client.GET('/v1/submissions/{endpointId}', { params: { path: { endpointId } } }));
    expect(list.submissions).toEqual([{ ...marked, data: body }]);
  });

  step('searches and changes many submissions, and reads what is counted and sent', async () => {
    const path = { endpointId };
    const found = ok(
      await client.GET('/v1/submissions/{endpointId}/search', { params: { path, query: { isRead: true, limit: 5 } } }),
    );
    expect(found.submissions.map(({ id }) => id)).toEqual([submissionId]);
    expect(found._metadata.done).toBe(true);
    const ids = [submissionId];
    const updated = ok(
      await client.PUT('/v1/submissions/{endpointId}', { params: { path }, body: { ids, isSpam: true } }),
    );
    expect(updated.results).toEqual([{ id: submissionId, status: 'updated' }]);
    const deliveries = { params: { path: { endpointId, id: submissionId } } };
    const sent = ok(await client.GET('/v1/submission/{endpointId}/{id}/deliveries', deliveries)).deliveries;
    // The mail may still be pending.
    expect([[], ['ana@example.com']]).toContainEqual(sent.map(({ recipient }) => recipient));
    expect(ok(await client.GET('/v1/statistics', {})).statistics.map((of) => of.endpointId)).toContain(endpointId);
    const statistics = { params: { path: { id: endpointId }, query: { days: 2 } } };
    expect(ok(await client.GET('/v1/endpoint/{id}/statistics', statistics)).days).toHaveLength(2);
    const unknown = { ids: ['sub_01ARZ3NDEKTSV4RRFFQ69G5FAV'] };
    const removed = ok(await client.POST('/v1/submissions/{endpointId}/delete', { params: { path }, body: unknown }));
    expect(removed.results.map(({ status }) => status)).toEqual(['notFound']);
  });

  step('gets a challenge for the captcha without a key, as soon as the endpoint asks for one', async () => {
    const path = { id: endpointId };
    const visitor = newClient(seen);
    const challenge = () => visitor.GET('/v1/f/{endpointId}/challenge', { params: { path: { endpointId } } });
    expect(codeOf(await challenge())).toBe('NOT_FOUND');
    const captcha = { provider: 'altcha' } as const;
    expect(ok(await client.PUT('/v1/endpoint/{id}', { params: { path }, body: { captcha } })).captcha).toEqual(captcha);
    expect(ok(await challenge()).parameters.expiresAt).toBeGreaterThan(Date.now() / 1_000);
    ok(await client.PUT('/v1/endpoint/{id}', { params: { path }, body: { captcha: null } }));
  });

  step('sends a file before its submission without a key, and retrieves it with one', async () => {
    const path = { endpointId };
    const files = { maxCount: 1, maxBytes: 1_000, types: ['image/png'] };
    const endpoint = { params: { path: { id: endpointId } } };
    expect(ok(await client.PUT('/v1/endpoint/{id}', { ...endpoint, body: { files } })).files).toEqual(files);
    const visitor = newClient(seen);
    const declared = { name: 'a.png', type: 'image/png', bytes: PNG.length, field: 'picture' };
    const sent = ok(await visitor.POST('/v1/f/{endpointId}/uploads', { params: { path }, body: declared }));
    expect(await upload(sent, PNG)).toBe(200);
    const body = { message: 'With a file', _uploads: [sent.id] };
    const created = ok(await visitor.POST('/v1/f/{endpointId}', { params: { path }, body }));
    const { field, name, type, bytes } = declared;
    const file = { id: expect.any(String), field, name, type, bytes, scan: 'not scanned' };
    expect(created.files).toEqual([file]);
    const params = { path: { endpointId, id: created.id, fileId: created.files?.[0]?.id ?? '' } };
    const retrieve = (init: Pick<RequestInit, 'headers' | 'redirect'>) =>
      client.GET('/v1/submission/{endpointId}/{id}/file/{fileId}', { params, ...init });
    const { url } = ok(await retrieve({ headers: { Accept: 'application/json' } }));
    const { response } = await retrieve({ redirect: 'manual' });
    expect(response.status).toBe(302);
    for (const address of [url, response.headers.get('Location') ?? '']) {
      expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(PNG)).toBe(true);
    }
    ok(await client.PUT('/v1/endpoint/{id}', { ...endpoint, body: { files: null } }));
  });

  step('creates, tests, updates and lists webhooks, and deletes one', async () => {
    const receiver = await openWebhookReceiver();
    try {
      const { data, error, response } = await client.POST('/v1/webhook', { body: { endpointId, url: receiver.url } });
      const created = ok({ data, error });
      expect(response.headers.get('X-Webhook-Secret')).toMatch(/^whsec_/);
      const webhook = { params: { path: { id: created.id } } };
      expect(ok(await client.GET('/v1/webhook/{id}', webhook))).toEqual(created);
      expect(ok(await client.POST('/v1/webhook/{id}/test', webhook))).toMatchObject({ isDelivered: true, status: 204 });
      const updated = ok(await client.PUT('/v1/webhook/{id}', { ...webhook, body: { includeSpam: true } }));
      expect(updated).toEqual({ ...created, includeSpam: true });
      const list = ok(await client.GET('/v1/webhooks/{endpointId}', { params: { path: { endpointId } } }));
      expect(list.webhooks).toEqual([updated]);
      const path = { endpointId };
      const notified = ok(
        await newClient(seen).POST('/v1/f/{endpointId}', { params: { path }, body: { message: 'Tell' } }),
      );
      // Events of submissions from just before the webhook's creation may be sent, too.
      const deliveryOfIt = async () =>
        ok(await client.GET('/v1/webhook/{id}/deliveries', webhook)).deliveries.find(
          ({ submissionId }) => submissionId === notified.id,
        );
      const delivery = await eventually(deliveryOfIt, (each) => each?.state === 'sent');
      expect(delivery?.event).toBe('submission.created');
      const ids = [delivery?.id ?? ''];
      const replay = await client.POST('/v1/webhook/{id}/deliveries/replay', { ...webhook, body: { ids } });
      expect(ok(replay).results).toEqual([{ id: ids[0], status: 'replayed' }]);
      expect(ok(await client.DELETE('/v1/webhook/{id}', webhook))).toEqual({});
      expect(codeOf(await client.GET('/v1/webhook/{id}', webhook))).toBe('NOT_FOUND');
    } finally {
      receiver.close();
    }
  });

  step('creates, verifies, updates and lists keys', async () => {
    const { data: created, response } = await client.POST('/v1/key', {
      body: { name: 'Website', expiresAt: '90-days' },
    });
    keyId = created?.id ?? '';
    const secret = response.headers.get('X-Api-Key-Secret') ?? '';
    expect(ok(await client.POST('/v1/key/verify', { body: { key: secret } })).id).toBe(keyId);
    const path = { id: keyId };
    const updated = ok(await client.PUT('/v1/key/{id}', { params: { path }, body: { name: 'Website 2' } }));
    expect(updated).toEqual({ ...created, name: 'Website 2' });
    expect(ok(await client.GET('/v1/keys', {})).keys.map(({ id }) => id)).toContain(keyId);
  });

  step('receives each error that a client can cause, in the documented form', async () => {
    const path = { id: endpointId };
    const { slug } = ok(await client.GET('/v1/endpoint/{id}', { params: { path } }));
    const anonymous = newClient(seen);
    expect(codeOf(await anonymous.GET('/v1/endpoints', {}))).toBe('UNAUTHORIZED');
    expect(codeOf(await reader.DELETE('/v1/endpoint/{id}', { params: { path } }))).toBe('FORBIDDEN');
    expect(codeOf(await stranger.GET('/v1/endpoint/{id}', { params: { path } }))).toBe('NOT_FOUND');
    expect(codeOf(await client.POST('/v1/endpoint', { body: { slug, targetEmails: [] } }))).toBe('CONFLICT');
    expect(codeOf(await client.PUT('/v1/endpoint/{id}', { params: { path }, body: {} }))).toBe('BAD_REQUEST');
    expect(codeOf(await client.GET('/v1/keys', { params: { query: { page: 2 } } }))).toBe('NOT_FOUND');
    const form = { params: { path: { endpointId } } };
    const large = { message: 'x'.repeat(50_001) };
    expect(codeOf(await anonymous.POST('/v1/f/{endpointId}', { ...form, body: large }))).toBe('PAYLOAD_TOO_LARGE');
    const headers = { 'Content-Type': 'application/xml', Accept: 'application/json' };
    expect(codeOf(await anonymous.POST('/v1/f/{endpointId}', { ...form, body: {}, headers }))).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    );
    ok(await client.PUT('/v1/endpoint/{id}', { params: { path }, body: { isEnabled: false } }));
    expect(codeOf(await anonymous.POST('/v1/f/{endpointId}', { ...form, body: {} }))).toBe('DISABLED');
  });

  step('gets JSON for a form that a script sends', async () => {
    const path = { id: endpointId };
    ok(await client.PUT('/v1/endpoint/{id}', { params: { path }, body: { isEnabled: true } }));
    const { response } = await newClient(seen).POST('/v1/f/{endpointId}', {
      params: { path: { endpointId } },
      body: { message: 'Hello' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(201);
  });

  step('unsubscribes a person from confirmations, once the page has asked', async () => {
    const params = { query: { token: await tokenToUnsubscribe(`${uniqueSlug()}@example.com`) } };
    const anonymous = newClient(seen);
    const { url } = ok(await anonymous.GET('/v1/unsubscribe', { params, headers: { Accept: 'application/json' } }));
    expect(url).toBe(`${outputs().siteUrl}/mail/unsubscribe#${params.query.token}`);
    expect(ok(await anonymous.POST('/v1/unsubscribe', { params }))).toEqual({});
  });

  step('asks a person to confirm, and has it done by the owner and by the page', async () => {
    const path = { endpointId };
    const confirmation = { subject: 'Please confirm', text: 'Thank you.', emailField: 'email', verify: true };
    ok(await client.PUT('/v1/endpoint/{id}', { params: { path: { id: endpointId } }, body: { confirmation } }));
    const anonymous = newClient(seen);
    const ids: string[] = [];
    for (const message of ['one', 'two'])
      ids.push(ok(await anonymous.POST('/v1/f/{endpointId}', { params: { path }, body: { message } })).id);
    const listed = ok(await client.GET('/v1/submissions/{endpointId}/pending', { params: { path } }));
    expect(listed.submissions.map(({ id }) => id).sort()).toEqual(ids.toSorted());
    const [byOwner = '', bySender = ''] = ids;
    const one = { params: { path: { endpointId, id: byOwner } } };
    expect(ok(await client.PUT('/v1/submission/{endpointId}/{id}/confirmation', one)).confirmedAt).toBeDefined();
    const body = { token: await tokenToConfirm(endpointId, bySender), action: 'confirm' as const };
    expect(ok(await anonymous.POST('/v1/f/{endpointId}/confirmation', { params: { path }, body }))).toEqual({});
    const remove = { params: { path: { id: endpointId } }, body: { confirmation: null } };
    ok(await client.PUT('/v1/endpoint/{id}', remove));
  });

  step('sends the owner a test of a confirmation, and says what keeps confirmations from being sent', async () => {
    const [path, recipient] = [{ endpointId }, 'you@example.com'];
    ok(
      await client.PUT('/v1/endpoint/{id}', {
        params: { path: { id: endpointId } },
        body: { targetEmails: [recipient] },
      }),
    );
    const confirmation = { subject: 'Thank you', text: 'We got it.', emailField: 'email' };
    const test = { params: { path }, body: { recipient, confirmation } };
    expect(ok(await client.POST('/v1/confirmation/{endpointId}/test', test))).toEqual({ isSent: true, recipient });
    const status = await client.GET('/v1/confirmation/{endpointId}', { params: { path } });
    expect(ok(status).isSandboxed).toBe(false);
  });

  step('deletes what it made', async () => {
    const path = { endpointId, id: submissionId };
    expect(ok(await client.DELETE('/v1/submission/{endpointId}/{id}', { params: { path } }))).toEqual({});
    expect(codeOf(await client.GET('/v1/submission/{endpointId}/{id}', { params: { path } }))).toBe('NOT_FOUND');
    expect(ok(await client.DELETE('/v1/key/{id}', { params: { path: { id: keyId } } }))).toEqual({});
    expect(ok(await client.DELETE('/v1/endpoint/{id}', { params: { path: { id: endpointId } } }))).toEqual({});
    expect(codeOf(await client.DELETE('/v1/endpoint/{id}', { params: { path: { id: endpointId } } }))).toBe(
      'NOT_FOUND',
    );
  });

  step('has walked all operations and every kind of answer', () => {
    expect([...seen]).toEqual(expect.arrayContaining(OPERATIONS.map(({ id, status }) => `${id} ${status}`)));
    const statuses = [...seen].map((each) => Number(each.split(' ')[1]));
    expect([...new Set(statuses)].sort()).toEqual([200, 201, 302, 400, 401, 403, 404, 409, 413, 415]);
  });
});
