import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { localS3Client } from '../../../infra/localService/localS3Client.ts';
import { type ErasureStep, eraseWorkspace } from '../../../infra/operator/erase/eraseWorkspace.ts';
import { FileVersions } from '../../../infra/operator/files/fileVersions.ts';
import { EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import { hashedMailbox, unsubscribeToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { mailDelivery } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { MAIL_LEASE_MS } from '../../../shared/deliveries/channels/mail/mailTiming.ts';
import { endpointFilesPrefix, endpointUploadsPrefix, fileKey } from '../../../shared/files/objectKeys.ts';
import { IndexUpdater } from '../../../shared/pageIndex/updater.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { addReturnedConfirmation } from '../../../shared/storage/confirmations/confirmationHealth.ts';
import { confirmationStopKey, waitingKey } from '../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { countRemoved } from '../../../shared/storage/endpoints/keeping.ts';
import { ITEM_KINDS, type ItemKind, kindsOf } from '../../../shared/storage/itemKinds.ts';
import { personOf } from '../../../shared/storage/members/memberKeys.ts';
import { mute } from '../../../shared/storage/members/memberships.ts';
import {
  endpointKey,
  endpointOfWorkspaceKey,
  indexHeadKey,
  keyKey,
  learnedFilterKey,
  submissionKey,
  workspaceKey,
} from '../../../shared/storage/table/itemKeys.ts';
import type { ItemKey } from '../../../shared/storage/table/partitions.ts';
import type { Item, Table } from '../../../shared/storage/table/table.ts';
import { Keys } from '../../../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { setFaults, tableOf } from '../../support/cloud/notifications.ts';
import { ownCloud } from '../../support/cloud/ownCloud.ts';
import { PNG, upload } from '../../support/cloud/postedFiles.ts';
import { newMember } from '../../support/cloud/rightRequests.ts';
import { eventually, send, uniqueSlug } from '../../support/cloud/service.ts';
import { putSubmissions } from '../../support/cloud/storedSubmissions.ts';
import { run, testWrongCalls } from '../../support/commands.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../support/receivers/webhookReceiver.ts';
import { intercepted, itemsOf, mentionsOf } from '../../support/wholeTable.ts';

const PROGRAM = 'infra/operator/workspace/workspace.ts';
const BACKGROUND_TIMEOUT_MS = 60_000;

/** Its own cloud: an erasure scans the whole table. */
const cloud = ownCloud();
let table: Table;
let fileVersions: FileVersions;
let receiver: WebhookReceiver;

beforeAll(async () => {
  table = tableOf(cloud.outputs);
  fileVersions = new FileVersions(localS3Client(cloud.outputs), cloud.outputs.fileBucket);
  receiver = await openWebhookReceiver();
  receiver.behave = () => ({ status: 503, headers: { 'Retry-After': '86400' } });
});
afterAll(() => receiver.close());

const erase = (workspaceId: string, ...more: string[]) => [
  'erase',
  '--workspace',
  workspaceId,
  '--confirm',
  workspaceId,
  '--settle',
  '0',
  '--data',
  cloud.data,
  ...more,
];

interface Used {
  workspaceId: string;
  key: string;
  endpointIds: string[];
  mentions: string[];
  sender: string;
}

/**
 * An endpoint with an uploaded file, and with a webhook delivery due a day later.
 * @returns the texts that identify it
 */
async function givenFileAndWebhook(key: string): Promise<{ id: string; slug: string; mentions: string[] }> {
  const files = { maxCount: 1, maxBytes: 1_000 };
  const json = { slug: uniqueSlug(), targetEmails: [], files };
  const { id, slug } = (await send('POST', '/v1/endpoint', { key, json })).json;
  const hook = { endpointId: id, url: receiver.url, events: ['submission.created'] };
  const webhookId: string = (await send('POST', '/v1/webhook', { key, json: hook })).json.id;
  const created = await send('POST', `/v1/f/${id}/uploads`, { json: { name: 'a.png', bytes: PNG.length } });
  expect(await upload(created.json, PNG)).toBeLessThan(300);
  const _uploads = created.json.id;
  const submissionId: string = (await send('POST', `/v1/f/${id}`, { json: { message: 'A file', _uploads } })).json.id;
  await eventually(
    () => mentionsOf(table, [webhookId]),
    (items) => items.some(({ PK }) => PK === DUE),
    BACKGROUND_TIMEOUT_MS,
  );
  await givenRemovedFile(key, id);
  return { id, slug, mentions: [webhookId, submissionId, created.json.id] };
}

/** Deletes a submission with its file, whose removal runs in the background. */
async function givenRemovedFile(key: string, endpointId: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(PNG)]), 'b.png');
  const { id, files } = (await send('POST', `/v1/f/${endpointId}`, { body, headers: { Accept: 'application/json' } }))
    .json;
  await send('DELETE', `/v1/submission/${endpointId}/${id}`, { key });
  const prefix = fileKey(endpointId, id, files[0].id);
  await eventually(
    async () => (await fileVersions.removed(prefix).next()).value as unknown[],
    ({ length }) => length === 1,
    BACKGROUND_TIMEOUT_MS,
  );
}

