import type { Kind } from '../storage/learnedFilters.ts';

/** What a filter has learned: how many marks of each kind, and for each bucket how many of their features fell into it. */
export interface Learned {
  marks: Record<Kind, number>;
  /** As many as there are buckets: a power of two. A feature's bucket is its hash modulo that. */
  counts: Record<Kind, Uint32Array>;
}

/** With key and names the item stays below 4 kB, which one read unit pays for. */
const STATE_BYTES_MAX = 3_800;
const BUCKETS_AT_FIRST = 8_192;
/** A state of another version, whose features had other hashes, is forgotten. */
const VERSION = 1;
const MARKS_ORDER = 6;
const ORDER_MAX = 15;
const KINDS = ['spam', 'ham'] as const;

const nothing = (buckets: number): Learned => ({
  marks: { spam: 0, ham: 0 },
  counts: { spam: new Uint32Array(buckets), ham: new Uint32Array(buckets) },
});

/**
 * A state as bytes, 3,800 at most. Where the counts need more, pairs of buckets become one: what comes out is what would
 * have been learned with half of the buckets from the beginning. So every mark can still be taken back exactly, however
 * many there were; only words are told apart less well. With texts of 1,000 characters there are half of the buckets
 * after about 100 marks of each kind, a quarter after 250, and an eighth after more than 1,300.
 */
export function encode(learned: Learned): Uint8Array {
  const bits = new BitWriter();
  for (const kind of KINDS) bits.write(learned.marks[kind], MARKS_ORDER);
  for (const kind of KINDS) {
    const order = bestOrder(learned.counts[kind]);
    bits.write(order, 0);
    for (const count of learned.counts[kind]) bits.write(count, order);
  }
  const bytes = Uint8Array.from([VERSION, Math.log2(learned.counts.spam.length), ...bits.bytes()]);
  return bytes.length <= STATE_BYTES_MAX ? bytes : encode(halved(learned));
}

/** What `encode` made; nothing learned for undefined, and for bytes that this version did not write. Never throws. */
export function decode(bytes: Uint8Array | undefined): Learned {
  const buckets = 2 ** (bytes?.[1] ?? 0);
  if (bytes?.[0] !== VERSION || buckets > BUCKETS_AT_FIRST) return nothing(BUCKETS_AT_FIRST);
  const learned = nothing(buckets);
  const bits = new BitReader(bytes, 2);
  for (const kind of KINDS) learned.marks[kind] = bits.read(MARKS_ORDER);
  for (const kind of KINDS) {
    const order = bits.read(0);
    for (let bucket = 0; bucket < learned.counts[kind].length; bucket++)
      learned.counts[kind][bucket] = bits.read(order);
  }
  return learned;
}

/** The hash modulo half as many buckets puts these two together. */
function halved({ marks, counts }: Learned): Learned {
  const half = counts.spam.length / 2;
  const merge = (all: Uint32Array) => all.slice(0, half).map((count, bucket) => count + (all[half + bucket] ?? 0));
  return { marks, counts: { spam: merge(counts.spam), ham: merge(counts.ham) } };
}

function bestOrder(counts: Uint32Array): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const lengths = Array.from({ length: ORDER_MAX + 1 }, (_, order) =>
    [...times].reduce((length, [count, many]) => length + many * codeLength(count, order), 0),
  );
  return lengths.indexOf(Math.min(...lengths));
}

/**
 * Exponential-Golomb codes (Teuhola, 1978) of an order: short for numbers below 2^order, never long. A number plus
 * 2^order in binary, after as many zeros as it has digits more than order + 1.
 */
const digitsOf = (number: number, order: number): number => 32 - Math.clz32(number + 2 ** order);
const codeLength = (number: number, order: number): number => 2 * digitsOf(number, order) - order - 1;

class BitWriter {
  readonly #bytes: number[] = [];
  #used = 0;

  write(number: number, order: number): void {
    const digits = digitsOf(number, order);
    for (let zeros = digits - order - 1; zeros > 0; zeros--) this.#bit(0);
    for (let digit = digits - 1; digit >= 0; digit--) this.#bit(((number + 2 ** order) >>> digit) & 1);
  }

  bytes(): readonly number[] {
    return this.#bytes;
  }

  #bit(bit: number): void {
    const place = this.#used++ & 7;
    if (place === 0) this.#bytes.push(0);
    if (bit === 1) this.#bytes[this.#bytes.length - 1] = (this.#bytes.at(-1) ?? 0) | (128 >> place);
  }
}

/** Past the end there are ones, which are the shortest codes. */
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
    return number - 2 ** order;
  }

  #bit(): number {
    const byte = this.#bytes[this.#next >> 3] ?? 255;
    return (byte >> (7 - (this.#next++ & 7))) & 1;
  }
}
