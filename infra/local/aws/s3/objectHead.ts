import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as z from 'zod';

/** What S3 keeps of an object, or of one version of it, beside its bytes. */
const ObjectHead = z.object({
  key: z.string(),
  /** Bytes. */
  size: z.number(),
  /** MD5 in hexadecimal. */
  etag: z.string(),
  /** Milliseconds since 1970. */
  lastModified: z.number(),
  /** `content-type` and what else comes back with the object, by names in lower case. */
  headers: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
  /** Only in a bucket with versions. */
  versionId: z.string().optional(),
  /** The object was deleted: this version has no bytes. */
  isDeleteMarker: z.boolean().optional(),
});
export type ObjectHead = z.output<typeof ObjectHead>;

/** The length of a head stands at the end of its object's file, in so many bytes. */
const LENGTH_BYTES = 4;

/** What follows an object's bytes in its file: its head as JSON, then the length of that. */
export function trailerOf(head: ObjectHead): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([text, length]);
}

/** The head in an object's file; undefined when it cannot be read: the file stays, and the output names it. */
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
