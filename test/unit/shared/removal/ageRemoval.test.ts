import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context, SQSEvent } from 'aws-lambda';
import { pendingOf, submissionsOf } from '../../../../infra/operator/export/contents.ts';
import { createHandler } from '../../../../lambdas/purgeEndpoint.ts';
import { looksAt } from '../../../../shared/deliveries/channels/deliveredRemoval.ts';
import { buildIndex } from '../../../../shared/pageIndex/buildIndex.ts';
import { removeDue } from '../../../../shared/removal/ageRemoval.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { listEntries } from '../../../../shared/storage/audit/auditLog.ts';
import { PendingSubmissions } from '../../../../shared/storage/confirmations/pendingSubmissions.ts';
import { Endpoints } from '../../../../shared/storage/endpoints/endpoints.ts';
import { keepingOf, removedSince } from '../../../../shared/storage/endpoints/keeping.ts';
import type { StoredEndpoint } from '../../../../shared/storage/endpoints/storedEndpoint.ts';
import { Submissions } from '../../../../shared/storage/submissions/submissions.ts';
import { setAll } from '../../../../shared/storage/table/expressions.ts';
import {
  endpointKey,
  keepingEndpointKey,
  pendingKey,
  submissionIdOf,
  submissionKey,
} from '../../../../shared/storage/table/itemKeys.ts';
import type { Table } from '../../../../shared/storage/table/table.ts';
import { IS_LONG } from '../../../support/jest/testSize.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';
import { SimulatedStorage } from '../../../support/simulator/simulatedStorage.ts';

const DAY_MS = 86_400_000;

let cloud: SimulatedStorage;
let endpoint: StoredEndpoint;
beforeEach(async () => {
  cloud = new SimulatedStorage();
  endpoint = await cloud.newEndpoint({ keepDays: 1 });
});

const nowMs = () => cloud.clock.now();
const remove = () => removeDue(cloud.table, endpoint.id, () => true, nowMs);
const counted = async () => [...(await removedSince(cloud.table, endpoint.id, '')).values()];
const change = async (keepDays: number | null, table = cloud.table) => {
  const endpoints = new Endpoints(table, nowMs);
  const { workspaceId } = endpoint;
  await endpoints.update(await endpoints.findOwned(endpoint.id, { workspaceId }), { keepDays });
};

/** The function that removes by age, with a queue of these methods only. */
function handlerWith(queue: Partial<Parameters<typeof createHandler>[0]['removalQueue']>) {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  const unexpected = () => Promise.reject(new Error('not by age'));
  const others = { send: unexpected, sendFilesOf: unexpected, sendDelivered: unexpected, sendByAge: unexpected };
  const bucket = { remove: unexpected, removeAll: unexpected };
  const handle = createHandler({ table: cloud.table, removalQueue: { ...others, ...queue }, bucket });
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  const receive = (message: object) =>
    handle({ Records: [{ body: JSON.stringify({ isByAge: true, ...message }) }] } as SQSEvent, context);
  return { look: () => handle({ look: 'due' }, context), receive };
}

test('removes and counts due submissions in transactions of fifty, and keeps the others', async () => {
  await cloud.submit(endpoint, 120);
  cloud.clock.advance(DAY_MS + 1);
  const [kept = ''] = await cloud.submit(endpoint);
  expect(await remove()).toEqual({ removed: 120, left: false });
  expect(await cloud.table.get(submissionKey(endpoint.id, kept))).toBeDefined();
  expect(await remove()).toEqual({ removed: 0, left: false });
  expect(await counted()).toEqual([120]);
});

test('removes nothing from an endpoint without keepDays, or after the time limit', async () => {
  await cloud.submit(endpoint);
  await change(null);
  cloud.clock.advance(10 * DAY_MS);
  expect(await remove()).toEqual({ removed: 0, left: false });
  await change(1);
  expect(await removeDue(cloud.table, endpoint.id, () => false, nowMs)).toEqual({ removed: 0, left: true });
});

