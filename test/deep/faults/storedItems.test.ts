import { describe, expect, test } from '@jest/globals';
import { ITEM_KINDS } from '../../../shared/storage/itemKinds.ts';
import { matchKey } from '../../../shared/storage/table/keyPattern.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';
import { linesWith, MARK } from '../../support/samples/plantedTexts.ts';
import {
  ABOUT_ITSELF,
  exported,
  givenWorld,
  HOOK,
  itemOf,
  type Kind,
  kindOf,
  now,
  output,
  RECIPIENT,
  requireLists,
  requireReceiving,
  SEALED,
  type World,
  write,
} from './storedWorld.ts';

/**
 * For every stored kind of item: one as a newer version may write it, and an unreadable one.
 * Everything else must work as before.
 */

/** Values that a newer version may store, by attribute. */
const NEWER_TEXTS = new Set(['icon', 'color', 'spamFilter', 'unknownFields', 'type', 'format', 'scan', 'language']);
const newer = (value: unknown, name: string): unknown => {
  if (typeof value === 'boolean' || NEWER_TEXTS.has(name)) return 'newest';
  if (name === 'events') return [...(value as string[]), 'submission.archived'];
  if (Array.isArray(value)) return value.map((each) => newer(each, ''));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, newer(each, key)])), newerPart: 1 };
};
/** Flags by which the table itself selects, and rights, which are only valid as a whole. */
const KEPT = new Set(['PK', 'SK', 'ttl', 'hasTargets', 'rights', 'narrowing', 'sessions']);
const changed = (item: Item, change: (value: unknown, name: string) => unknown): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, KEPT.has(name) ? value : change(value, name)]));
const newerItem = (item: Item): Item => ({ ...changed(item, newer), newerAttribute: { is: 'kept' } });
/** Ownership stays: without it, it is nobody's. */
const brokenItem = (item: Item): Item =>
  changed(item, (value, name) => (['workspaceId', 'endpointId'].includes(name) ? value : broken(name)));
const broken = (name: string): unknown => (name === 'data' ? `{"${MARK}":${MARK}` : { is: MARK });

/** Kinds read one item at a time, each for its own purpose: an unreadable one cannot affect others. */
const NOT_STORED_HERE: readonly Kind[] = [
  ...(['page of a page index', 'digest', 'spent challenge', 'due message', 'claimed upload'] as const),
  ...(['unsubscribed mailbox', 'stop of confirmations', 'failed delivery', 'waiting confirmation'] as const),
  ...(['request of a key', 'request of a form', 'secret of a day'] as const),
  'words of a range',
  'mute of sign-in codes',
  'removals of a day',
  // An unreadable one closes its own endpoint, which never takes more than its maximum.
  'count towards a maximum',
  // An unreadable one stops restores until it is readable.
  'erasure of a person',
];
const KINDS = (Object.keys(ITEM_KINDS) as Kind[]).filter((kind) => !NOT_STORED_HERE.includes(kind));

/** Written as a whole: what counts for an hour or a day. */
const REPLACED: readonly Kind[] = ['count against a limit', 'confirmations to a mailbox'];

test('with items of every kind from a newer version everything still works, and they stay unchanged', async () => {
  const world = await givenWorld();
  const items = KINDS.map((kind) => newerItem(itemOf(world, kind) as Item));
  for (const item of items) write(world, item);
  expect(await requireLists(world)).toBe(0);
  await requireReceiving(world, world.own);
  await requireReceiving(world, world.other);
  for (const item of items.filter((each) => !REPLACED.includes(kindOf(each) as Kind)))
    expect(now(world, item)).toMatchObject({ PK: item.PK, SK: item.SK, newerAttribute: { is: 'kept' } });
  const text = await exported(world);
  expect(text).not.toContain('"unreadable":');
  expect(text).toContain('"unknownSettings":{"');
  expect(world.cloud.services.putAside).toEqual([]);
});

/** In the short form, the kinds on which a form and its lists depend most. */
const BROKEN: readonly Kind[] = IS_LONG ? KINDS : ['endpoint', 'webhook', 'submission', 'statistics of an endpoint'];

describe.each(BROKEN)('%s', (kind) => {
  test('still counts if unreadable, and everything else still works', async () => {
    const world = await givenWorld();
    const item = brokenItem(itemOf(world, kind) as Item);
    write(world, item);
    const unreadable = await requireLists(world, ABOUT_ITSELF[kind]);
    if (kind !== 'endpoint') await requireReceiving(world, world.own);
    await requireReceiving(world, world.other);
    const text = await exported(world);
    if ('to' in ITEM_KINDS[kind].exported && kind !== 'workspace') {
      if (kind !== 'member') expect(unreadable).toBeGreaterThan(0);
      expect(text).toContain('"unreadable":{');
      expect(output.lines.join('')).toContain(`"SK":${JSON.stringify(item.SK)}`);
    }
    expect(linesWith(output.lines.join('\n'), [RECIPIENT])).toEqual([]);
    expect(world.cloud.services.putAside).toEqual([]);
  });
});

