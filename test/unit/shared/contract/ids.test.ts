import { describe, expect, test } from '@jest/globals';
import { ID_PATTERN, isId } from '../../../../shared/contract/ids.ts';
import { newId } from '../../../../shared/runtime/newId.ts';

const KINDS = ['endpoint', 'submission', 'workspace'] as const;
const PREFIXES = { endpoint: 'enp_', submission: 'sub_', workspace: 'ws_' };

describe('newId', () => {
  test.each(KINDS)('of a %s has its prefix, matches the path pattern and is recognized as one', (kind) => {
    const id = newId(kind);
    expect(id.startsWith(PREFIXES[kind])).toBe(true);
    expect(id).toMatch(ID_PATTERN);
    expect(KINDS.filter((other) => isId(other, id))).toEqual([kind]);
  });

  test('sorts by the time of creation', () => {
    const times = [1, 1_000, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1, Date.UTC(9999, 0, 1)];
    const ids = times.map((time) => newId('submission', time));
    expect([...ids].reverse().sort()).toEqual(ids);
  });

  test('is never the same, also within one millisecond', () => {
    const time = Date.now();
    expect(new Set(Array.from({ length: 1_000 }, () => newId('submission', time))).size).toBe(1_000);
  });
});

describe('isId', () => {
  const id = newId('endpoint');
  test.each([
    '',
    'enp_',
    id.slice(0, -1),
    `${id}\n`,
    id.toLowerCase(),
    id.replace('enp_', 'sub_'),
    `${id.slice(0, -1)}I`,
    `${id.slice(0, -1)}#`,
  ])('rejects "%s" as an endpoint', (text) => {
    expect(isId('endpoint', text)).toBe(false);
  });

  test('recognizes a key by 22 base62 characters', () => {
    expect(isId('key', `key_${'aZ0'.repeat(7)}b`)).toBe(true);
    expect(isId('key', `key_${'a'.repeat(21)}`)).toBe(false);
    expect(isId('key', `key_${'a'.repeat(21)}-`)).toBe(false);
  });
});