test.each([
  { keepDays: 0 },
  { keepDays: -1 },
  { keepDays: 1e-9 },
  { goneBefore: 4e12 },
  { goneBefore: 1e300 },
  { goneBefore: 0.5 },
])('removes nothing because of %j, which nobody can have set', async (broken) => {
  await change(null);
  await cloud.submit(endpoint);
  await cloud.table.update({ Key: endpointKey(endpoint.id), ...setAll(broken) });
  cloud.clock.advance(DAY_MS);
  expect(await remove()).toEqual({ removed: 0, left: false });
});

test('two removals at once count each submission once', async () => {
  await cloud.submit(endpoint, 60);
  cloud.clock.advance(DAY_MS + 1);
  const results = await Promise.all([remove(), remove()]);
  while ((await remove()).left);
  expect(results.every(({ removed }) => removed <= 60)).toBe(true);
  expect(await counted()).toEqual([60]);
});

test('stops when the setting changes while it runs, and continues by the new one', async () => {
  await cloud.submit(endpoint, 60);
  cloud.clock.advance(DAY_MS + 1);
  const query = cloud.table.query.bind(cloud.table);
  let queries = 0;
  const changing = jest.spyOn(cloud.table, 'query').mockImplementation(async (input) => {
    if (++queries === 2) await change(null);
    return query(input);
  });
  expect(await remove()).toEqual({ removed: 50, left: true });
  changing.mockRestore();
  // They were due when it was changed.
  expect(await remove()).toEqual({ removed: 10, left: false });
  expect(await counted()).toEqual([60]);
});

test.each(['before', 'after'])(
  'a setting that is changed back and forth twice ends right with a kill %s any call',
  async (when) => {
    let at = 1;
    for (let isOver = false; !isOver; at++) {
      cloud = new SimulatedStorage();
      endpoint = await cloud.newEndpoint({});
      await cloud.submit(endpoint, 60);
      cloud.clock.advance(2 * DAY_MS);
      const kept = await cloud.submit(endpoint, 10);
      let left = at;
      const dying = new MemoryTable(cloud.services.items, {
        intercept: async (call, perform) => {
          const isKilled = --left === 0;
          if (isKilled && when === 'before') throw new Error('killed');
          const answer = await perform(call);
          if (isKilled) throw new Error('killed');
          return answer;
        },
      });
      for (const keepDays of [1, null, 1, null]) {
        const set = () => change(keepDays, dying);
        await set().catch(set);
        const removePiece = (pieces = 1) => removeDue(dying, endpoint.id, () => pieces-- > 0, nowMs);
        await removePiece().catch(() => removePiece());
      }
      expect(await remove()).toMatchObject({ left: false });
      const stored = [...cloud.services.items.state().values()].filter(({ SK }) => String(SK).startsWith('SUB#'));
      expect([stored.length, await counted()]).toEqual([kept.length, [60]]);
      isOver = left > 0;
    }
    expect(at).toBeGreaterThan(20);
  },
);

test('due submissions stay due when the period is lengthened, shortened or removed, and the time never falls', async () => {
  const goneBefore = async () => keepingOf((await cloud.table.get(endpointKey(endpoint.id))) ?? {}).goneBefore ?? 0;
  const times: number[] = [];
  for (const keepDays of [3, 1, null, 2, null]) {
    cloud.clock.advance(DAY_MS);
    await change(keepDays);
    times.push(await goneBefore());
  }
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(Math.round((nowMs() - Number(times.at(-1))) / DAY_MS)).toBe(2);
});

test('a setting that is sent again unchanged records no time, unless another request has changed it meanwhile', async () => {
  const endpoints = new Endpoints(cloud.table, nowMs);
  await change(1);
  const read = await endpoints.findOwned(endpoint.id, endpoint);
  expect(keepingOf(read)).toEqual({ keepDays: 1 });
  cloud.clock.advance(DAY_MS);
  await change(10);
  const { keepDays, goneBefore = 0 } = await endpoints.update(read, { keepDays: 1 });
  expect([keepDays, Math.round((nowMs() - goneBefore) / DAY_MS)]).toEqual([1, 1]);
});

