import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { PDF, postFiles } from '../../support/cloud/postedFiles.ts';
import {
  awaitMailsTo,
  eventually,
  type Mail,
  mailsTo,
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  uniqueSlug,
} from '../../support/cloud/service.ts';
import type { Json } from '../../support/json.ts';

const CONFIRMATION = { emailField: 'email', subject: 'Please confirm', text: 'We got your message.', verify: true };
const givenAddress = (): string => `${uniqueSlug()}@example.com`;

interface Given {
  key: string;
  endpoint: Endpoint;
  owner: string;
}

async function given(fields: object = {}): Promise<Given> {
  const { key } = await newWorkspace();
  const owner = givenAddress();
  const endpoint = await newEndpoint(key, { targetEmails: [owner], confirmation: CONFIRMATION, ...fields });
  return { key, endpoint, owner };
}

const pendingOf = async ({ key, endpoint }: Given, query = ''): Promise<Json> =>
  (await send('GET', `/v1/submissions/${endpoint.id}/pending${query}`, { key })).json;

/** Sends a form as a person with this address, and waits for the result of the mail. */
async function submitted(it: Given, email: string, data: object = {}) {
  const id = await newSubmission(it.endpoint.id, { email, ...data });
  const { confirmation } = await eventually(
    async () => (await pendingOf(it)).submissions.find((each: Json) => each.id === id) ?? {},
    (pending: Json) => pending.confirmation !== undefined && pending.confirmation.state !== 'sending',
  );
  return { id, confirmation };
}

async function tokenIn(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /\/mail\/confirm#enp_\w+\.([^\s&]+)/.exec(mail?.body.text ?? '')?.[1] ?? '';
}

const answer = async ({ endpoint }: Given, token: string, action: string) => {
  const { status, json } = await send('POST', `/v1/f/${endpoint.id}/confirmation`, { json: { token, action } });
  return [status, json.code ?? json];
};

const listed = async ({ key, endpoint }: Given): Promise<string[]> =>
  (await send('GET', `/v1/submissions/${endpoint.id}`, { key })).json.submissions.map(({ id }: Json) => id);

