import { beforeEach, expect, test } from '@jest/globals';
import { erasePerson } from '../../../../../infra/operator/erase/person/erasePerson.ts';
import type { RemovedObject } from '../../../../../infra/operator/files/fileVersions.ts';
import { type Restoration, restoreEndpoint } from '../../../../../infra/operator/restore/restoreEndpoint.ts';
import { fileKey } from '../../../../../shared/files/objectKeys.ts';
import { readStatistics } from '../../../../../shared/pageIndex/statistics.ts';
import { removeItemsOf } from '../../../../../shared/removal/endpointRemoval.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { PlacesTaken, readPlacesTaken } from '../../../../../shared/storage/endpoints/places.ts';
import type { StoredEndpoint } from '../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { ITEM_KINDS, type ItemKind, kindsOf } from '../../../../../shared/storage/itemKinds.ts';
import { storedFiles } from '../../../../../shared/storage/submissions/submittedFiles.ts';
import {
  endpointKey,
  formRequestKey,
  pendingKey,
  placesKey,
  submissionKey,
  workspaceKey,
} from '../../../../../shared/storage/table/itemKeys.ts';
import type { ItemKey } from '../../../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../../../shared/storage/table/table.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';
import { SimulatedPipeline } from '../../../shared/deliveries/support/simulatedPipeline.ts';

const FROM = 'Forms-restored';
const DAY_MS = 86_400_000;
let cloud: SimulatedPipeline;
let endpoint: StoredEndpoint;
let removed: RemovedObject[];
/** The restored table. */
let backup: MemoryItems;

/** An endpoint with an item of each kind, most written by the functions, that was deleted after a backup. */
beforeEach(async () => {
  cloud = new SimulatedPipeline();
  const confirmation = { subject: 'Please confirm', text: 'Hello', verify: true };
  endpoint = await cloud.newEndpoint({ slug: 'contact', targetEmails: ['owner@example.com'], confirmation });
  await cloud.newWebhook(endpoint, { events: ['submission.created'] });
  const [old = ''] = await cloud.submit(endpoint, 3);
  const sent = { data: { email: 'a@example.net' }, location: 'Spain', hasTargets: true, isPending: true };
  const now = cloud.clock.now();
  await cloud.repositories.submissions.create(endpoint.id, { id: newId('submission', now), ...sent });
  const [submissionId, file] = [newId('submission', now), newId('file', now)];
  const files = storedFiles([{ id: file, field: 'f', name: 'a.txt', type: 'text/plain', bytes: 4, scan: 'clean' }]);
  const stored = { data: '{}', location: 'Spain', files, hasTargets: true };
  await cloud.table.put({ ...submissionKey(endpoint.id, submissionId), ...stored }, {});
  await cloud.table.put({ ...formRequestKey(endpoint.id, 'valid'), ttl: now / 1_000 + 9_999_999 }, {});
  await cloud.table.put({ ...formRequestKey(endpoint.id, 'expired'), ttl: now / 1_000 - 1 }, {});
  await cloud.settleUntil(now + 60_000);
  expect(cloud.services.mails.length).toBeGreaterThan(4);
  backup = new MemoryItems();
  backup.change([...cloud.services.items.state()]);
  // Records of deliveries expire after 30 days.
  const expired = [...backup.state()].filter(
    ([, { PK, SK }]) => kindOf({ PK, SK }) === 'mail' && `${SK}`.includes(old),
  );
  expect(expired).toHaveLength(1);
  backup.change(expired.map(([id]) => [id, undefined]));
  const key = fileKey(endpoint.id, submissionId, file);
  removed = [{ key, version: { id: 'v1', etag: 'e1' }, markerIds: ['m1'] }];
  await lose();
});

const kindOf = (key: Item) => Object.entries(ITEM_KINDS).find(([, kind]) => kindsOf(key as never)[0] === kind)?.[0];

async function lose(): Promise<void> {
  await cloud.repositories.endpoints.delete(endpoint);
  await removeItemsOf(cloud.table, endpoint.id, () => true);
  await cloud.settleNow();
}

