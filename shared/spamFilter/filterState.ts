import type { Kind } from '../storage/filter/learning.ts';

/**
 * A filter's knowledge: the number of spam marks per class, and for each bucket how many of their features hashed
 * to it.
 */
export interface Learned {
  marks: Record<Kind, number>;
  /**
   * One counter per bucket; the number of buckets is a power of two. A feature's bucket is its hash modulo that number.
   */
  counts: Record<Kind, Uint32Array>;
}

/** With key and names, the item stays below 4 kB, which costs one read unit. */
const STATE_BYTES_MAX = 3_700;
const BUCKETS_AT_FIRST = 8_192;
/** A state with another version is discarded, because its features had other hashes. */
const VERSION = 1;
const HEADER_BYTES = 2;
const MARKS_ORDER = 6;
const ORDER_MAX = 15;
const KINDS = ['spam', 'ham'] as const;

const nothing = (buckets: number): Learned => ({
  marks: { spam: 0, ham: 0 },
  counts: { spam: new Uint32Array(buckets), ham: new Uint32Array(buckets) },
});

/**
 * Encodes a state in at most 3,700 bytes. If the counts need more, it merges pairs of buckets; the result equals what
 * would have been learned with half the buckets from the start. So every spam mark can still be undone exactly; only
 * words are told apart less well. With texts of 1,000 characters, half of the buckets remain after about 100 marks of
 * each class, a quarter after 250, and an eighth after more than 1,300.
 */
export function encode(learned: Learned): Uint8Array {
  const { marks, counts } = learned;
  const codes = { spam: bestCode(counts.spam), ham: bestCode(counts.ham) };
  const bits = KINDS.reduce(
    (sum, kind) => sum + codeLength(marks[kind], MARKS_ORDER) + codeLength(codes[kind].order, 0) + codes[kind].bits,
    0,
  );
  const size = HEADER_BYTES + Math.ceil(bits / 8);
  if (size > STATE_BYTES_MAX) return encode(halved(learned));
  const bytes = new Uint8Array(size);
  bytes.set([VERSION, Math.log2(counts.spam.length)]);
  const writer = new BitWriter(bytes, HEADER_BYTES);
  for (const kind of KINDS) writer.write(marks[kind], MARKS_ORDER);
  for (const kind of KINDS) {
    const { order } = codes[kind];
    writer.write(order, 0);
    for (const count of counts[kind]) writer.write(count, order);
  }
  return bytes;
}

/** Decodes a state; returns an empty one for undefined and for other versions. Never throws. */
export function decode(bytes: Uint8Array | undefined): Learned {
  const buckets = 2 ** (bytes?.[1] ?? 0);
  if (bytes?.[0] !== VERSION || buckets > BUCKETS_AT_FIRST) return nothing(BUCKETS_AT_FIRST);
  const learned = nothing(buckets);
  const bits = new BitReader(bytes, HEADER_BYTES);
  for (const kind of KINDS) learned.marks[kind] = bits.read(MARKS_ORDER);
  for (const kind of KINDS) {
    const order = bits.read(0);
    const counts = learned.counts[kind];
    for (let bucket = 0; bucket < counts.length; bucket++) counts[bucket] = bits.read(order);
  }
  return learned;
}

/** With half as many buckets, the hash modulo maps these two to the same one. */
function halved({ marks, counts }: Learned): Learned {
  const half = counts.spam.length / 2;
  const merge = (all: Uint32Array) => all.slice(0, half).map((count, bucket) => count + (all[half + bucket] ?? 0));
  return { marks, counts: { spam: merge(counts.spam), ham: merge(counts.ham) } };
}

/** The order with the shortest codes for these counts, and their total length. */
function bestCode(counts: Uint32Array): { order: number; bits: number } {
  // Most counts are zero.
  const others = counts.filter((count) => count > 0);
  const times = new Map([[0, counts.length - others.length]]);
  for (const count of others) times.set(count, (times.get(count) ?? 0) + 1);
  const lengths = Array.from({ length: ORDER_MAX + 1 }, (_, order) =>
    [...times].reduce((length, [count, many]) => length + many * codeLength(count, order), 0),
  );
  const bits = Math.min(...lengths);
  return { order: lengths.indexOf(bits), bits };
}

/**
 * Exponential-Golomb codes (Teuhola, 1978): short for numbers below 2^order, never long. A code is the number plus
 * 2^order in binary, preceded by as many zeros as it has digits more than order + 1.
 */
const digitsOf = (number: number, order: number): number => 32 - Math.clz32(number + (1 << order));
const codeLength = (number: number, order: number): number => 2 * digitsOf(number, order) - order - 1;

class BitWriter {
  readonly #bytes: Uint8Array;
  #next: number;

  /** @param bytes zeros, enough for everything that is written */
  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#next = from * 8;
  }

  write(number: number, order: number): void {
    const digits = digitsOf(number, order);
    this.#next += digits - order - 1;
    this.#append(number + (1 << order), digits);
  }

  /** Appends an unsigned 32-bit number byte by byte. */
  #append(number: number, digits: number): void {
    for (let left = digits; left > 0; ) {
      const free = 8 - (this.#next & 7);
      const taken = Math.min(free, left);
      left -= taken;
      const bits = (number >>> left) & ((1 << taken) - 1);
      const place = this.#next >> 3;
      this.#bytes[place] = (this.#bytes[place] ?? 0) | (bits << (free - taken));
      this.#next += taken;
    }
  }
}

/** Reads ones past the end, which decode as the shortest codes. */
class BitReader {
  readonly #bytes: Uint8Array;
  #next: number;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#next = from * 8;
  }

  read(order: number): number {
    let digits = order + 1;
    while (this.#bit() === 0) digits++;
    let number = 1;
    for (let digit = 1; digit < digits; digit++) number = number * 2 + this.#bit();
    return number - (1 << order);
  }

  #bit(): number {
    const byte = this.#bytes[this.#next >> 3] ?? 255;
    return (byte >> (7 - (this.#next++ & 7))) & 1;
  }
}
