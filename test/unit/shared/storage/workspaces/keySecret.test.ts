import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ID_PATTERN, isId } from '../../../../../shared/contract/ids.ts';
import {
  hashSecret,
  isWellFormedSecret,
  keyIdOf,
  newKeySecret,
  sameHash,
} from '../../../../../shared/storage/workspaces/keySecret.ts';

const replaceAt = (text: string, position: number, character: string): string =>
  text.slice(0, position) + character + text.slice(position + 1);

describe('a secret', () => {
  test('is fbk_, 30 characters and 6 of checksum, all base62, and fits the pattern of identifiers', () => {
    for (let i = 0; i < 200; i++) {
      const secret = newKeySecret();
      expect(secret).toMatch(/^fbk_[0-9A-Za-z]{36}$/);
      expect(secret).toMatch(ID_PATTERN);
      expect(isWellFormedSecret(secret)).toBe(true);
    }
  });

  test('is always different, and uses every digit', () => {
    const secrets = Array.from({ length: 500 }, newKeySecret);
    expect(new Set(secrets).size).toBe(500);
    expect(new Set(secrets.join('').replaceAll('fbk_', '')).size).toBe(62);
  });

  test('has a checksum: CRC32 in base62', () => {
    // zlib's CRC-32 of thirty zeros is 2,011,552,642.
    const random = '0'.repeat(30);
    expect(isWellFormedSecret(`fbk_${random}2C8GjS`)).toBe(true);
    expect(isWellFormedSecret(`fbk_${random}000000`)).toBe(false);
  });

  test('with any changed character is rejected without a read', () => {
    const secret = newKeySecret();
    for (let position = 4; position < secret.length; position++) {
      const changed = replaceAt(secret, position, secret[position] === 'x' ? 'y' : 'x');
      expect({ position, taken: isWellFormedSecret(changed) }).toEqual({ position, taken: false });
    }
  });

  test('in another format is rejected', () => {
    const secret = newKeySecret();
    const others = [
      '',
      secret.slice(4),
      secret.slice(0, -1),
      `${secret}0`,
      ` ${secret}`,
      `${secret}\n`,
      secret.replace('fbk_', 'FBK_'),
      secret.replace('fbk_', 'key_'),
      replaceAt(secret, 10, '-'),
      replaceAt(secret, 10, 'ä'),
    ];
    expect(others.filter(isWellFormedSecret)).toEqual([]);
  });
});

describe('the stored form of a secret', () => {
  test('is its SHA-256', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashSecret('ä')).toBe(createHash('sha256').update('ä', 'utf8').digest('hex'));
  });

  test('determines its key’s id, which is unique', () => {
    const hashes = Array.from({ length: 500 }, () => hashSecret(newKeySecret()));
    const ids = hashes.map((hash) => keyIdOf(hash));
    expect(ids.filter((id) => !isId('key', id))).toEqual([]);
    expect(new Set(ids).size).toBe(500);
    expect(hashes.map((hash) => keyIdOf(hash))).toEqual(ids);
  });

  test.each(['0'.repeat(64), 'f'.repeat(64), `${'0'.repeat(63)}1`])(
    'makes an id of full length from the hash %s',
    (hash) => {
      expect(isId('key', keyIdOf(hash))).toBe(true);
    },
  );

  test('is compared as a whole', () => {
    const hash = hashSecret('abc');
    expect(sameHash(hash, hashSecret('abc'))).toBe(true);
    expect(sameHash(hash, replaceAt(hash, 63, hash[63] === '0' ? '1' : '0'))).toBe(false);
    expect(sameHash(hash, replaceAt(hash, 0, hash[0] === '0' ? '1' : '0'))).toBe(false);
  });
});