const broughtBack: string[] = [];
type Options = Partial<
  Pick<Restoration, 'table'> & { isDryRun: boolean; from: string; settle: () => Promise<unknown> }
>;
const restore = ({
  table = cloud.table,
  from = FROM,
  isDryRun = false,
  settle = async () => undefined,
}: Options = {}) => {
  const fileVersions = {
    async *removed() {
      yield removed;
    },
    removeAll: async () => undefined,
    bringBack: async (objects: readonly RemovedObject[]) => void broughtBack.push(...objects.map(({ key }) => key)),
  };
  const restoration = { table, other: new MemoryTable(backup), fileBucket: undefined as never, fileVersions };
  return restoreEndpoint(restoration, { id: endpoint.id, from, isDryRun, settle, onStep: () => undefined });
};

const isExpired = ({ SK }: Item) => String(SK).endsWith('expired');
const isBack = ({ restoreStep, deletedWithEndpoint }: ItemKind) => restoreStep ?? deletedWithEndpoint;

/** The endpoint's items without its index, to which restored submissions are not new. */
const itemsIn = (items: MemoryItems): Item[] =>
  [...items.state().values()]
    .filter((item) => !isExpired(item))
    .filter((item) => kindsOf(item as Item & ItemKey).some((kind) => kind === ITEM_KINDS.endpoint || isBack(kind)))
    .map(({ hasTargets, ...item }) =>
      kindsOf(item as never)[0] === ITEM_KINDS.submission ? item : { hasTargets, ...item },
    )
    .sort((a, b) => (`${a.PK} ${a.SK}` < `${b.PK} ${b.SK}` ? -1 : 1));

test('restores everything despite a crash at any call, notifies nobody, and allows another deletion', async () => {
  const before = itemsIn(backup);
  const kinds = new Set(before.flatMap((item) => kindsOf(item as never)));
  expect(kinds.size).toBeGreaterThan(9);
  const [mails, calls] = [cloud.services.mails.length, cloud.seen.length];
  let at = 1;
  for (let isDone = false; !isDone; at++) {
    let left = at;
    const dying = new MemoryTable(cloud.services.items, {
      intercept: async (call, perform) => {
        if (--left === 0) throw new Error('killed');
        return perform(call);
      },
    });
    isDone = await restore({ table: dying }).then(
      () => true,
      () => false,
    );
    if (!isDone) await restore();
    await cloud.settleNow();
    expect(itemsIn(cloud.services.items)).toEqual(before);
    expect(await cloud.table.get(workspaceKey(cloud.workspaceId))).toMatchObject({ endpointCount: 1 });
    expect((await readStatistics(cloud.table, endpoint.id))?.submissions).toBe(4);
    await lose();
    expect(itemsIn(cloud.services.items)).toEqual([]);
  }
  expect(at).toBeGreaterThan(20);
  expect([cloud.services.mails.length, cloud.seen.length]).toEqual([mails, calls]);
  expect(new Set(broughtBack)).toEqual(new Set(removed.map(({ key }) => key)));
});

test('refuses an endpoint that exists, has a taken slug, or is still being restored from another table', async () => {
  await restore();
  await expect(restore()).rejects.toThrow(`The endpoint "${endpoint.id}" exists`);
  await lose();
  const { id } = await cloud.newEndpoint({ slug: 'contact' });
  for (const isDryRun of [true, false])
    await expect(restore({ isDryRun })).rejects.toThrow('The slug "contact" is taken');
  await cloud.repositories.endpoints.delete({ id, workspaceId: cloud.workspaceId, slug: 'contact' });
  const table = new MemoryTable(cloud.services.items, {
    intercept: async (call, perform) => {
      if (call.action === 'PutItem') throw new Error('killed');
      return perform(call);
    },
  });
  await expect(restore({ table })).rejects.toThrow('killed');
  await expect(restore({ from: 'Another' })).rejects.toThrow(`Its restoration from ${FROM} was interrupted`);
  backup.clear();
  await expect(restore()).rejects.toThrow('has no endpoint');
});