test('the list of endpoints that remove by age loses a deleted one, but not one that is restored meanwhile', async () => {
  const listed = () => cloud.table.get(keepingEndpointKey(endpoint.id));
  const get = jest.spyOn(cloud.table, 'get').mockResolvedValueOnce(undefined);
  await remove();
  get.mockRestore();
  expect(await listed()).toBeDefined();
  await cloud.table.delete(endpointKey(endpoint.id), {});
  await remove();
  expect(await listed()).toBeUndefined();
});

test('removes a backlog in bounded pieces, between which other endpoints get their turn', async () => {
  const [backlog, pieceMax] = [IS_LONG ? 100_000 : 5_100, 2_500];
  const other = await cloud.newEndpoint({ keepDays: 1 });
  await cloud.submit(endpoint, backlog);
  await cloud.submit(other, 10);
  const waiting: string[] = [];
  const { look, receive } = handlerWith({ sendByAge: async (id) => void waiting.push(id) });
  await look();
  await receive({ endpointId: endpoint.id, until: Date.now() });
  // The next hour's removal continues: two never run side by side.
  expect(waiting).toHaveLength(2);
  const turns: string[] = [];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    turns.push(id);
    await receive({ endpointId: id, until: 4e12 });
  }
  expect(turns.indexOf(other.id)).toBeLessThan(2);
  expect(turns).toHaveLength(1 + Math.ceil((backlog - pieceMax) / pieceMax));
  expect([await counted(), [...(await removedSince(cloud.table, other.id, '')).values()]]).toEqual([[backlog], [10]]);
});

test('delivered submissions are looked at by the hour for which it was queued, once, also with a backlog', async () => {
  await change(1);
  await cloud.repositories.endpoints.update(endpoint, { keep: 'untilDelivered' });
  await cloud.submit(endpoint, 5_100);
  const until = Date.now() + DAY_MS / 48;
  const looks: unknown[] = [];
  const rests: object[] = [{ endpointId: endpoint.id, until }];
  const { receive } = handlerWith({
    sendDelivered: async (_, range) => void looks.push(range),
    sendByAge: async (endpointId, untilMs, isRest) => void rests.push({ endpointId, until: untilMs, isRest }),
  });
  for (let rest = rests.shift(); rest !== undefined; rest = rests.shift()) await receive(rest);
  expect(await counted()).toEqual([5_100]);
  expect(looks).toEqual(looksAt(until - DAY_MS / 24));
});

test('no export or list of pending submissions has a due one that is still stored', async () => {
  await cloud.submit(endpoint);
  const kept = await cloud.store(endpoint.id, newId('submission'));
  const [pendingDue, pending] = [newId('submission', Date.now() - 2 * DAY_MS), newId('submission')];
  for (const id of [pendingDue, pending])
    await cloud.table.put({ ...pendingKey(endpoint.id, id), data: '{}', location: 'Spain' }, {});
  const exported: unknown[] = [];
  for await (const items of submissionsOf(cloud.table as Table, endpoint.id))
    exported.push(...items.map(({ SK }) => SK));
  for await (const items of pendingOf(cloud.table as Table, endpoint.workspaceId))
    exported.push(...items.map(({ id }) => id));
  expect(exported).toEqual([`SUB#${kept}`, pending]);
  const { submissions } = await new PendingSubmissions(cloud.table).list(endpoint.id, { limit: 10 }, endpoint);
  expect(submissions.map(({ id }) => id)).toEqual([pending]);
});

