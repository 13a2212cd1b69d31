import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { SUBMISSION_BYTES_MAX } from '../contract/limits.ts';
import type { SubmissionData } from '../contract/schemas/submission.ts';
import { itemBytes, writeUnitsOf } from './itemBytes.ts';
import type { Item } from './table.ts';

/** A submission's data as stored: JSON, or compressed JSON where that saves a write unit. */
export const StoredData = z.union([z.string(), z.instanceof(Uint8Array)]);
export type StoredData = z.output<typeof StoredData>;

/** Only 10 and 11 compress text further, by a sixth, in 30 times the processor time (50 µs for 2 kB). */
const QUALITY = 5;
/** Logarithm of a window that covers the largest submission. */
const WINDOW_BITS = 16;
const PARAMETERS = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
};

/** @param item the submission's other attributes */
export function withData<T extends Item>(item: T, json: string): T & { data: StoredData } {
  const whole = { ...item, data: json };
  const bytes = itemBytes(whole);
  if (writeUnitsOf(bytes) === 1) return whole;
  const compressed = { ...item, data: brotliCompressSync(json, { params: PARAMETERS }) };
  return writeUnitsOf(itemBytes(compressed)) < writeUnitsOf(bytes) ? compressed : whole;
}

/** @throws SyntaxError for data that is not what `withData` stores */
export function dataOf(stored: StoredData): SubmissionData {
  return JSON.parse(typeof stored === 'string' ? stored : decompressed(stored));
}

function decompressed(bytes: Uint8Array): string {
  try {
    return brotliDecompressSync(bytes, { maxOutputLength: SUBMISSION_BYTES_MAX }).toString();
  } catch (error) {
    throw new SyntaxError('the data cannot be decompressed', { cause: error });
  }
}
