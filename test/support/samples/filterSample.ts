import { inflateRawSync } from 'node:zlib';
import type { Labelled } from './filterTrials.ts';

/** Stands for the parts of features that belong to all parts. */
const EVERY_PART = 255;

/**
 * Texts as hashes of their features: for each text its kind and number of features, then the sorted hashes as
 * differences with their parts, in 16 bits, compressed.
 */
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