describe('spam', () => {
  const repository = () => new Submissions(cloud.table, nowMs);
  const mark = (ids: readonly string[], isSpam = true) =>
    Promise.all(ids.map((id) => repository().update(endpoint, id, { isSpam })));
  const index = () => buildIndex(cloud.table, endpoint.id, { recount: true, onPart: () => undefined });
  const left = async () => {
    const ids: string[] = [];
    for await (const items of submissionsOf(cloud.table, endpoint.id))
      ids.push(...items.map(({ SK }) => submissionIdOf({ SK: String(SK) })));
    return ids;
  };

  beforeEach(async () => {
    endpoint = await cloud.newEndpoint({ keepSpamDays: 1 });
  });

  test.each(['before', 'after'])(
    'that is marked %s the index counts it is removed with its days counted',
    async (when) => {
      const ids = await cloud.submit(endpoint, 120);
      const spam = ids.filter((_, i) => i % 3 > 0);
      if (when === 'before') await mark(spam);
      await index();
      if (when === 'after') await mark(spam);
      cloud.clock.advance(DAY_MS + 1);
      const [late = ''] = await cloud.submit(endpoint);
      await mark([late]);
      const kept = ids.filter((_, i) => i % 3 === 0);
      expect(await left()).toEqual(kept);
      if (when === 'after') await index();
      expect(await remove()).toEqual({ removed: 80, left: false });
      expect(await counted()).toEqual([80]);
      expect(await remove()).toEqual({ removed: 0, left: false });
      expect(await left()).toEqual(kept);
    },
  );

  test('reads no submissions in ranges without spam', async () => {
    await cloud.submit(endpoint, 640);
    await index();
    cloud.clock.advance(DAY_MS + 1);
    const query = jest.spyOn(cloud.table, 'query');
    await remove();
    expect(query).toHaveBeenCalledTimes(1);
  });

  test('that is marked as not spam while it is being removed stays', async () => {
    const [first = '', second = ''] = await cloud.submit(endpoint, 2);
    await mark([first, second]);
    const endpointAsRead = { ...endpoint, keepSpamDays: 10 };
    cloud.clock.advance(DAY_MS + 1);
    const transact = cloud.table.transact.bind(cloud.table);
    jest.spyOn(cloud.table, 'transact').mockImplementationOnce(async (writes) => {
      await repository().update(endpointAsRead, second, { isSpam: false });
      return transact(writes);
    });
    expect(await remove()).toEqual({ removed: 0, left: true });
    expect(await remove()).toEqual({ removed: 1, left: false });
    expect(await left()).toEqual([second]);
  });

  test('is neither marked nor deleted once it is due, unlike others', async () => {
    const [spam = '', other = ''] = await cloud.submit(endpoint, 2);
    await mark([spam]);
    cloud.clock.advance(DAY_MS + 1);
    await expect(repository().update(endpoint, spam, { isSpam: false })).rejects.toThrow(
      'There is no such submission.',
    );
    await expect(repository().delete(endpoint.id, spam, endpoint)).rejects.toThrow('There is no such submission.');
    await repository().update(endpoint, other, { isRead: true });
    await repository().delete(endpoint.id, other, endpoint);
    expect(await remove()).toEqual({ removed: 1, left: false });
  });
});

test('adds one entry to the audit log for each past day, and none for the day that is not over', async () => {
  const entries = async () => (await listEntries(cloud.table, endpoint.workspaceId, { limit: 100 })).records;
  await cloud.submit(endpoint, 60);
  cloud.clock.advance(DAY_MS + 1);
  const day = new Date(nowMs()).toISOString().slice(0, 10);
  await remove();
  expect(await entries()).toEqual([]);
  await cloud.submit(endpoint, 2);
  cloud.clock.advance(2 * DAY_MS);
  for (let hour = 0; hour < 3; hour++) await remove();
  const removal = { actor: 'service', operation: 'removeByAge', object: endpoint.id, endpointId: endpoint.id };
  const first = { ...removal, id: expect.any(String), createdAt: `${day} 23:59:59.999000`, removed: 60 };
  expect(await entries()).toEqual([first]);
  cloud.clock.advance(1.1 * DAY_MS);
  await remove();
  expect((await entries()).map(({ removed }) => removed)).toEqual([2, 60]);
});
