import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Labelled } from './filterTrials.ts';

/** The filter's maximum number of buckets: more bits of a hash would not matter. */
const BUCKETS = 8_192;

/** Represents the parts of features that belong to all of them. */
const EVERY_PART = 255;

/**
 * Texts as hashes of their features: for each text its kind and number of features, then the sorted hashes as
 * differences with their parts, in 16 bits, compressed.
 */
export function packSample(texts: readonly Labelled[]): Uint8Array {
  const numbers = texts.flatMap(({ isSpam, features }) => {
    const hashed = features.map(({ hash, parts }) => ({ hash: hash % BUCKETS, parts: parts ?? EVERY_PART }));
    const sorted = hashed.sort((one, other) => one.hash - other.hash);
    const differences = sorted.map(({ hash }, index) => hash - (sorted[index - 1]?.hash ?? 0));
    return [Number(isSpam), sorted.length, ...differences, ...sorted.map(({ parts }) => parts)];
  });
  const planes = [numbers.map((number) => number >> 8), numbers.map((number) => number & 255)];
  return deflateRawSync(Uint8Array.from(planes.flat()), { level: 9 });
}

export function unpackSample(bytes: Uint8Array): Labelled[] {
  const planes = inflateRawSync(bytes);
  const half = planes.length / 2;
  const numbers = Array.from({ length: half }, (_, index) => (planes[index] ?? 0) * 256 + (planes[half + index] ?? 0));
  const texts: Labelled[] = [];
  for (let place = 0; place < half; ) {
    const [isSpam, length = 0] = numbers.slice(place, place + 2);
    let hash = 0;
    const partsOfAll = numbers.slice(place + 2 + length, place + 2 + 2 * length);
    const features = numbers.slice(place + 2, place + 2 + length).map((difference, index) => {
      hash += difference;
      const parts = partsOfAll[index];
      return { hash, label: '', ...(parts !== EVERY_PART && { parts }) };
    });
    texts.push({ isSpam: isSpam === 1, features });
    place += 2 + 2 * length;
  }
  return texts;
}