/**
 * Creates an endpoint and a sender who got a confirmation, unsubscribed, and left a second submission unconfirmed.
 * @returns the texts that identify it, and the address of this sender
 */
async function givenConfirmation(key: string) {
  const confirmation = { subject: 'Thank you', text: 'We got it.' };
  const json = { slug: uniqueSlug(), targetEmails: [], confirmation };
  const { id, slug } = (await send('POST', '/v1/endpoint', { key, json })).json;
  const sender = `${uniqueSlug()}@example.com`;
  const submissionId: string = (await send('POST', `/v1/f/${id}`, { json: { email: sender } })).json.id;
  await eventually(
    async () => (await send('GET', `/v1/submission/${id}/${submissionId}/deliveries`, { key })).json.confirmation,
    (delivery) => delivery?.state === 'sent',
    BACKGROUND_TIMEOUT_MS,
  );
  const secret = await new ConfirmationSecret(table).findOrMake();
  const token = unsubscribeToken(secret, hashedMailbox(secret, sender));
  expect((await send('POST', `/v1/unsubscribe?token=${token}`)).status).toBe(200);
  const verifying = { confirmation: { ...confirmation, verify: true } };
  expect((await send('PUT', `/v1/endpoint/${id}`, { key, json: verifying })).status).toBe(200);
  const pendingId: string = (await send('POST', `/v1/f/${id}`, { json: { email: sender } })).json.id;
  return { id: id as string, slug: slug as string, sender, mentions: [submissionId, pendingId, sender] };
}

const DUE = ITEM_KINDS['due message'].pattern.PK;

/**
 * Creates a workspace with keys, endpoints, a page index, a used challenge, sent and failed notifications, a webhook, a
 * file, a confirmation, and deleted items.
 */
