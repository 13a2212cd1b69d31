import { describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import { judgeFields } from '../../../../../shared/fields/judge.ts';
import { requireAllowedOrigin } from '../../../../../shared/receiving/origin.ts';
import { StoredEndpoint } from '../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { asStored, readEach, readStored, shownUnknown } from '../../../../../shared/storage/table/stored.ts';
import { StoredWebhook } from '../../../../../shared/storage/webhooks/storedWebhook.ts';

const Schema = z.object({
  id: z.string(),
  color: z._default(z.enum(['red']), 'red'),
  mode: z.optional(z.enum(['on'])),
  events: z.array(z.enum(['created'])),
  allowed: z.optional(z.array(z.string())),
  settings: z.optional(z.object({ kind: z.enum(['plain']), size: z.optional(z.number()) })),
  rules: z.optional(
    z.array(z.object({ type: z._default(z.enum(['text']), 'text'), options: z.optional(z.array(z.string())) })),
  ),
});
const KNOWN = { id: 'id_1', color: 'red', events: ['created'] } as const;

describe('readStored', () => {
  test.each<[what: string, stored: object, read: object, unknown: object]>([
    ['the default', { color: 'ultraviolet' }, {}, { color: 'ultraviolet' }],
    ['absence', { mode: 'half' }, {}, { mode: 'half' }],
    ['a list without the element', { events: ['created', 'archived'] }, {}, { events: ['archived'] }],
    ['a list without any', { events: [{ of: 1 }, 'archived'] }, { events: [] }, { events: [{ of: 1 }, 'archived'] }],
    ['no list, if that is its default', { allowed: ['a', { b: 1 }] }, {}, { allowed: ['a', { b: 1 }] }],
    [
      'an object without the part',
      { settings: { kind: 'plain', size: 'XL' } },
      { settings: { kind: 'plain' } },
      { 'settings.size': 'XL' },
    ],
    [
      'no object without a part that it needs',
      { settings: { kind: 'fancy', size: 1 } },
      {},
      { 'settings.kind': 'fancy' },
    ],
    [
      'the default within an element',
      { rules: [{ type: 'date' }] },
      { rules: [{ type: 'text' }] },
      { 'rules.0.type': 'date' },
    ],
    [
      'no constraint of which it knows a part',
      { rules: [{ type: 'text', options: ['a', 1] }] },
      { rules: [{ type: 'text' }] },
      { 'rules.0.options': ['a', 1] },
    ],
  ])('reads unknown values as %s', (_what, stored, read, unknown) => {
    const value = readStored(Schema, { ...KNOWN, ...stored });
    expect({ ...JSON.parse(JSON.stringify(value)) }).toEqual({ ...KNOWN, ...read });
    expect(shownUnknown(value, Schema).unknownSettings).toMatchObject(unknown);
  });

  test('keeps the item for conditions, also in copies, unchanged', () => {
    const item = { ...KNOWN, color: 'ultraviolet', later: true };
    const before = structuredClone(item);
    const value = { ...readStored(Schema, item) };
    expect(asStored(value)).toBe(item);
    expect(item).toEqual(before);
    expect(Object.keys(value)).not.toContain('later');
    expect(asStored(readStored(Schema, KNOWN))).toEqual(KNOWN);
    expect(shownUnknown(readStored(Schema, KNOWN), Schema)).toEqual({});
  });

  test('shows only fields of the response', () => {
    const value = readStored(Schema, { ...KNOWN, color: 'ultraviolet', mode: 'half' });
    expect(shownUnknown(value, z.pick(Schema, { color: true }))).toEqual({ unknownSettings: { color: 'ultraviolet' } });
  });

  test('shows no value that may be a credential', () => {
    const Captcha = z.pick(StoredEndpoint, { captcha: true });
    const shown = (captcha: unknown) => shownUnknown(readStored(Captcha, { captcha }), Captcha).unknownSettings;
    expect(shown({ kind: 'newest', secret: 'S3cret' })).toEqual({ captcha: '…' });
    expect(shown('S3cret')).toEqual({ captcha: '…' });
    expect(shown({ provider: 'altcha', siteKey: { secret: 'S3cret' } })).toEqual({ 'captcha.siteKey': '…' });
    expect(shown({ provider: 'newest', siteKey: 'public' })).toEqual({ 'captcha.provider': 'newest' });
    const Names = z.pick(StoredWebhook, { headerNames: true });
    const headers = readStored(Names, { headerNames: [{ name: 'Authorization', value: 'S3cret' }] });
    expect(shownUnknown(headers, Names).unknownSettings).toEqual({ headerNames: '…' });
  });

  test('parses a few times, however much is unknown', () => {
    const type = 'newest';
    const rules = Array.from({ length: 2_000 }, () => ({ type, options: [1] }));
    const events = Array.from({ length: 2_000 }, (_, of) => (of % 2 ? 'created' : { of }));
    const parse = jest.spyOn(Schema, 'safeParse');
    const value = readStored(Schema, { ...KNOWN, rules, events });
    expect(parse.mock.calls.length).toBeLessThan(5);
    parse.mockRestore();
    expect(value.rules).toEqual(rules.map(() => ({ type: 'text' })));
    expect(value.events).toEqual(events.filter((event) => event === 'created'));
    expect(shownUnknown(value, Schema).unknownSettings).toMatchObject({
      'rules.1999.type': type,
      events: events.filter((event) => event !== 'created'),
    });
  });

  test('removes a list element with two problems only once', () => {
    const Lists = z.object({ all: z.array(z.object({ a: z.string(), b: z.string() })) });
    const sound = { a: 'a', b: 'b' };
    expect(readStored(Lists, { all: [sound, { a: 1, b: 2 }, {}, sound] })).toMatchObject({ all: [sound, sound] });
  });

  test('rejects a missing value without a default', () => {
    expect(() => readStored(Schema, { ...KNOWN, id: 1 })).toThrow(expect.objectContaining({ name: '$ZodError' }));
    expect(() => readStored(Schema, {})).toThrow(expect.objectContaining({ name: '$ZodError' }));
  });
});

test('readEach skips unreadable items and logs their keys without addresses', () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue(undefined);
  const broken = { PK: 'DELIVERY#mail#enp_1', SK: 'sub_1#Jo #1@example.com' };
  const { read, unreadable } = readEach([{ PK: 'A', SK: '1', ...KNOWN }, broken], (item) => readStored(Schema, item));
  expect(read).toHaveLength(1);
  expect(unreadable).toEqual([broken]);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ PK: broken.PK, SK: 'sub_1#…' }));
  logged.mockRestore();
});