describe('POST /v1/f/{endpointId}/confirmation', () => {
  test('200 creates a submission that no list, search, index or statistics had while it was pending', async () => {
    const it = await given();
    const { key, endpoint, owner } = it;
    const email = givenAddress();
    const { id, confirmation } = await submitted(it, email, { city: 'Paris' });
    expect(confirmation).toEqual({ state: 'sent', sentAt: expect.any(String) });
    const { status } = await send('GET', `/v1/submission/${endpoint.id}/${id}`, { key });
    const search = await send('GET', `/v1/submissions/${endpoint.id}/search?query=Paris`, { key });
    expect([status, await listed(it), search.json.submissions]).toEqual([404, [], []]);
    expect((await send('GET', `/v1/submission/${endpoint.id}/${id}/deliveries`, { key })).status).toBe(404);
    const statistics = async () => (await send('GET', `/v1/endpoint/${endpoint.id}/statistics`, { key })).json;
    expect([(await statistics()).submissions, await mailsTo(owner)]).toEqual([0, []]);
    const token = await tokenIn(email);
    expect(await answer(it, token, 'confirm')).toEqual([200, {}]);
    expect(await answer(it, token, 'confirm')).toEqual([200, {}]);
    const found = await send('GET', `/v1/submission/${endpoint.id}/${id}`, { key });
    expect(found.json).toMatchObject({
      id,
      data: { email, city: 'Paris' },
      isRead: false,
      isSpam: false,
      confirmedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
    });
    expect([await listed(it), (await pendingOf(it)).submissions]).toEqual([[id], []]);
    const mails = await awaitMailsTo(owner);
    expect(mails).toHaveLength(1);
    expect((await eventually(statistics, ({ submissions }: Json) => submissions === 1)).unread).toBe(1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('200 deletes a submission that its addressee did not send, with its files, without a notification', async () => {
    const it = await given({ files: {} });
    const email = givenAddress();
    const answered = await postFiles(it.endpoint.id, [{ name: 'a.pdf', content: PDF }], { email });
    expect(answered.status).toBe(201);
    const [mail] = await awaitMailsTo(email);
    const [pending] = (await pendingOf(it)).submissions;
    expect(pending).toMatchObject({ data: { email }, files: [{ name: 'a.pdf' }] });
    expect(mail).toBeDefined();
    const token = await tokenIn(email);
    expect(await answer(it, token, 'delete')).toEqual([200, {}]);
    for (const action of ['delete', 'confirm', 'resend'])
      expect(await answer(it, token, action)).toEqual([404, 'NOT_FOUND']);
    expect([await listed(it), (await pendingOf(it)).submissions]).toEqual([[], []]);
    expect(await mailsTo(it.owner)).toEqual([]);
  });

  test('a scanner that opens every link of a mail neither confirms nor deletes anything', async () => {
    const it = await given();
    const email = givenAddress();
    const { id } = await submitted(it, email);
    const [mail] = (await mailsTo(email)) as Mail[];
    const links = [...`${mail?.body.html} ${mail?.body.text}`.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([url]) => url);
    expect(links.filter((url) => url.includes('/mail/confirm#'))).toHaveLength(2);
    for (const url of links)
      for (const method of ['GET', 'HEAD']) expect((await fetch(url, { method })).status).toBeLessThan(500);
    expect((await pendingOf(it)).submissions.map((each: Json) => each.id)).toEqual([id]);
    expect(await listed(it)).toEqual([]);
  });
});

describe('GET /v1/submissions/{endpointId}/pending', () => {
  test('200 lists newest first with its own cursor, and the reason if a mail was not sent', async () => {
    const it = await given();
    const ids: string[] = [];
    for (const data of [{ email: 'nobody' }, {}, { email: it.owner }])
      ids.unshift(await newSubmission(it.endpoint.id, { ...data }));
    const all = await eventually(
      () => pendingOf(it),
      ({ submissions }: Json) => submissions.every(({ confirmation }: Json) => confirmation !== undefined),
    );
    expect(all.submissions.map(({ id, confirmation }: Json) => [id, confirmation.reason])).toEqual([
      [ids[0], 'ownAddress'],
      [ids[1], 'noAddress'],
      [ids[2], 'noAddress'],
    ]);
    const first = await pendingOf(it, '?limit=2');
    expect(first.submissions.map(({ id }: Json) => id)).toEqual(ids.slice(0, 2));
    const rest = await pendingOf(it, `?limit=2&cursor=${first._metadata.cursor}`);
    expect([rest.submissions.map(({ id }: Json) => id), rest._metadata]).toEqual([
      ids.slice(2),
      { examined: 1, done: true },
    ]);
    const { key, endpoint } = await given();
    const path = `/v1/submissions/${endpoint.id}/pending?cursor=${first._metadata.cursor}`;
    expect((await send('GET', path, { key })).status).toBe(400);
  });
});

describe('PUT /v1/submission/{endpointId}/{id}/confirmation', () => {
  test('200 confirms in place of the sender, and may be repeated', async () => {
    const it = await given();
    const { id } = await submitted(it, 'nobody');
    const path = `/v1/submission/${it.endpoint.id}/${id}/confirmation`;
    for (let time = 0; time < 2; time++) {
      const { status, json } = await send('PUT', path, { key: it.key });
      expect([status, json]).toEqual([
        200,
        {
          id,
          endpointId: it.endpoint.id,
          location: expect.any(String),
          isSpam: false,
          isRead: false,
          confirmedAt: expect.any(String),
        },
      ]);
    }
    expect(await listed(it)).toEqual([id]);
  });

  test('404 for a submission that never was pending, and for another workspace', async () => {
    const [it, other] = [await given({ confirmation: { ...CONFIRMATION, verify: false } }), await given()];
    const id = await newSubmission(it.endpoint.id, {});
    const { id: pending } = await submitted(other, 'nobody');
    const at = (submissionId: string, endpointId: string) =>
      send('PUT', `/v1/submission/${endpointId}/${submissionId}/confirmation`, { key: it.key });
    expect((await at(id, it.endpoint.id)).status).toBe(404);
    expect((await at(pending, other.endpoint.id)).status).toBe(404);
    expect((await at(pending, it.endpoint.id)).status).toBe(404);
  });
});

test('DELETE /v1/submission/{endpointId}/{id} › 200 deletes a pending submission', async () => {
  const it = await given();
  const { id } = await submitted(it, 'nobody');
  const path = `/v1/submission/${it.endpoint.id}/${id}`;
  expect((await send('DELETE', path, { key: it.key })).status).toBe(200);
  expect((await send('DELETE', path, { key: it.key })).status).toBe(404);
  expect((await pendingOf(it)).submissions).toEqual([]);
});