const NAMED: Partial<Record<Kind, (world: World, item: Item) => [name: string, params: Record<string, string>]>> = {
  endpoint: ({ own }) => ['Endpoint', { id: own }],
  webhook: ({ webhook }) => ['Webhook', { id: webhook }],
  key: (_world, { PK }) => ['Key', { id: String(matchKey('KEY#<id>', String(PK))?.id) }],
  submission: ({ own }, { SK }) => ['Submission', { endpointId: own, id: String(SK).slice('SUB#'.length) }],
  'pending submission': ({ asking }, { SK }) => [
    ...(['Submission', { endpointId: asking, id: String(SK).slice('PENDING#'.length) }] as const),
  ],
};

const DELETED = IS_LONG ? (Object.keys(NAMED) as Kind[]) : (['webhook'] as const);

describe.each(DELETED)('%s', (kind) => {
  const given = async (derive: (item: Item) => Item) => {
    const world = await givenWorld();
    const item = derive(itemOf(world, kind) as Item);
    write(world, item);
    const [name, params] = NAMED[kind]?.(world, item) ?? ['', {}];
    return { world, item, name, params };
  };

  test.each([
    ['of a newer version', newerItem],
    ['that cannot be read', brokenItem],
  ])('%s can be deleted', async (_name, derive) => {
    const { world, item, name, params } = await given(derive);
    expect(await world.call(`delete${name}`, params)).toMatchObject({ status: 200 });
    expect(now(world, item)).toBeUndefined();
    await world.cloud.settle();
    expect(world.cloud.services.putAside).toEqual([]);
  });

  test('of a newer version keeps fields that an update omits', async () => {
    const { world, item, name, params } = await given(newerItem);
    if (kind === 'pending submission') return;
    const update = { Endpoint: { name: 'Another' }, Webhook: { url: `${HOOK}moved` }, Submission: { isRead: false } };
    const sent = name === 'Key' ? { name: 'Renamed' } : update[name as keyof typeof update];
    expect(await world.call(`update${name}`, params, sent)).toMatchObject({ status: 200 });
    const { revision: _, ...after } = now(world, item) ?? {};
    expect(after).toEqual({ ...item, ...sent, revision: undefined });
  });
});

describe('an endpoint of a newer version', () => {
  test('shows unknown values next to the effective defaults, and a PUT repairs it', async () => {
    const world = await givenWorld();
    write(world, newerItem(itemOf(world, 'endpoint') as Item));
    const { json } = await world.call('retrieveEndpoint', { id: world.own });
    expect(json).toMatchObject({ isEnabled: true, emailNotifications: true, icon: 'file', color: 'gray' });
    expect(json.unknownSettings).toMatchObject({
      icon: 'newest',
      isEnabled: 'newest',
      spamFilter: 'newest',
      'fields.0.type': 'newest',
    });
    expect(json.fields).toEqual([{ name: 'message', type: 'hidden' }]);
    const slug = { slug: 'moved-form' };
    expect(await world.call('updateEndpoint', { id: world.own }, slug)).toMatchObject({ status: 200, json: slug });
    const repairs = { isEnabled: true, emailNotifications: true, icon: 'mail', color: 'teal', spamFilter: null };
    const more = { unknownFields: null, fields: null, isArchived: false };
    const repaired = await world.call('updateEndpoint', { id: world.own }, { ...repairs, ...more });
    expect(repaired.json).not.toHaveProperty('unknownSettings');
    expect(repaired.json).toMatchObject({ icon: 'mail', color: 'teal' });
  });
});

test('a submission under a malformed key is skipped in pages, searches and counts, and can be deleted', async () => {
  const world = await givenWorld();
  const { own } = world;
  write(world, { ...(itemOf(world, 'submission') as Item), SK: 'SUB#zzz' });
  expect(await requireLists(world)).toBeGreaterThan(0);
  await requireReceiving(world, own);
  const { json } = await world.call('retrieveStatistics', { id: own });
  expect(json).toMatchObject({ submissions: SEALED + 3, lastSubmissionAt: expect.any(String) });
  const ids = { ids: ['zzz'] };
  const deleted = await world.call('deleteSubmissions', { endpointId: own }, ids);
  expect(deleted.json.results).toEqual([{ id: 'zzz', status: 'deleted' }]);
  world.cloud.services.putAside.length = 0;
  await world.cloud.settle();
  expect(world.cloud.services.putAside).toEqual([]);
});
