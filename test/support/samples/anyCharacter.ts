import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };
const CODE_POINT_MAX = 0x10_ffff;

/**
 * Any character except surrogates. fast-check's `unit: 'binary'` would build a table of a million characters per test
 * file, which takes a second.
 */
export const anyCharacter = fc
  .nat(CODE_POINT_MAX - SURROGATES.count)
  .map((place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count), placeOf);

function placeOf(character: unknown): number {
  const code = typeof character === 'string' && [...character].length === 1 ? character.codePointAt(0) : undefined;
  if (code === undefined || !String(character).isWellFormed()) throw new Error('It is no such character.');
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}
