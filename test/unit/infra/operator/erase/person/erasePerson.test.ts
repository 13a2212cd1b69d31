import { beforeEach, expect, test } from '@jest/globals';
import type { ErasureStep, ErasureTarget } from '../../../../../../infra/operator/erase/eraseWorkspace.ts';
import { eraseAgain, erasePerson, previewPerson } from '../../../../../../infra/operator/erase/person/erasePerson.ts';
import { hashedMailbox } from '../../../../../../shared/deliveries/channels/confirmation/tokens.ts';
import { submissionFilesPrefix } from '../../../../../../shared/files/objectKeys.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import { mailboxLedgerKey } from '../../../../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../../../../shared/storage/confirmations/confirmationSecret.ts';
import { PendingSubmissions } from '../../../../../../shared/storage/confirmations/pendingSubmissions.ts';
import {
  confirmationKey,
  failedDeliveryKey,
  mailKey,
  webhookDeliveryKey,
} from '../../../../../../shared/storage/deliveries/deliveryKeys.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { endpointOfWorkspaceKey, pendingKey, submissionKey } from '../../../../../../shared/storage/table/itemKeys.ts';
import type { Item, Table } from '../../../../../../shared/storage/table/table.ts';
import type { StoredWebhook } from '../../../../../../shared/storage/webhooks/storedWebhook.ts';
import { readPersonErasures } from '../../../../../../shared/storage/workspaces/personErasures.ts';
import { IS_LONG } from '../../../../../support/jest/testSize.ts';
import { MemoryItems } from '../../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../../support/simulator/memoryTable.ts';
import { SimulatedStorage } from '../../../../../support/simulator/simulatedStorage.ts';
import { intercepted } from '../../../../../support/wholeTable.ts';

const ADA = 'ada@example.com';
const BY_ADA = JSON.stringify({ email: 'Ada@Example.com ', message: 'Hello' });
const ABOUT_ADA = JSON.stringify({ email: 'bob@example.com', message: `Ask ${ADA}.` });

let cloud: SimulatedStorage;
let endpoints: StoredEndpoint[];
let webhook: StoredWebhook;
let removedFiles: string[];
beforeEach(async () => {
  cloud = new SimulatedStorage();
  endpoints = [await cloud.newEndpoint(), await cloud.newEndpoint()];
  webhook = await cloud.newWebhook(first());
  removedFiles = [];
});

const first = () => endpoints[0] as StoredEndpoint;
const fileVersions = { removeAll: async (prefix: string) => void removedFiles.push(prefix) };
const erase = (more: Partial<Parameters<typeof erasePerson>[1]> = {}, table: Table = cloud.table) =>
  erasePerson(
    { table, fileVersions },
    {
      workspaceId: cloud.workspaceId,
      address: ADA,
      mentions: false,
      settle: async () => undefined,
      onStep: () => undefined,
      ...more,
    },
  );
