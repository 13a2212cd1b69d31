import { createServer } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { LOCAL } from '../../../../infra/localService/template.ts';
import { close, listen } from '../../../../local/http/ports.ts';
import { FileBucket } from '../../../../shared/files/fileBucket.ts';
import { FileReceiver } from '../../../../shared/files/fileReceiver.ts';
import { uploadKey } from '../../../../shared/files/objectKeys.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { BUCKET, startS3 } from '../../../support/cloud/localS3.ts';
import { ofSuite } from '../../../support/jest/ofSuite.ts';
import { type ZipOptions, zipOf } from '../../../support/samples/zip.ts';

const s3 = ofSuite(startS3);

const endpointId = newId('endpoint');
const SETTINGS = { maxCount: 5, maxBytes: 100_000_000, types: ['application/*'] };

function newReceiver(endpoint = s3.endpoint): FileReceiver {
  const credentials = async () => s3.credentials('keeper');
  const bucket = new FileBucket({ bucket: BUCKET, region: LOCAL.region, endpoint, credentials });
  return new FileReceiver({ bucket, removeUnlessStored: async () => {}, isScanned: false });
}

/** The type of a file sent with its form, or why it is rejected. */
const ofForm = (name: string, content: Buffer): Promise<string> => {
  const files = [{ field: 'file', name, type: '', content: Buffer.from(content) }];
  return outcomeOf(newReceiver().accept(endpointId, SETTINGS, { files, uploadIds: [] }));
};

async function ofUpload(name: string, content: Buffer, ContentEncoding?: string): Promise<string> {
  const id = newId('upload');
  const Metadata = { name, field: 'file' };
  const Key = uploadKey(endpointId, id);
  const command = new PutObjectCommand({ Bucket: BUCKET, Key, Body: content, Metadata, ContentEncoding });
  await s3.as('operator').send(command);
  return outcomeOf(newReceiver().accept(endpointId, SETTINGS, { files: [], uploadIds: [id] }));
}

const outcomeOf = (accepted: Promise<{ type: string }[]>): Promise<string> =>
  accepted.then(
    ([file]) => file?.type ?? '',
    (error) => `${error.status} ${error.message}`,
  );

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const SLIDES = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const DOCUMENT = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];
const MACROS = [...DOCUMENT, 'word/vbaProject.bin'];
const others = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `ppt/media/a-picture-of-something-${index}.png`);
/** Archives with long directories, the second longer than allowed. */
const LONG = zipOf([...DOCUMENT, ...others(9_000)]);
const TOO_LONG = zipOf(others(10_001));
const SOME_BYTES = Buffer.alloc(100, 'x');
const NEVER = 'has a type that is never accepted';

test.each([
  [[100], 0, ''],
  [[100, 101], 0, '413 A file has 101 bytes; this form accepts at most 100 per file.'],
  [[1, 1, 1], 0, '400 This form accepts at most 2 files.'],
  [[1], 2, '400 This form accepts at most 2 files.'],
])(
  'accepts files of %j bytes and %i uploads within the limits of the form only: "%s"',
  async (sizes, uploads, error) => {
    const files = sizes.map((size) => ({ field: 'file', name: 'a.txt', type: '', content: Buffer.alloc(size, 'x') }));
    const uploadIds = Array.from({ length: uploads }, () => newId('upload'));
    const settings = { maxCount: 2, maxBytes: 100, types: ['text/*'] };
    const outcome = await outcomeOf(newReceiver().accept(endpointId, settings, { files, uploadIds }));
    expect(outcome).toBe(error || 'text/plain');
  },
);

test('schedules the removal of files before it stores any', async () => {
  const calls: string[] = [];
  const receiver = new FileReceiver({
    bucket: { put: async (key: string) => void calls.push(`put ${key.split('/').at(-1)}`) } as never,
    removeUnlessStored: async (_endpointId, _submissionId, ids) => void calls.push(`remove ${ids}`),
    isScanned: false,
  });
  const file = { field: 'a', name: 'a.txt', type: 'text/plain', bytes: 1, source: Buffer.from('x') };
  const [stored] = await receiver.store(endpointId, newId('submission'), [file]);
  expect(calls).toEqual([`remove ${stored?.id}`, `put ${stored?.id}`]);
});

