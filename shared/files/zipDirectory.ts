/**
 * Reads the central directory of a ZIP archive (PKWARE, "APPNOTE.TXT", 4.3 and 4.5). Rejects archives that two programs
 * could read differently: with trailing bytes, two end records, or contradictory numbers.
 */

export interface Archive {
  bytes: number;
  start: Buffer;
  /** Reads a byte range, end excluded. */
  read: (from: number, to: number) => Promise<Buffer>;
}

/** Limits for a directory: a large presentation has about 2,000 entries of 100 bytes. */
export const DIRECTORY_BYTES_MAX = 1_000_000;
export const ENTRIES_MAX = 10_000;

/** Record signatures, and record lengths without trailing text. */
const END = { bytes: 22 };
const END_SIGNATURE = Buffer.from('PK\u0005\u0006');
const ZIP64_LOCATOR = { signature: 0x07064b50, bytes: 20 };
const ZIP64_END = { signature: 0x06064b50, bytes: 56 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const FILE = { signature: 0x04034b50, bytes: 30 };
const COMMENT_BYTES_MAX = 65_535;
/** The most bytes that can follow a directory. */
export const TAIL_BYTES = ZIP64_END.bytes + ZIP64_LOCATOR.bytes + END.bytes + COMMENT_BYTES_MAX;
/** Marks a number that is stored in a ZIP64 record instead. */
const IN_ZIP64 = 0xffffffff;
const COUNT_IN_ZIP64 = 0xffff;
const ZIP64_EXTRA = 1;

/** The archive is broken, ambiguous, or has a directory above the limit. */
export class UnreadableArchive extends Error {}

interface Piece {
  from: number;
  content: Buffer;
}

/** Location of the directory according to an end record, which must directly follow it. */
interface Extent {
  entries: number;
  bytes: number;
  from: number;
}

/**
 * Returns the bytes of the directory. Costs one read of at most 65,633 bytes, and another of at most 1,000,000 if the
 * directory starts earlier.
 * @throws UnreadableArchive
 */
export async function readDirectory(archive: Archive): Promise<Buffer> {
  const from = Math.max(0, archive.bytes - TAIL_BYTES);
  const tail = { from, content: await archive.read(from, archive.bytes) };
  const extent = extentIn(tail);
  if (extent.bytes > DIRECTORY_BYTES_MAX || extent.entries > ENTRIES_MAX)
    throw new UnreadableArchive('too many entries');
  const end = extent.from + extent.bytes;
  const directory = extent.from >= from ? sliceOf(tail, extent.from, end) : await archive.read(extent.from, end);
  checkEntries(directory, extent, archive.start);
  return directory;
}

function extentIn(tail: Piece): Extent {
  const { content } = tail;
  const at = endRecordIn(content);
  requireThat(content.readUInt32LE(at + 4) === 0, 'more than one disk');
  const [here, entries] = [content.readUInt16LE(at + 8), content.readUInt16LE(at + 10)];
  const extent = { entries, bytes: content.readUInt32LE(at + 12), from: content.readUInt32LE(at + 16) };
  requireThat(here === entries, 'contradictory numbers of entries');
  const zip64 = zip64ExtentIn(tail, at);
  const found = zip64 ? agreed(extent, zip64) : extent;
  const end = tail.from + at - (zip64 ? ZIP64_LOCATOR.bytes + ZIP64_END.bytes : 0);
  requireThat(found.from + found.bytes === end, 'the directory is not where the end record points');
  return found;
}

/** Offset of the end record: it must be the last one, and the only one whose comment ends with the archive. */
function endRecordIn(content: Buffer): number {
  const last = content.lastIndexOf(END_SIGNATURE);
  requireThat(isEndRecord(content, last), 'no end record, or bytes after it');
  // Archives nested in this one have end records of their own, but before its directory.
  for (let at = content.indexOf(END_SIGNATURE); at < last; at = content.indexOf(END_SIGNATURE, at + 1))
    requireThat(!isEndRecord(content, at), 'two ends');
  return last;
}

function isEndRecord(content: Buffer, at: number): boolean {
  const commentAt = at + END.bytes;
  return at >= 0 && commentAt <= content.length && commentAt + content.readUInt16LE(at + 20) === content.length;
}

/** The ZIP64 end record, if any; its locator sits directly between it and the end record. */
function zip64ExtentIn({ from, content }: Piece, endAt: number): Extent | undefined {
  const locatorAt = endAt - ZIP64_LOCATOR.bytes;
  if (locatorAt < 0 || content.readUInt32LE(locatorAt) !== ZIP64_LOCATOR.signature) return undefined;
  const at = locatorAt - ZIP64_END.bytes;
  requireThat(at >= 0 && content.readUInt32LE(at) === ZIP64_END.signature, 'no ZIP64 end record');
  requireThat(
    Number(content.readBigUInt64LE(locatorAt + 8)) === from + at,
    'the ZIP64 end record is not where its locator points',
  );
  requireThat(
    Number(content.readBigUInt64LE(at + 4)) === ZIP64_END.bytes - 12,
    'a ZIP64 end record with an unsupported length',
  );
  requireThat(
    content.readUInt32LE(locatorAt + 4) === 0 && content.readBigUInt64LE(at + 16) === 0n,
    'more than one disk',
  );
  const [here, entries, bytes, start] = [24, 32, 40, 48].map((each) => Number(content.readBigUInt64LE(at + each)));
  requireThat(here === entries, 'contradictory numbers of entries');
  return { entries: entries ?? 0, bytes: bytes ?? 0, from: start ?? 0 };
}

/** The ZIP64 numbers, which the end record must repeat where they fit. */
function agreed(extent: Extent, zip64: Extent): Extent {
  const isSame = (short: number, long: number, inZip64: number) => short === long || short === inZip64;
  const isAgreed =
    isSame(extent.entries, zip64.entries, COUNT_IN_ZIP64) &&
    isSame(extent.bytes, zip64.bytes, IN_ZIP64) &&
    isSame(extent.from, zip64.from, IN_ZIP64);
  requireThat(isAgreed, 'contradictory end records');
  return zip64;
}

/** Verifies the number of entries, and that local headers within `start` have the same names. */
function checkEntries(directory: Buffer, { entries, from }: Extent, start: Buffer): void {
  let [at, count] = [0, 0];
  for (; at < directory.length; count++) {
    requireThat(at + ENTRY.bytes <= directory.length && directory.readUInt32LE(at) === ENTRY.signature, 'no entry');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((each) => directory.readUInt16LE(at + each));
    const nameEnd = at + ENTRY.bytes + (nameBytes ?? 0);
    const extraEnd = nameEnd + (extraBytes ?? 0);
    const end = extraEnd + (commentBytes ?? 0);
    requireThat(end <= directory.length, 'a truncated entry');
    const fileAt = positionOf(directory.subarray(at, nameEnd), directory.subarray(nameEnd, extraEnd));
    requireThat(fileAt + FILE.bytes <= from, 'a file outside the archive');
    requireSameName(start, fileAt, directory.subarray(at + ENTRY.bytes, nameEnd));
    at = end;
  }
  requireThat(count === entries, 'a wrong number of entries');
}

/** Offset of an entry's local header, from its ZIP64 field if it does not fit into the entry. */
function positionOf(entry: Buffer, extra: Buffer): number {
  const position = entry.readUInt32LE(42);
  if (position !== IN_ZIP64) return position;
  const before = [20, 24].filter((at) => entry.readUInt32LE(at) === IN_ZIP64).length;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA) continue;
    const valueAt = at + 4 + 8 * before;
    requireThat(valueAt + 8 <= extra.length, 'a truncated ZIP64 field');
    return Number(extra.readBigUInt64LE(valueAt));
  }
  return fail('a missing ZIP64 field');
}

/** Some programs trust the name in the local header. It can only be compared where it is within the available start. */
function requireSameName(start: Buffer, at: number, name: Buffer): void {
  if (at + FILE.bytes > start.length) return;
  requireThat(start.readUInt32LE(at) === FILE.signature, 'no file where an entry points');
  const nameAt = at + FILE.bytes;
  const end = nameAt + start.readUInt16LE(at + 26);
  if (end <= start.length) requireThat(start.subarray(nameAt, end).equals(name), 'a file with two names');
}

const sliceOf = ({ from, content }: Piece, first: number, end: number): Buffer =>
  content.subarray(first - from, end - from);

function requireThat(isRight: boolean, what: string): void {
  if (!isRight) fail(what);
}

function fail(what: string): never {
  throw new UnreadableArchive(what);
}
