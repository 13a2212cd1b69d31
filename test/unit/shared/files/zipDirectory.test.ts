import { describe, expect, test } from '@jest/globals';
import {
  type Archive,
  DIRECTORY_BYTES_MAX,
  ENTRIES_MAX,
  readDirectory,
  TAIL_BYTES,
  UnreadableArchive,
} from '../../../../shared/files/zipDirectory.ts';
import { type ZipOptions, zipOf } from '../../../support/samples/zip.ts';

const NAMES = ['[Content_Types].xml', 'word/document.xml'];

/** An archive of which only the first bytes are available, and the lengths of the reads. */
function archiveOf(content: Buffer, startBytes = 4_096): Archive & { reads: number[] } {
  const reads: number[] = [];
  const read = async (from: number, to: number) => {
    reads.push(to - from);
    return content.subarray(from, to);
  };
  return { bytes: content.length, start: content.subarray(0, startBytes), read, reads };
}

const namesIn = async (content: Buffer): Promise<string> =>
  (await readDirectory(archiveOf(content))).toString('latin1');

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `ppt/media/image${index}.png`);

describe('the directory of an archive', () => {
  test.each<[string, ZipOptions]>([
    ['an ordinary one', {}],
    ['one with a comment as long as they get', { comment: Buffer.alloc(65_535, 'c') }],
    ['one with a ZIP64 end', { isZip64: true }],
    ['one with a ZIP64 end and the longest comment', { isZip64: true, comment: Buffer.alloc(65_535, 'c') }],
    ['one whose numbers are in its ZIP64 end alone', { onlyInZip64: true }],
    ['one of encrypted files', { isEncrypted: true }],
    ['one that holds another, stored as it is', { content: zipOf(['inner.txt']) }],
    ['one with names that are not ASCII', { localNames: {} }],
  ])('is read: %s', async (_what, options) => {
    const text = await namesIn(zipOf([...NAMES, '履歴書.xml'], options));
    for (const name of NAMES) expect(text).toContain(name);
  });

  test('of an empty archive is read', async () => {
    expect(await namesIn(zipOf([]))).toBe('');
  });

  test('is read together with the end if near, separately otherwise', async () => {
    const near = archiveOf(zipOf(NAMES));
    await readDirectory(near);
    expect(near.reads).toEqual([near.bytes]);
    const far = archiveOf(zipOf(many(5_000)));
    expect((await readDirectory(far)).length).toBeGreaterThan(TAIL_BYTES);
    expect(far.reads).toEqual([TAIL_BYTES, expect.any(Number)]);
  });

  test('is read up to its limits', async () => {
    expect((await readDirectory(archiveOf(zipOf(many(ENTRIES_MAX))))).length).toBeLessThan(DIRECTORY_BYTES_MAX);
    const tooMany = archiveOf(zipOf(many(ENTRIES_MAX + 1)));
    await expect(readDirectory(tooMany)).rejects.toThrow('too many entries');
    const tooLarge = archiveOf(zipOf([...Array(20).keys()].map((index) => `${index}`.padEnd(60_000, 'n'))));
    await expect(readDirectory(tooLarge)).rejects.toThrow('too many entries');
    expect([tooMany.reads, tooLarge.reads]).toEqual([[TAIL_BYTES], [TAIL_BYTES]]);
  });

  const honest = zipOf(NAMES);
  /** An archive in another one's comment, which readers that search from the front find instead. */
  const behind = zipOf(['word/vbaProject.bin'], { comment: zipOf([]) });
  test.each<[string, Buffer]>([
    ['bytes after the end', Buffer.concat([honest, Buffer.from('x')])],
    ['bytes before the beginning', Buffer.concat([Buffer.alloc(100), honest])],
    ['no end', honest.subarray(0, -22)],
    ['half an end', honest.subarray(0, -1)],
    ['an end in the comment of the end', behind],
    ['the beginning of an end in the comment', zipOf(NAMES, { comment: 'PK\u0005\u0006' })],
    ['a directory outside of the file', zipOf(NAMES, { end: { from: 1_000_000 } })],
    ['a directory that begins later', zipOf(NAMES, { end: { from: 200, bytes: 1 } })],
    ['a smaller directory', zipOf(NAMES, { end: { bytes: 40 } })],
    ['fewer entries than there are', zipOf(NAMES, { end: { entries: 1 } })],
    ['more entries than there are', zipOf(NAMES, { end: { entries: 3 } })],
    ['two ends that disagree', zipOf(NAMES, { isZip64: true, end: { entries: 1 } })],
    ['numbers for a ZIP64 end that is not there', zipOf(NAMES, { end: { entries: 0xffff, from: 0xffffffff } })],
    ['another name before a file', zipOf(NAMES, { localNames: { 'word/document.xml': 'word/vbaProject.bin' } })],
    ['the same with ZIP64', zipOf(NAMES, { onlyInZip64: true, localNames: { 'word/document.xml': 'word/x' } })],
    ['nothing at all', Buffer.from('PK')],
  ])('is refused with %s', async (_what, content) => {
    await expect(readDirectory(archiveOf(content))).rejects.toThrow(UnreadableArchive);
  });

  test('is read or rejected, without other errors, after any changed byte', async () => {
    for (const options of [{}, { isZip64: true }, { onlyInZip64: true }]) {
      const content = zipOf(NAMES, options);
      for (let at = 0; at < content.length; at++) {
        for (const value of [0, 1, 0x7f, 0xff]) {
          const changed = Buffer.from(content);
          changed[at] = value;
          await readDirectory(archiveOf(changed)).catch((error) => expect(error).toBeInstanceOf(UnreadableArchive));
        }
      }
      for (let length = 0; length < content.length; length++) {
        await expect(readDirectory(archiveOf(content.subarray(0, length)))).rejects.toThrow(UnreadableArchive);
      }
    }
  });
});