test('counts submissions that arrive while it is restored towards its maximum', async () => {
  await new MemoryTable(backup).put({ ...placesKey(endpoint.id), taken: 2 }, {});
  const submit = () => {
    const sent = { data: {}, location: 'Spain', maxSubmissions: 3 };
    return cloud.repositories.submissions.create(endpoint.id, sent);
  };
  await restore({ settle: submit });
  expect(await readPlacesTaken(cloud.table, endpoint.id)).toBe(3);
  await expect(submit()).rejects.toThrow(PlacesTaken);
});

test.each([true, false])('brings back nothing of people who were erased; before its deletion: %j', async (isBefore) => {
  const files: string[] = [];
  const fileVersions = { removeAll: async (prefix: string) => void files.push(prefix) };
  if (isBefore) await restore();
  const { workspaceId } = cloud;
  const person = { workspaceId, address: 'a@example.net', mentions: false, onStep: () => undefined };
  await erasePerson({ table: cloud.table, fileVersions }, { ...person, settle: async () => undefined });
  if (isBefore) await lose();
  const [pending] = itemsIn(backup).filter(({ SK }) => String(SK).startsWith('PENDING#'));
  const id = String(pending?.SK).replace('PENDING#', '');
  const unreadable = { ...submissionKey(endpoint.id, newId('submission', cloud.clock.now())), data: 'no JSON' };
  await new MemoryTable(backup).put(unreadable, {});
  expect(await restore()).toMatchObject({ unreadable: 1 });
  const isTheirs = (item: Item) => JSON.stringify(item).includes(id);
  const before = itemsIn(backup);
  expect(before.filter(isTheirs).length).toBeGreaterThan(1);
  expect(itemsIn(cloud.services.items)).toEqual(before.filter((item) => !isTheirs(item)));
});

test('brings back no submission that is due, which removal would count a second time after an interruption', async () => {
  const isSubmission = ({ SK }: Item) => /^(SUB|PENDING)#/.test(String(SK));
  const [item] = itemsIn(backup).filter(({ SK }) => SK === 'ENP');
  const other = new MemoryTable(backup);
  await other.put({ ...item, ...endpointKey(endpoint.id), keepDays: 2, keepSpamDays: 1 }, {});
  cloud.clock.advance(3 * DAY_MS);
  const at = (days: number) => submissionKey(endpoint.id, newId('submission', cloud.clock.now() - days * DAY_MS));
  const [kept, spam, dueSpam] = [at(1.5), at(0.5), at(1.5)];
  await other.put({ ...kept, data: '{}', location: 'Spain' }, {});
  for (const key of [spam, dueSpam]) await other.put({ ...key, data: '{}', location: 'Spain', isSpam: true }, {});
  expect(itemsIn(backup).filter(isSubmission)).toHaveLength(8);
  await restore();
  const back = itemsIn(cloud.services.items).filter(isSubmission);
  expect(back.map(({ SK }) => SK)).toEqual([kept.SK, spam.SK].sort());
});

test('only counts the items to restore with --dry-run', async () => {
  const before = [...cloud.services.items.state()];
  const { items, written } = (await restore({ isDryRun: true })) as { items: number; written: number };
  // Besides the endpoint, its entry and its slug.
  expect([items, written]).toEqual([itemsIn(backup).length - 3, 0]);
  expect([...cloud.services.items.state()]).toEqual(before);
  expect((await restore()) as object).toMatchObject({ items, written: items, files: { restored: 1 } });
});

test('replaces an endpoint copied by hand, which is missing in the list', async () => {
  const [item] = itemsIn(backup).filter(({ SK }) => SK === 'ENP');
  await cloud.table.put({ ...item }, {});
  await restore();
  expect(itemsIn(cloud.services.items)).toEqual(itemsIn(backup));
  const pending = { PK: pendingKey(endpoint.id, '').PK };
  expect(itemsIn(cloud.services.items)).toContainEqual(expect.objectContaining(pending));
});
