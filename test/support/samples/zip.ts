import { crc32 } from 'node:zlib';

export interface ZipOptions {
  comment?: Buffer | string;
  isEncrypted?: boolean;
  isZip64?: boolean;
  /** Puts the numbers only into the ZIP64 end record, and positions of files only into ZIP64 fields. */
  onlyInZip64?: boolean;
  end?: { entries?: number; bytes?: number; from?: number };
  /** Names before the files that differ from those in the directory. */
  localNames?: Record<string, string>;
  content?: Buffer;
}

function numbers(...values: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((total, [bytes]) => total + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

const VERSION = 20;

/** A ZIP archive of stored files with these names, all with the same content (PKWARE, "APPNOTE.TXT", 4.3). */
export function zipOf(names: readonly string[], options: ZipOptions = {}): Buffer {
  const { comment = '', isEncrypted = false, localNames = {}, content = Buffer.from('x') } = options;
  const { onlyInZip64 = false, isZip64 = onlyInZip64 } = options;
  const flags = isEncrypted ? 1 : 0;
  const checksum = crc32(content);
  const about = numbers(
    [2, VERSION],
    [2, flags],
    [2, 0],
    [4, 0],
    [4, checksum],
    [4, content.length],
    [4, content.length],
  );
  const [atFile, atEntry] = [numbers([4, 0x04034b50]), numbers([4, 0x02014b50], [2, VERSION])];
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const [text, localText] = [Buffer.from(name), Buffer.from(localNames[name] ?? name)];
    const extra = onlyInZip64 ? numbers([2, 1], [2, 8], [8, at]) : Buffer.alloc(0);
    const position = onlyInZip64 ? 0xffffffff : at;
    const rest = numbers([2, text.length], [2, extra.length], [2, 0], [4, 0], [4, 0], [4, position]);
    entries.push(atEntry, about, rest, text, extra);
    files.push(atFile, about, numbers([2, localText.length], [2, 0]), localText, content);
    at += atFile.length + about.length + 4 + localText.length + content.length;
  }
  const directory = Buffer.concat(entries);
  const real = { entries: names.length, bytes: directory.length, from: at };
  const hidden = { entries: 0xffff, bytes: 0xffffffff, from: 0xffffffff };
  const end = { ...(onlyInZip64 ? hidden : real), ...options.end };
  const zip64 = numbers(
    ...(
      [
        [4, 0x06064b50],
        [8, 44],
        [2, VERSION],
        [2, VERSION],
        [8, 0],
      ] as const
    ).map((each) => [...each] as [4, number]),
    ...([real.entries, real.entries, real.bytes, real.from] as const).map((value): [8, number] => [8, value]),
    ...(
      [
        [4, 0x07064b50],
        [4, 0],
        [8, at + directory.length],
        [4, 1],
      ] as const
    ).map((each) => [...each] as [4, number]),
  );
  const last = numbers([4, 0x06054b50], [4, 0], [2, end.entries], [2, end.entries], [4, end.bytes], [4, end.from]);
  const text = Buffer.from(comment);
  return Buffer.concat([...files, directory, ...(isZip64 ? [zip64] : []), last, numbers([2, text.length]), text]);
}
