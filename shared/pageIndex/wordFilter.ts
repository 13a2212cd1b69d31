import { BOUNDARY } from '../spamFilter/text.ts';

/** 16 kB, the most that a filter costs to write and read. A filter of less text is smaller. */
const BITS_MAX = 2 ** 17;
/** A larger share of set bits excludes too little to pay for itself. */
const FULL = 0.7;
/** Scripts that write whole words in two characters. */
const FIRST_IDEOGRAPHIC = 0x2e80;
const BLANK = 0x20;
const BOUNDARY_CODE = BOUNDARY.charCodeAt(0);

/**
 * A Bloom filter of folded texts: it never excludes a text that contains a term. Searches find parts of words, so its
 * elements are each three and five characters in a row of a word, in ideographic scripts also two. They are hashed: the
 * filter cannot be read back. Of 1,024 messages of 900 bytes with English words, it excludes 83 % of the words that do not
 * occur in them but elsewhere, and nearly all others.
 */
export class WordFilter {
  readonly #bytes = new Uint8Array(BITS_MAX / 8);

  add(folded: string): void {
    setHashes(this.#bytes, hashesOf(folded));
  }

  get isFull(): boolean {
    return shareOf(this.#bytes) > FULL;
  }

  /** The smallest form that still excludes much: each half of the bits is laid over the other. */
  toBytes(): Uint8Array {
    let bytes = this.#bytes;
    for (;;) {
      const half = bytes.length / 2;
      const folded = bytes.slice(0, half).map((byte, i) => byte | (bytes[half + i] as number));
      if (half < 1 || shareOf(folded) > FULL / 2) return bytes;
      bytes = folded;
    }
  }
}

function setHashes(bytes: Uint8Array, hashes: readonly number[]): void {
  for (const hash of hashes) {
    const bit = hash % (8 * bytes.length);
    bytes[bit >> 3] = (bytes[bit >> 3] as number) | (1 << (bit & 7));
  }
}

/** A filter that also contains another text. It grows, by repeating its bits, while it would otherwise exclude too little. */
export function withHashes(bytes: Uint8Array, hashes: readonly number[]): Uint8Array<ArrayBuffer> {
  let grown = Uint8Array.from(bytes);
  let isDense = shareOf(bytes) > FULL / 2;
  while (grown.length < BITS_MAX / 8 && (isDense || hashes.length > grown.length)) {
    grown = Uint8Array.of(...grown, ...grown);
    isDense = false;
  }
  setHashes(grown, hashes);
  return grown;
}

const shareOf = (bytes: Uint8Array): number => {
  let set = 0;
  for (let byte of bytes) for (; byte !== 0; byte &= byte - 1) set++;
  return set / (8 * bytes.length);
};

/** True if texts with this filter may contain every term. Terms of fewer than three characters mostly exclude nothing. */
export const mayContain = (bytes: Uint8Array, terms: readonly (readonly number[])[]): boolean =>
  terms.every((hashes) =>
    hashes.every((hash) => {
      const bit = hash % (8 * bytes.length);
      return ((bytes[bit >> 3] as number) & (1 << (bit & 7))) !== 0;
    }),
  );

export function hashesOf(folded: string): number[] {
  const hashes: number[] = [];
  let run = 0;
  for (let i = 0; i < folded.length; i++) {
    const code = folded.charCodeAt(i);
    if (code <= BLANK || code === BOUNDARY_CODE) {
      run = 0;
      continue;
    }
    run++;
    if (run >= 2 && code >= FIRST_IDEOGRAPHIC) hashes.push(hashOf(folded, i - 1, i));
    if (run >= 3) hashes.push(hashOf(folded, i - 2, i));
    if (run >= 5) hashes.push(hashOf(folded, i - 4, i));
  }
  return hashes;
}

/** FNV-1a over UTF-16 code units, mixed once more, since folding uses the low bits only. */
function hashOf(text: string, first: number, last: number): number {
  let hash = 0x811c9dc5;
  for (let i = first; i <= last; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
