import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ID_PREFIX } from '../../contract/ids.ts';
import { toBase62 } from '../table/base62.ts';

/** What a secret is of: a key, or a member's session, which is a key too. */
export type SecretKind = 'key' | 'session';
const PREFIX: Record<SecretKind, string> = { key: 'fbk_', session: 'fbs_' };
const PREFIX_LENGTH = 4;
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SECRET_LENGTH = PREFIX_LENGTH + RANDOM_LENGTH + CHECKSUM_LENGTH;
const SECRET_PATTERN = /^fb[ks]_[0-9A-Za-z]+$/;
/** 22 base62 digits are 131 bits: as unique as a random UUID. */
const ID_DIGITS = 22;

const checksumOf = (random: string): string => toBase62(BigInt(crc32(random)), CHECKSUM_LENGTH);

/** A new secret: `fbk_` or `fbs_`, 30 random base62 characters (178 bits), 6 of their CRC32. */
export function newSecret(kind: SecretKind): string {
  let random = '';
  for (let i = 0; i < RANDOM_LENGTH; i++) random += toBase62(BigInt(randomInt(62)), 1);
  return PREFIX[kind] + random + checksumOf(random);
}

export const newKeySecret = (): string => newSecret('key');

/** True if the format and checksum are valid; needs no read. */
export function isWellFormedSecret(text: string): boolean {
  if (text.length !== SECRET_LENGTH || !SECRET_PATTERN.test(text)) return false;
  return checksumOf(text.slice(PREFIX_LENGTH, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** The well-formed secret in a header `Authorization`, if any; needs no read. */
export function secretOf(authorization = ''): string | undefined {
  const [, secret = ''] = /^bearer +(\S+)$/i.exec(authorization.trim()) ?? [];
  return isWellFormedSecret(secret) ? secret : undefined;
}

/** SHA-256 of a secret in hexadecimal, the only form in which it is stored. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * The id of the key or session with this secret: a fingerprint of its hash. So one read finds it by id or by secret, and
 * neither reveals the secret (178 random bits).
 */
export const keyIdOf = (secretHash: string, kind: SecretKind = 'key'): string =>
  `${ID_PREFIX[kind]}_${toBase62(BigInt(`0x${secretHash}`), 43).slice(0, ID_DIGITS)}`;

/** The hash of a well-formed secret, and the id that follows from it. */
export function identityOf(secret: string): { id: string; hash: string } {
  const hash = hashSecret(secret);
  return { id: keyIdOf(hash, secret.startsWith(PREFIX.session) ? 'session' : 'key'), hash };
}

/** Compares two SHA-256 hashes in constant time. */
export const sameHash = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