describe('an endpoint', () => {
  const IDS = { id: 'enp_1', workspaceId: 'ws_1' };

  test('needs only its ids to receive submissions', () => {
    expect(readStored(StoredEndpoint, IDS)).toEqual({
      ...IDS,
      slug: '',
      name: '',
      isEnabled: true,
      emailNotifications: true,
      targetEmails: [],
      icon: 'file',
      color: 'gray',
    });
  });

  test('keeps its addresses next to an item of another type', () => {
    const { targetEmails } = readStored(StoredEndpoint, { ...IDS, targetEmails: ['a@example.com', { to: 'b' }] });
    expect(targetEmails).toEqual(['a@example.com']);
  });

  test('accepts any value in a field of an unknown type', () => {
    const rule = { name: 'grid', type: 'matrix', required: true, maxLength: 1 };
    const { fields = [] } = readStored(StoredEndpoint, { ...IDS, fields: [rule] });
    const sent = { data: { grid: ['1 2', { of: 3 }] }, files: [] };
    expect(judgeFields({ fields, unknownFields: 'refuse' }, sent)).toEqual([]);
  });

  test('with a pattern of a newer version accepts every origin', () => {
    const headers = { origin: 'https://shop.example.com' };
    const requireFor = (allowedOrigins: string[]) => () => requireAllowedOrigin({ allowedOrigins }, headers);
    expect(requireFor(['https://example.com'])).toThrow();
    expect(requireFor(['https://*.example.com'])).not.toThrow();
  });
});
