import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { ITEM_KINDS } from '../../../shared/storage/itemKinds.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { decoded } from '../../support/simulator/wire.ts';
import { storeAllKinds } from './releaseStory.ts';
import {
  exported,
  HOOK,
  kindOf,
  output,
  RECIPIENT,
  requireLists,
  requireReceiving,
  type Stored,
  stored,
  worldOf,
} from './storedWorld.ts';

/** Items and messages of version 0.1.0 from `storeAllKinds`: its own code wrote each item and message, once. */
const [HEAD, ...ITEMS] = readFileSync(new URL('../../support/samples/lastRelease.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line, i) => (i === 0 ? JSON.parse(line) : decoded(JSON.parse(line))));
const RELEASE: Stored & { names: Record<'closed' | 'sound' | 'gone' | 'spam', string> } = { ...HEAD, items: ITEMS };
/** Kinds that 0.1.0 does not know, and a page, for which it takes 16,384 submissions. */
const NOT_STORED = [
  'audit entry',
  'pending submission',
  'confirmation',
  'waiting confirmation',
  'confirmations to a mailbox',
  'unsubscribed mailbox',
  'secret of confirmations',
  'confirmations of an hour',
  'stop of confirmations',
  'page of a page index',
  'words of a range',
  'request of a form',
  'request of a key',
  'secret of a day',
  'removals of a day',
  'erasure of a person',
  'endpoint that removes by age',
  'count towards a maximum',
  'member',
  'membership',
  'session',
  'sign-in code',
  'secret of sign-in codes',
  'mute of sign-in codes',
];

test('0.1.0 has stored an item of every kind', () => {
  const kinds = Object.keys(ITEM_KINDS).filter((kind) => !NOT_STORED.includes(kind));
  expect([...new Set(ITEMS.map(kindOf))].toSorted()).toEqual(kinds.toSorted());
});

describe('data stored by 0.1.0', () => {
  let world: ReturnType<typeof worldOf>;
  beforeEach(() => {
    world = worldOf(RELEASE);
  });
  const { names } = RELEASE;

  test('is listed, searched, counted and exported, and its forms receive', async () => {
    expect(await requireLists(world)).toBe(0);
    const { json } = await world.call('searchSubmissions', { endpointId: world.own }, undefined, { query: 'casino' });
    expect(json.submissions).toMatchObject([{ id: names.spam, isSpam: true }]);
    await requireReceiving(world, world.own);
    await requireReceiving(world, world.other);
    const text = await exported(world);
    expect(text).not.toMatch(/"unreadable":|"unknownSettings":/);
    expect(text).toContain('"message":"Old"');
    expect(output.lines.join('')).not.toContain('could not be read');
  });

  test('is still delivered: the digest, retries of webhooks, but no second mail about a disabled webhook', async () => {
    const { mails, posted, putAside, deadLetters } = world.cloud.services;
    await world.cloud.settle();
    expect(mails.map(({ recipient, about }) => [recipient, about.slice(0, 4)])).toEqual([[RECIPIENT, 'dig_']]);
    expect(mails[0]?.subject).toContain('38 submissions');
    expect(posted.filter(({ url }) => String(url) === `${HOOK}sound`)).toHaveLength(5);
    expect([...putAside, ...deadLetters.messages]).toEqual([]);
  });

  test('is updated, learned from and deleted', async () => {
    const updates: [name: string, params: Record<string, string>, json: object][] = [
      ['updateEndpoint', { id: names.own }, { name: 'Renamed' }],
      ['updateEndpoint', { id: names.closed }, { isEnabled: true }],
      ['updateSubmission', { endpointId: names.own, id: names.spam }, { isSpam: false }],
      ['updateWebhook', { id: names.gone }, { isEnabled: true }],
      ['updateKey', { id: names.keyId }, { name: 'Renamed' }],
    ];
    for (const [name, params, json] of updates)
      expect(await world.call(name, params, json)).toMatchObject({ status: 200, json });
    await world.cloud.settle();
    const spam = stored(world.cloud).find(({ SK }) => SK === `SUB#${names.spam}`);
    expect(spam).toMatchObject({ learnedAs: 'ham' });
    for (const id of [names.own, names.other, names.closed])
      expect(await world.call('deleteEndpoint', { id })).toMatchObject({ status: 200 });
    await world.cloud.settle();
    const left = [...new Set(stored(world.cloud).map(kindOf))].filter(
      (kind) => kind && !('namesEndpoint' in ITEM_KINDS[kind]),
    );
    expect(left.toSorted()).toEqual(['audit entry', 'key', 'key of a workspace', 'workspace']);
  });
});

/** The attributes of an item or message with their types, such as `attempts.at: string`. */
function attributesOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string' && value.startsWith('{"'))
    return [`${path}: string`, ...attributesOf(JSON.parse(value), path)];
  if (Array.isArray(value)) return [`${path}: list`, ...value.flatMap((each) => attributesOf(each, path))];
  if (ArrayBuffer.isView(value)) return [`${path}: binary`];
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([name, each]) =>
    attributesOf(each, `${path} ${/^[a-z]{3}_/.test(name) ? '<id>' : name}`),
  );
}
const attributesByKind = (items: readonly Item[]) =>
  new Set(items.flatMap((item) => attributesOf(item, `${kindOf(item)}:`)));

test('items and messages have the attributes and types of 0.1.0', async () => {
  const world = await storeAllKinds();
  const written = attributesByKind(stored(world.cloud));
  const released = attributesByKind(ITEMS);
  expect([...released].filter((each) => !written.has(each))).toEqual([]);
  const nameOf = (attribute: string) => attribute.slice(0, attribute.lastIndexOf(':'));
  const known = new Set([...released].map(nameOf));
  const changed = [...written].filter((each) => !released.has(each) && known.has(nameOf(each)));
  // Compressed, which 0.1.0 cannot read.
  expect(changed).toEqual(['submission: data: binary']);
  const messages = Object.entries(world.cloud.services.queues).flatMap(([queue, { messages }]) =>
    messages.flatMap(({ body }) => attributesOf(body, `${queue}:`)),
  );
  const before = RELEASE.messages.flatMap(({ queue, body }) => attributesOf(body, `${queue}:`));
  expect(before.filter((each) => !messages.includes(each))).toEqual([]);
});