describe.each([
  ['comes with its form', ofForm],
  ['was uploaded before', ofUpload],
])('a document that %s', (_how, outcome) => {
  test.each<[string, readonly string[], ZipOptions]>([
    ['', MACROS, {}],
    ['behind a comment of 64 kB', MACROS, { comment: Buffer.alloc(65_535, 'c') }],
    ['before 1,200 entries', [...MACROS, ...others(1_200)], { content: SOME_BYTES }],
    ['among 9,000 entries', [...others(4_000), ...MACROS, ...others(5_000)], { content: SOME_BYTES }],
    ['in an archive of ZIP64', MACROS, { onlyInZip64: true, comment: Buffer.alloc(65_535, 'c') }],
    ['with another separator', [...DOCUMENT, 'xl\\macrosheets\\sheet1.xml'], {}],
  ])('is rejected with macros %s', async (_where, names, options) => {
    // Bytes before the names move them out of the part that is read first.
    const content = zipOf(names, { content: Buffer.alloc(5_000, 'x'), ...options });
    expect(await outcome('cv.docx', content)).toContain(`415 The file "cv.docx" ${NEVER}`);
  });

  test('without macros is accepted: with a comment, with many entries, with an embedded document', async () => {
    const comment = Buffer.alloc(65_535, 'c');
    expect(await outcome('cv.docx', zipOf(DOCUMENT, { comment }))).toBe(WORD);
    expect(await outcome('talk.pptx', LONG)).toBe(SLIDES);
    expect(await outcome('cv.docx', zipOf(DOCUMENT, { content: zipOf(DOCUMENT) }))).toBe(WORD);
  });

  test('is rejected if its directory cannot be checked', async () => {
    expect(await outcome('all.zip', TOO_LONG)).toMatch(
      /^415 The file "all\.zip" is an archive that cannot be checked: too many entries/,
    );
  });
});

test.each<[string, Buffer, number]>([
  ['an ordinary document', zipOf(DOCUMENT), 2],
  ['a document with a long directory', LONG, 3],
])('the upload of %s needs few reads of S3', async (_what, archive, reads) => {
  s3.usage.reset();
  await ofUpload('cv.docx', archive);
  expect(s3.usage.toJSON().keeper?.s3).toEqual({ GetObject: reads });
});

/** Decoded, the content is a picture; as stored, it is not. */
const PICTURE = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), SOME_BYTES]);

test.each<[string, Buffer]>([
  ['gzip', gzipSync(PICTURE)],
  ['br', brotliCompressSync(PICTURE)],
  ['deflate', deflateSync(PICTURE)],
  // The start of a frame: Node.js 20 cannot compress it.
  ['zstd', Buffer.from('28b52ffd2000', 'hex')],
  ['gzip, br', brotliCompressSync(gzipSync(PICTURE))],
  ['gzip, identity', gzipSync(PICTURE)],
  ['unknown', PICTURE],
])('refuses an upload stored with the encoding %s, and reads it once', async (encoding, content) => {
  s3.usage.reset();
  expect(await ofUpload('a.png', content, encoding)).toMatch(/^415 An uploaded file has a Content-Encoding/);
  expect(s3.usage.toJSON().keeper?.s3).toEqual({ GetObject: 1 });
});

test('reads nothing beyond the requested range', async () => {
  let sent = 0;
  const chunk = Buffer.alloc(65_536);
  const endless = createServer((_incoming, outgoing) => {
    outgoing.writeHead(206, { 'Content-Range': 'bytes 0-4095/5000' });
    const more = () => {
      while (!outgoing.destroyed && outgoing.write(chunk)) sent += chunk.length;
    };
    outgoing.on('drain', more);
    more();
  });
  const endpoint = await listen(endless, 0);
  const uploads = { files: [], uploadIds: [newId('upload')] };
  await expect(newReceiver(endpoint).accept(endpointId, SETTINGS, uploads)).rejects.toThrow('throttled or slow');
  await close(endless);
  expect(sent).toBeLessThan(50_000_000);
});
