import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as z from 'zod';

/** Metadata of an object, or of one version of it. */
const ObjectHead = z.object({
  key: z.string(),
  /** Bytes. */
  size: z.number(),
  /** MD5 in hexadecimal. */
  etag: z.string(),
  /** Milliseconds since 1970. */
  lastModified: z.number(),
  /** Response headers stored with the object, by names in lower case. */
  headers: z.record(z.string(), z.string()),
  /** Only in a bucket with versions. */
  versionId: z.string().optional(),
  /** The object was deleted: this version has no bytes. */
  isDeleteMarker: z.boolean().optional(),
});
export type ObjectHead = z.output<typeof ObjectHead>;

/** The version header of a response; none for a bucket without versions. */
export const versionHeader = ({ versionId }: ObjectHead): Record<string, string> =>
  versionId === undefined ? {} : { 'x-amz-version-id': versionId };

/** Size of the length field at the end of an object's file. */
const LENGTH_BYTES = 4;

/** Follows the bytes in an object's file: metadata as JSON, then its length. */
export function trailerOf(head: ObjectHead): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([text, length]);
}

/** Reads the metadata in an object's file. An unreadable file stays, is reported, and returns undefined. */
export function readHead(file: string): ObjectHead | undefined {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const end = Buffer.alloc(LENGTH_BYTES);
    readSync(fd, end, 0, LENGTH_BYTES, size - LENGTH_BYTES);
    const text = Buffer.alloc(end.readUInt32BE());
    readSync(fd, text, 0, text.length, size - LENGTH_BYTES - text.length);
    return ObjectHead.parse(JSON.parse(text.toString()));
  } catch {
    console.error(`The object in ${file} cannot be read.`);
    return undefined;
  } finally {
    closeSync(fd);
  }
}