async function givenUsedWorkspace(): Promise<Used> {
  const { workspaceId, key, keyId } = await new Workspaces(table).create('Used');
  const headers = { 'Idempotency-Key': uniqueSlug() };
  const other = await send('POST', '/v1/key', { key, headers, json: { name: 'Another key', expiresAt: '1-day' } });
  const recipient = `${uniqueSlug()}@example.com`;
  const newEndpoint = async (targetEmails: string[], more: Item = {}) => {
    const { json } = await send('POST', '/v1/endpoint', { key, json: { slug: uniqueSlug(), targetEmails, ...more } });
    return json as { id: string; slug: string };
  };
  const post = async (endpointId: string) =>
    (await send('POST', `/v1/f/${endpointId}`, { json: { message: recipient } })).json.id as string;
  const captcha = await newEndpoint([]);
  await send('PUT', `/v1/endpoint/${captcha.id}`, { key, json: { captcha: { provider: 'altcha' }, keepDays: 1 } });
  await table.transact([countRemoved(captcha.id, 0, 1)]);
  await send('POST', `/v1/f/${captcha.id}`, { json: { message: recipient, altcha: 'no solution' } });
  const [notified, indexed, deleted] = [
    await newEndpoint([recipient], { spamFilter: 'learn' }),
    await newEndpoint([], { duplicates: 'merge', maxSubmissions: 1_000 }),
    await newEndpoint([recipient]),
  ];
  await post(indexed.id);
  const { mentions: ofFileAndWebhook, ...hooked } = await givenFileAndWebhook(key);
  const { mentions: ofConfirmation, sender, ...confirming } = await givenConfirmation(key);
  const submissionIds = [await post(notified.id), await post(notified.id), await post(deleted.id)];
  const untilNotes = (are: (notes: Item[]) => boolean) =>
    eventually(
      () => mentionsOf(table, [recipient]),
      (items) => are(items.filter(isNote)),
      BACKGROUND_TIMEOUT_MS,
    );
  // Otherwise the fault could meet a mail about a submission that is deleted below.
  await untilNotes((notes) => notes.filter(({ state }) => state === 'sent').length === 3);
  await setFaults(cloud.outputs, [{ service: 'ses', kind: 'rejected', times: 1 }]);
  submissionIds.push(await post(notified.id));
  await putSubmissions(cloud.outputs, indexed.id, 100);
  await untilNotes(({ length }) => length === 5);
  await eventually(
    () => table.get(indexHeadKey(indexed.id)),
    (head) => head !== undefined,
    BACKGROUND_TIMEOUT_MS,
  );
  await send('PUT', `/v1/submission/${notified.id}/${submissionIds[1]}`, { key, json: { isSpam: true } });
  await eventually(
    () => table.get(learnedFilterKey(notified.id)),
    (filter) => filter !== undefined,
    BACKGROUND_TIMEOUT_MS,
  );
  await send('DELETE', `/v1/submission/${notified.id}/${submissionIds[0]}`, { key });
  await send('DELETE', `/v1/endpoint/${deleted.id}`, { key });
  const { memberId, sessionId } = await newMember(table, workspaceId);
  const endpoints = [notified, indexed, captcha, hooked, confirming, deleted];
  const mentions = [
    workspaceId,
    keyId,
    other.json.id,
    recipient,
    memberId,
    sessionId,
    ...submissionIds,
    ...ofFileAndWebhook,
    ...ofConfirmation,
    ...endpoints.flatMap(({ id, slug }) => [id, slug]),
  ];
  return { workspaceId, key, endpointIds: endpoints.map(({ id }) => id), mentions, sender };
}

/** Waits until both stream readers have handled all submissions so far, by making one more. */
async function untilStreamIsFollowed(): Promise<void> {
  const { key } = await new Workspaces(table).create('Next');
  const recipient = `${uniqueSlug()}@example.com`;
  const newEndpoint = async (targetEmails: string[]): Promise<string> =>
    (await send('POST', '/v1/endpoint', { key, json: { slug: uniqueSlug(), targetEmails } })).json.id;
  const [notified, indexed] = [await newEndpoint([recipient]), await newEndpoint([])];
  await send('POST', `/v1/f/${notified}`, { json: { message: recipient } });
  await putSubmissions(cloud.outputs, indexed, 100);
  await eventually(
    () => mentionsOf(table, [recipient]),
    (items) => items.some(isNote),
    BACKGROUND_TIMEOUT_MS,
  );
  await eventually(
    () => table.get(indexHeadKey(indexed)),
    (head) => head !== undefined,
    BACKGROUND_TIMEOUT_MS,
  );
}