const put = async (item: Item) => cloud.table.put(item, {});
const putPending = async (endpointId: string, id = newId('submission', cloud.clock.now())) => {
  await put({ ...pendingKey(endpointId, id), data: BY_ADA, location: 'Spain', ttl: 9e9 });
  return id;
};
/** Ids of the submissions that are left, pending ones included. */
const left = (items = cloud.services.items): string[] =>
  [...items.state().values()]
    .filter(({ SK }) => /^(?:SUB|PENDING)#/.test(String(SK)))
    .map(({ SK }) => String(SK).replace(/^.*#/, ''))
    .sort();
const records = () => readPersonErasures(cloud.table, cloud.workspaceId);

/** A submission by the person with a file, a pending one, and records of deliveries that quote them; and one by another. */
async function givenTraces() {
  const { id: endpointId } = first();
  const id = newId('submission', cloud.clock.now());
  await put({ ...submissionKey(endpointId, id), data: BY_ADA, isSpam: true, isHeld: true, files: { fil_1: {} } });
  const [other = ''] = await cloud.submit(first(), 1, ABOUT_ADA);
  const pendingId = await putPending(endpointId);
  for (const about of [id, other]) {
    await put({ ...confirmationKey(endpointId, about), about, reason: `no ${ADA}` });
    await put({ ...failedDeliveryKey(about, ADA), endpointId });
    await put({ ...mailKey(endpointId, about, 'owner@example.com'), about });
    await put({ ...webhookDeliveryKey(webhook.id, `msg_${about}`), endpointId, about, answer: ADA });
  }
  return { endpointId, id, other, pendingId };
}

test('erases submissions, pending ones, files and records of deliveries, and nothing of others', async () => {
  const { endpointId, id, other } = await givenTraces();
  await cloud.submit(endpoints[1] as StoredEndpoint, 1, BY_ADA);
  const before = [...cloud.services.items.state().values()];
  expect(await erase()).toMatchObject({
    mentions: false,
    files: 1,
    submissions: { [endpointId]: 2, [String(endpoints[1]?.id)]: 1 },
  });
  expect(left()).toEqual([other]);
  expect(removedFiles).toEqual([submissionFilesPrefix(endpointId, id)]);
  const after = [...cloud.services.items.state().values()];
  const gone = before.filter(({ PK, SK }) => !after.some((item) => item.PK === PK && item.SK === SK));
  expect(gone).toHaveLength(7);
  const ofOthers = after.filter((item) => JSON.stringify(item).includes(other));
  expect(ofOthers).toHaveLength(5);
  expect(JSON.stringify(after.filter((item) => !ofOthers.includes(item)))).not.toMatch(new RegExp(ADA, 'i'));
});

test('a preview counts the same by endpoint, and mentions and unreadable ones, and changes nothing', async () => {
  const { endpointId } = await givenTraces();
  await cloud.submit(first(), 1, 'no JSON');
  const before = JSON.stringify([...cloud.services.items.state()]);
  const preview = (mentions: boolean) =>
    previewPerson(cloud.table, { workspaceId: cloud.workspaceId, address: ADA, mentions, onStep: () => undefined });
  const found = { endpointId, submissions: 1, pending: 1, files: 1, mentions: 1, unreadable: 1 };
  expect(await preview(false)).toEqual({ endpoints: [found], isUnsubscribed: false });
  expect(await preview(true)).toMatchObject({ endpoints: [{ ...found, submissions: 2, mentions: 0 }] });
  expect(JSON.stringify([...cloud.services.items.state()])).toBe(before);
});

test('mentions are erased only if that is requested', async () => {
  await cloud.submit(first(), 3, ABOUT_ADA);
  expect(await erase()).toMatchObject({ submissions: {} });
  expect(await erase({ mentions: true })).toMatchObject({ mentions: true, submissions: { [first().id]: 3 } });
  expect(left()).toEqual([]);
});

test('submissions that come while it runs stay, and one that is confirmed meanwhile does not', async () => {
  await cloud.submit(first(), 60, BY_ADA);
  const pendingId = await putPending(first().id);
  const late: string[] = [];
  let isConfirmed = false;
  const busy = intercepted(cloud.table, async (_call, method) => {
    if (method !== 'transact') return;
    cloud.clock.advance(1);
    late.push(...(await cloud.submit(first(), 1, BY_ADA)));
    if (isConfirmed) return;
    isConfirmed = true;
    await new PendingSubmissions(cloud.table, cloud.clock.now).confirm(first().id, pendingId);
  });
  const { through, submissions } = await erase({}, busy);
  expect(submissions).toEqual({ [first().id]: 61 });
  expect(late.length).toBeGreaterThan(1);
  expect(late.every((id) => id > through)).toBe(true);
  expect(left()).toEqual([...late].sort());
});

test('an interruption at any call is repaired by another call, which counts each submission once', async () => {
  const forgotten = mailboxLedgerKey(hashedMailbox(await new ConfirmationSecret(cloud.table).findOrMake(), ADA));
  let calls = 0;
  for (let isDone = false; !isDone; calls++) {
    const { endpointId, other } = await givenTraces();
    await put({ ...forgotten, stamp: '1', counted: [{ deliveryId: 'sub_1', endpointId, at: 1 }] });
    let remaining = calls;
    const failing = intercepted(cloud.table, () => {
      if (remaining-- <= 0) throw new Error('cut short');
    });
    isDone = await erase({}, failing).then(
      () => true,
      () => false,
    );
    cloud.clock.advance(1);
    const late = await putPending(endpointId);
    // Another command also concerns what came since the first.
    if (!isDone) await erase();
    expect(left()).toEqual(isDone ? [other, late].sort() : [other]);
    expect(await cloud.table.get(forgotten)).toBeUndefined();
    const all = await records();
    expect(all).toHaveLength(1);
    expect(all[0]?.submissions).toEqual({ [endpointId]: isDone ? 2 : 3 });
    expect(all[0]?.finishedAt).toBeDefined();
    for (const { PK, SK } of [...cloud.services.items.state().values()])
      if (/#(?:sub_|ERASED|msg_)|^(?:SUB|PENDING|ERASED)#|^(?:sub|msg)_/.test(String(SK)))
        await cloud.table.delete({ PK: String(PK), SK: String(SK) });
  }
  expect(calls).toBeGreaterThan(15);
});

test('counts for a mailbox at other workspaces stay', async () => {
  const key = mailboxLedgerKey(hashedMailbox(await new ConfirmationSecret(cloud.table).findOrMake(), ADA));
  const other = { deliveryId: 'sub_2', endpointId: newId('endpoint'), at: 1 };
  await put({ ...key, stamp: '1', counted: [{ deliveryId: 'sub_1', endpointId: first().id, at: 1 }, other] });
  await erase();
  expect(await cloud.table.get(key)).toMatchObject({ counted: [other] });
});

test('erases again what a backup brings back, also in a restored table, and nothing that came later', async () => {
  await cloud.submit(first(), 3, BY_ADA);
  const [kept = ''] = await cloud.submit(first(), 1, ABOUT_ADA);
  const backup = new MemoryItems();
  backup.change([...cloud.services.items.state()]);
  await erase();
  cloud.clock.advance(1);
  const [late = ''] = await cloud.submit(first(), 1, BY_ADA);
  for (const [, item] of backup.state()) if (String(item.SK).startsWith('SUB#')) await put(item);
  const target: ErasureTarget = { table: cloud.table, fileVersions };
  const steps: ErasureStep[] = [];
  expect(await eraseAgain(target, cloud.table, (step) => steps.push(step))).toEqual({
    erasures: 1,
    erased: 3,
    unreadable: 0,
  });
  expect(steps.length).toBeGreaterThan(0);
  expect(left()).toEqual([kept, late].sort());
  const restored = new MemoryTable(backup);
  expect(await eraseAgain(target, restored, () => undefined)).toEqual({ erasures: 1, erased: 3, unreadable: 0 });
  expect(left(backup)).toEqual([kept]);
  // Its own records are enough for the next time.
  expect(await readPersonErasures(restored, cloud.workspaceId)).toEqual(await records());
  expect(await eraseAgain({ table: restored, fileVersions }, restored, () => undefined)).toEqual({
    erasures: 1,
    erased: 0,
    unreadable: 0,
  });
});

test('removes records that deliveries write meanwhile, also by deleted webhooks, but no event that still waits', async () => {
  const { endpointId, id, other } = await givenTraces();
  await cloud.webhooks.delete(webhook);
  const record = (about: string, event: string) => ({
    ...webhookDeliveryKey(webhook.id, `msg_${event}_${about}`),
    about,
    event,
  });
  let waits = 0;
  const settle = async () => {
    if (++waits < 2) return;
    for (const about of [id, other])
      for (const event of ['submission.created', 'submission.deleted'])
        await put({ ...record(about, event), endpointId, answer: 'Hello Ada' });
  };
  await erase({ settle });
  const after = [...cloud.services.items.state().values()].filter(({ SK }) => String(SK).startsWith('msg_submission'));
  const kept = [
    record(id, 'submission.deleted'),
    record(other, 'submission.created'),
    record(other, 'submission.deleted'),
  ];
  expect(after.map(({ SK }) => SK).sort()).toEqual(kept.map(({ SK }) => SK).sort());
});

test('two commands at once erase everything once, and both end well', async () => {
  await cloud.submit(first(), 60, BY_ADA);
  const both = await Promise.all([erase(), erase()]);
  expect(left()).toEqual([]);
  const counts = (await records()).map(({ submissions }) => submissions[first().id] ?? 0);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
  for (const { finishedAt } of [...both, ...(await records())]) expect(finishedAt).toBeDefined();
});

test('continues an erasure through what is newest by now, even if that was erased before', async () => {
  const [old = ''] = await cloud.submit(first(), 1, ABOUT_ADA);
  cloud.clock.advance(1);
  const [newest = ''] = await cloud.submit(first(), 1, BY_ADA);
  const dying = intercepted(cloud.table, (_call, method) => {
    if (method === 'scan') throw new Error('cut short');
  });
  await expect(erase({}, dying)).rejects.toThrow('cut short');
  expect(left()).toEqual([old]);
  expect(await erase()).toMatchObject({ through: newest, submissions: { [first().id]: 1 } });
});

test('reports submissions that cannot be read, and leaves them', async () => {
  const [unreadable = ''] = await cloud.submit(first(), 1, 'no JSON');
  expect(await erase()).toMatchObject({ submissions: {}, unreadable: 1 });
  expect(left()).toEqual([unreadable]);
});

test('refuses to begin while an endpoint is being restored, and says if its workspace is erased meanwhile', async () => {
  const entry = endpointOfWorkspaceKey(cloud.workspaceId, first().id);
  await put({ ...entry, restoredFrom: 'Another' });
  await expect(erase()).rejects.toThrow(`The restoration of ${first().id} was not finished`);
  expect(await records()).toEqual([]);
  await put(entry);
  const settle = async () => {
    for (const { key } of await records()) await cloud.table.delete(key);
  };
  await expect(erase({ settle })).rejects.toThrow('The record of this erasure is gone');
});

test('keeps at most a page in memory, and tells its progress', async () => {
  const count = IS_LONG ? 100_000 : 1_200;
  await cloud.submit(first(), count, BY_ADA);
  const steps: ErasureStep[] = [];
  await erase({ onStep: (step) => steps.push({ ...step }) });
  const reads = steps.filter(({ doing }) => doing === 'submissions').map(({ seen }) => seen);
  expect(Math.max(...reads.map((read, i) => read - (reads[i - 1] ?? 0)))).toBe(500);
  expect(reads.at(-1)).toBe(count);
  expect(left()).toEqual([]);
});