/** Four notifications, one of which failed and is also in the list of failures. */
const isNote = ({ PK }: Item): boolean => /^(?:DELIVERY#mail#|FAILED-DELIVERIES)/.test(String(PK));

/** Page indexes may still change in the background, so only their keys are compared. */
const keyOfIndexItem = (item: Item): Item =>
  String(item.PK).startsWith('INDEX#') ? { PK: item.PK, SK: item.SK } : item;

const isKept = (item: Item): boolean => kindsOf(item as ItemKey).some(({ keptByErasure }) => keptByErasure);

const erasableOf = async (texts: string[]): Promise<Item[]> =>
  (await mentionsOf(table, texts)).filter((item) => !isKept(item));

/** Every item that an erasure keeps. Those of a mailbox may name erased endpoints by their ids, for up to two days. */
const keptItems = async (): Promise<Item[]> => sorted((await itemsOf(table)).filter(isKept));

/** Expects every written item to be of one registered kind. Digests and large indexes are not included. */
async function expectRegisteredKinds(): Promise<void> {
  const found = (await itemsOf(table)).map((item) => ({ item, kinds: kindsOf(item as ItemKey) }));
  expect(found.filter(({ kinds }) => kinds.length !== 1).map(({ item }) => item)).toEqual([]);
  const { digest: _digest, 'page of a page index': _page, ...others } = ITEM_KINDS;
  const expected = Object.entries(others).filter(([name]) => !name.startsWith('words of'));
  const kinds = new Set<ItemKind>(found.flatMap((each) => each.kinds));
  for (const [name, kind] of expected) expect([name, kinds.has(kind)]).toEqual([name, true]);
}

const objectsOf = async ({ endpointIds }: Used): Promise<string[]> => {
  const bucket = join(cloud.data, 'objects', cloud.outputs.fileBucket);
  const contents = await Promise.all(
    readdirSync(bucket).map(async (name) => ({
      name,
      text: await readFile(join(bucket, name), 'latin1').catch(() => ''),
    })),
  );
  const keys = endpointIds.flatMap((id) => [endpointFilesPrefix(id), endpointUploadsPrefix(id)]);
  // The background removal may add delete markers at any time; they contain only ids, and expire.
  const isVersion = (text: string) => !text.includes('"isDeleteMarker":true');
  return contents
    .filter(({ text }) => isVersion(text) && keys.some((key) => text.includes(key)))
    .map(({ name }) => name);
};

const sorted = (items: Item[]) => items.sort((a, b) => `${a.PK} ${a.SK}`.localeCompare(`${b.PK} ${b.SK}`));

describe('npm run workspace -- erase', () => {
  test(
    'removes a workspace completely, and nothing of others',
    async () => {
      const [used, other] = [await givenUsedWorkspace(), await givenUsedWorkspace()];
      expect((await mentionsOf(table, used.mentions)).length).toBeGreaterThan(110);
      const [endpointId = ''] = other.endpointIds;
      for (const deliveryId of ['sub_1', 'sub_2'])
        await addReturnedConfirmation(table, { endpointId, deliveryId, how: 'complained' });
      await table.put({ ...confirmationStopKey(), until: 1 }, {});
      for (const { workspaceId } of [used, other]) {
        const person = ['--person', 'nobody@example.com', '--confirm', 'nobody@example.com', '--settle', '0'];
        const call = ['erase', '--workspace', workspaceId, ...person, '--data', cloud.data];
        expect((await run(PROGRAM, ...call)).code).toBe(0);
      }
      await table.put(waitingKey(endpointId, 'aa', 'sub_3'), {});
      await mute(table, personOf('muted@example.com'));
      await expectRegisteredKinds();
      const kept = await keptItems();
      // Items of deleted endpoints no longer belong to anyone.
      const goneId = other.endpointIds.at(-1) ?? '';
      const ofOther = async () =>
        sorted((await mentionsOf(table, other.mentions)).filter((item) => !JSON.stringify(item).includes(goneId))).map(
          keyOfIndexItem,
        );
      const before = await ofOther();
      const objects = await objectsOf(other);
      expect([(await objectsOf(used)).length, objects.length]).toEqual([3, 3]);

      expect((await run(PROGRAM, ...erase(used.workspaceId))).code).toBe(0);
      expect((await send('GET', '/v1/endpoints', { key: used.key })).status).toBe(401);
      expect(await erasableOf(used.mentions)).toEqual([]);
      expect(await objectsOf(used)).toEqual([]);
      expect(await ofOther()).toEqual(before);
      expect(await objectsOf(other)).toEqual(objects);
      expect((await send('POST', `/v1/f/${used.endpointIds[0]}`, { json: {} })).status).toBe(404);

      const { code, stdout } = await run(PROGRAM, ...erase(other.workspaceId));
      expect(code).toBe(0);
      const printed = JSON.parse(stdout);
      expect(printed).toMatchObject({ workspaceId: other.workspaceId, wasThere: true });
      // By the command itself: the background removal of its deleted endpoints may be faster.
      expect(printed.deletions).toBeGreaterThan(0);
      expect(printed.remainsElsewhere).toContainEqual(
        expect.objectContaining({ where: expect.stringContaining('recovery'), days: 35 }),
      );
      expect(await objectsOf(other)).toEqual([]);

      await untilStreamIsFollowed();
      expect(await erasableOf([...used.mentions, ...other.mentions])).toEqual([]);
      expect(await keptItems()).toEqual(kept);
      expect(await mentionsOf(table, [used.sender, other.sender])).toEqual([]);
      const again = await run(PROGRAM, ...erase(used.workspaceId));
      expect([again.code, JSON.parse(again.stdout)]).toEqual([
        0,
        expect.objectContaining({ wasThere: false, deletions: 0, files: 0 }),
      ]);
      expect(again.stderr).toContain('There is no workspace');
    },
    4 * BACKGROUND_TIMEOUT_MS,
  );

  describe('a wrong call', () => {
    let id: string;
    beforeAll(async () => {
      id = (await new Workspaces(table).create('Kept')).workspaceId;
    });

    const cannotBeUndone = 'cannot be undone';
    const calls: [string, () => string[], string][] = [
      ['without --confirm', () => ['--workspace', id], cannotBeUndone],
      [
        'with another workspace in --confirm',
        () => ['--workspace', id, '--confirm', newId('workspace')],
        cannotBeUndone,
      ],
      ['without a workspace', () => ['--confirm', 'ws_1'], 'Usage: npm run workspace'],
      ['with an invalid workspace id', () => ['--workspace', 'Acme', '--confirm', 'Acme'], '"Acme" is not the id'],
      ['with --mentions of nobody', () => ['--workspace', id, '--confirm', id, '--mentions'], 'needs --person'],
      ['of a person without an address', () => ['--workspace', id, '--person', 'Ada'], 'not an email address'],
      [
        'of a person with another address in --confirm',
        () => ['--workspace', id, '--person', 'ada@example.com', '--confirm', 'bob@example.com'],
        cannotBeUndone,
      ],
      [
        'of a person from no workspace',
        () => ['--workspace', newId('workspace'), '--person', 'ada@example.com'],
        'There is no workspace',
      ],
      ['with a wait that is none', () => ['--workspace', id, '--confirm', id, '--settle', 'long'], '--settle must be'],
    ];
    testWrongCalls(
      PROGRAM,
      calls.map(([what, args, message]) => [what, () => ['erase', ...args(), '--data', cloud.data], message]),
    );

    test('changes nothing', async () => {
      expect(await new Workspaces(table).exists(id)).toBe(true);
    });
  });
});

describe('npm run workspace -- erase --person', () => {
  const call = (...args: string[]) => run(PROGRAM, ...args, '--data', cloud.data);

  test(
    'erases what one address sent, with its files, and keeps it erased',
    async () => {
      const { workspaceId, key } = await new Workspaces(table).create('People');
      const json = { slug: uniqueSlug(), targetEmails: [], files: { maxCount: 1, maxBytes: 1_000 } };
      const endpointId: string = (await send('POST', '/v1/endpoint', { key, json })).json.id;
      const sender = `${uniqueSlug()}@example.com`;
      const body = new FormData();
      body.append('email', sender.toUpperCase());
      body.append('file', new Blob([new Uint8Array(PNG)]), 'b.png');
      const headers = { Accept: 'application/json' };
      const { id: withFile, files } = (await send('POST', `/v1/f/${endpointId}`, { body, headers })).json;
      const post = async (data: Item): Promise<string> =>
        (await send('POST', `/v1/f/${endpointId}`, { json: data })).json.id;
      const about = await post({ message: `Ask ${sender}!` });
      const backup = (await table.get(submissionKey(endpointId, withFile))) as Item;
      const args = ['erase', '--workspace', workspaceId, '--person', sender, '--settle', '0'];
      const preview = await call(...args);
      const found = { endpointId, submissions: 1, pending: 0, files: 1, mentions: 1, unreadable: 0 };
      expect(JSON.parse(preview.stdout)).toEqual({ workspaceId, endpoints: [found], isUnsubscribed: false });
      expect(await table.get(submissionKey(endpointId, withFile))).toEqual(backup);

      const erased = await call(...args, '--confirm', sender);
      expect(JSON.parse(erased.stdout)).toMatchObject({ workspaceId, files: 1, submissions: { [endpointId]: 1 } });
      expect(`${preview.stdout}${preview.stderr}${erased.stdout}${erased.stderr}`).not.toContain(sender);
      const prefix = fileKey(endpointId, withFile, files[0].id);
      expect((await fileVersions.removed(prefix).next()).value ?? []).toEqual([]);
      const late = await post({ email: sender });
      await table.put(backup, {});
      const again = await call('erase-again');
      expect(JSON.parse(again.stdout)).toMatchObject({ erased: 1 });
      const { submissions } = (await send('GET', `/v1/submissions/${endpointId}`, { key })).json;
      expect(submissions.map(({ id }: Item) => id).sort()).toEqual([about, late].sort());
    },
    2 * BACKGROUND_TIMEOUT_MS,
  );
});

const SILENTLY = { settleMs: 0, onStep: () => undefined };

/** A small workspace without stream readers: created and changed in the table only. */
async function givenWorkspace() {
  const { workspaceId, keyId } = await new Workspaces(table).create('Small');
  const fields = EndpointCreate.parse({ slug: uniqueSlug(), targetEmails: [], emailNotifications: false });
  const endpoint = await new Endpoints(table).create(workspaceId, fields);
  const submissionId = newId('submission');
  await table.put({ ...submissionKey(endpoint.id, submissionId), data: '{}', location: 'Unknown' }, {});
  await new DeliveryRecords(table).fail(
    mailDelivery({ about: submissionId, endpointId: endpoint.id, recipient: 'a@example.com' }),
    'test',
  );
  const mentions = [workspaceId, keyId, endpoint.id, endpoint.slug, submissionId];
  return { workspaceId, keyId, endpoint, submissionId, mentions };
}

const READS = ['get', 'getAll', 'query', 'scan'];

describe('an erasure that fails', () => {
  test(
    'at any write to the table can be repeated, and removes nothing from a workspace whose keys still work',
    async () => {
      // A crash before a read has the same effect as one before the next write.
      let writes = 0;
      for (let isDone = false; !isDone; writes++) {
        const { workspaceId, keyId, endpoint, mentions } = await givenWorkspace();
        let left = writes;
        const failing = intercepted(table, (_call, method) => {
          if (!READS.includes(method)) left--;
          if (left < 0) throw new Error('cut short');
        });
        isDone = await eraseWorkspace({ table: failing, fileVersions }, workspaceId, SILENTLY).then(
          () => true,
          () => false,
        );
        const [key, itself] = [await table.get(keyKey(keyId)), await table.get(endpointKey(endpoint.id))];
        if (itself === undefined) expect(key).toBeUndefined();
        if (!isDone) expect(await table.get(workspaceKey(workspaceId))).toBeDefined();
        await eraseWorkspace({ table, fileVersions }, workspaceId, SILENTLY);
        expect(await mentionsOf(table, mentions)).toEqual([]);
      }
      expect(writes).toBeGreaterThan(6);
    },
    4 * BACKGROUND_TIMEOUT_MS,
  );
});

type Intrude = (workspace: Awaited<ReturnType<typeof givenWorkspace>>) => Promise<string | undefined>;

describe('concurrent actions', () => {
  /** Erases a workspace during another action, which may fail; returns what is left. */
  async function leftAfter(stage: ErasureStep['doing'], ...intruders: Intrude[]): Promise<Item[]> {
    const workspace = await givenWorkspace();
    const intrusions: Promise<string | undefined>[] = [];
    let isNext = false;
    const watched = intercepted(table, async () => {
      if (!isNext) return;
      isNext = false;
      intrusions.push(...intruders.map((intrude) => intrude(workspace)));
      await Promise.allSettled(intrusions);
    });
    const onStep = ({ doing }: ErasureStep) => {
      isNext ||= doing === stage && intrusions.length === 0;
    };
    await eraseWorkspace({ table: watched, fileVersions }, workspace.workspaceId, { settleMs: 0, onStep });
    expect(intrusions).toHaveLength(intruders.length);
    const outcomes = await Promise.allSettled(intrusions);
    const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? []) : []));
    return mentionsOf(table, [...workspace.mentions, ...written]);
  }

  const late: Intrude[] = [
    async ({ endpoint }) => {
      const id = newId('submission');
      await table.put({ ...submissionKey(endpoint.id, id), data: '{}', location: 'Unknown' }, {});
      return id;
    },
    async ({ workspaceId }) =>
      (await new Endpoints(table).create(workspaceId, EndpointCreate.parse({ slug: uniqueSlug(), targetEmails: [] })))
        .id,
    async ({ endpoint }) => (await new Endpoints(table).update(endpoint, { slug: uniqueSlug() })).slug,
    async ({ workspaceId }) =>
      (await new Keys(table).create(workspaceId, { name: 'Late key', expiresAt: NEVER }, 'write')).key.id,
    async ({ keyId }) => {
      await new Keys(table).noteAccess(keyId, new Date());
      return undefined;
    },
    async ({ endpoint, submissionId }) => {
      const records = new DeliveryRecords(table);
      const delivery = mailDelivery({ about: submissionId, endpointId: endpoint.id, recipient: 'b@example.com' });
      const claim = await records.begin(delivery, MAIL_LEASE_MS);
      if (typeof claim !== 'string' && 'claim' in claim)
        await records.record(claim, { state: 'sent', attempt: { durationMs: 1, messageId: 'message-1' } });
      return submissionId;
    },
    async ({ endpoint, submissionId }) => {
      await new IndexUpdater(table).grow(endpoint.id);
      return submissionId;
    },
  ];

  describe.each<ErasureStep['doing']>(['keys', 'endpoints', 'submissions'])('at the stage "%s"', (stage) => {
    test('all at once leave nothing', async () => {
      expect(await leftAfter(stage, ...late)).toEqual([]);
    });
  });

  test('late bounces are not recorded', async () => {
    const { workspaceId, endpoint, submissionId, mentions } = await givenWorkspace();
    await eraseWorkspace({ table, fileVersions }, workspaceId, SILENTLY);
    await new DeliveryRecords(table).fail(
      mailDelivery({ about: submissionId, endpointId: endpoint.id, recipient: 'a@example.com' }),
      'bounced',
    );
    expect(await mentionsOf(table, mentions)).toEqual([]);
  });

  test('files are removed after all their writers have ended, and before the items of their endpoint', async () => {
    const { workspaceId, endpoint } = await givenWorkspace();
    const doings: string[] = [];
    const removeAll = async (prefix: string, onRemoved: (versions: number) => void) => {
      doings.push(prefix);
      expect(await table.get(endpointOfWorkspaceKey(workspaceId, endpoint.id))).toBeDefined();
      onRemoved(2);
    };
    const onStep = ({ doing }: ErasureStep) => doings.push(doing);
    const target = { table, fileVersions: { removeAll } };
    const outcome = await eraseWorkspace(target, workspaceId, { settleMs: 0, onStep });
    const prefixes = [endpointFilesPrefix(endpoint.id), endpointUploadsPrefix(endpoint.id)];
    const from = doings.indexOf('waiting');
    expect(doings.slice(from, from + 6)).toEqual(['waiting', 'files', prefixes[0], 'files', prefixes[1], 'files']);
    expect(outcome).toMatchObject({ wasThere: true, files: 4 });
  });

  test('are waited for before the scan of the whole table', async () => {
    const { workspaceId } = await givenWorkspace();
    const times = new Map<string, number>();
    const onStep = ({ doing }: ErasureStep) => times.set(doing, Date.now());
    await eraseWorkspace({ table, fileVersions }, workspaceId, { settleMs: 700, onStep });
    const waited = Number(times.get('whole table')) - Number(times.get('endpoints'));
    expect(waited).toBeGreaterThanOrEqual(690);
  });
});
