import { createHash } from 'node:crypto';
import { StorageUnavailable } from '../storage/failures.ts';
import { attachmentNamed } from './fileName.ts';
import type { BucketAnswer, SignedRequests } from './signedRequests.ts';

/** What S3 holds of an upload. */
export interface FoundUpload {
  bytes: number;
  /** Identifies exactly this content. */
  etag: string;
  /** As the upload was declared. */
  type: string;
  name: string;
  field: string;
  /** The first bytes. */
  start: Buffer;
}

/** What a presigned address lets its holder send. */
export interface AllowedUpload {
  key: string;
  bytes: number;
  type: string;
  name: string;
  field: string;
}

/** Where a browser puts an upload, and with which headers. */
export interface UploadAddress {
  url: string;
  headers: Record<string, string>;
}

/** Bytes of an object: from one position up to another. */
export interface Range {
  from: number;
  to: number;
}

/** What is asked for is not there any more, or not as it was. */
export class ObjectChanged extends Error {
  constructor() {
    super('the object is gone or was changed');
    this.name = 'ObjectChanged';
  }
}

const READ_TIMEOUT_MS = 2_000;
const WRITE_TIMEOUT_MS = 4_000;
/** S3 copies 100 MB within a second or two. */
const COPY_TIMEOUT_MS = 8_000;
/** Objects that one request lists or removes, by S3's limit. */
const REMOVED_AT_ONCE = 1_000;
/** Whatever a file is: no browser is to show or run it. */
const STORED_TYPE = 'application/octet-stream';
const NAME_HEADER = 'x-amz-meta-name';
const FIELD_HEADER = 'x-amz-meta-field';

/** The bucket of files. Keys come from `objectKeys.ts`. */
export class FileBucket {
  readonly #requests: SignedRequests;

  constructor(requests: SignedRequests) {
    this.#requests = requests;
  }

  /** Stores an object. @throws StorageUnavailable */
  async put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { 'content-type': STORED_TYPE };
    requireSuccess(await this.#requests.send({ method: 'PUT', key, headers, body, timeoutMs: WRITE_TIMEOUT_MS }));
  }

  /** An upload and its first bytes; undefined if there is none. @throws StorageUnavailable */
  async findUpload(key: string, first: number): Promise<FoundUpload | undefined> {
    const headers = { range: rangeOf({ from: 0, to: first }) };
    const answer = await this.#requests.send({ method: 'GET', key, headers, timeoutMs: READ_TIMEOUT_MS });
    if (isMissing(answer)) return undefined;
    const found = requireSuccess(answer);
    return {
      bytes: Number(found.headers.get('content-range')?.split('/')[1]),
      etag: found.headers.get('etag') ?? '',
      type: found.headers.get('content-type') ?? '',
      name: decodeURIComponent(found.headers.get(NAME_HEADER) ?? ''),
      field: decodeURIComponent(found.headers.get(FIELD_HEADER) ?? ''),
      start: found.body,
    };
  }

  /** Bytes of an object. @throws ObjectChanged, StorageUnavailable */
  async read(key: string, range: Range, etag: string): Promise<Buffer> {
    const headers = { range: rangeOf(range), 'if-match': etag };
    const answer = await this.#requests.send({ method: 'GET', key, headers, timeoutMs: READ_TIMEOUT_MS });
    if (isMissing(answer)) throw new ObjectChanged();
    return requireSuccess(answer).body;
  }

  /** Copies an object without what is told of it, if its content is still the same. @throws ObjectChanged, StorageUnavailable */
  async copy(from: string, to: string, etag: string): Promise<void> {
    const headers = {
      'content-type': STORED_TYPE,
      'x-amz-copy-source': `/${this.#requests.bucket}/${from}`,
      'x-amz-copy-source-if-match': etag,
      'x-amz-metadata-directive': 'REPLACE',
    };
    const answer = await this.#requests.send({ method: 'PUT', key: to, headers, timeoutMs: COPY_TIMEOUT_MS });
    if (isMissing(answer)) throw new ObjectChanged();
    // A copy that fails on the way is an error in the body of a success.
    if (requireSuccess(answer).body.includes('<Error>')) throw new StorageUnavailable(new Error('the copy failed'));
  }

  /** Deletes an object, if it is there. @throws StorageUnavailable */
  async remove(key: string): Promise<void> {
    requireSuccess(await this.#requests.send({ method: 'DELETE', key, timeoutMs: WRITE_TIMEOUT_MS }));
  }

  /**
   * Removes the objects whose keys start so, for as long as `mayContinue` says. May be repeated and interrupted.
   * @returns how many were removed, and whether some are left
   * @throws StorageUnavailable
   */
  async removeAll(prefix: string, mayContinue: () => boolean): Promise<{ removed: number; left: boolean }> {
    let removed = 0;
    while (mayContinue()) {
      const keys = await this.#list(prefix);
      if (keys.length === 0) return { removed, left: false };
      await this.#remove(keys);
      removed += keys.length;
    }
    return { removed, left: true };
  }

  /** The address at which an object opens, as an attachment with this name. */
  addressOf(key: string, name: string, validS: number, now: Date): Promise<string> {
    const query = { 'response-content-disposition': attachmentNamed(name), 'response-content-type': STORED_TYPE };
    return this.#requests.presign({ method: 'GET', key, query }, validS, now);
  }

  /**
   * The address that takes exactly this upload, once. The signature also covers the number of bytes, which the client sends
   * as `Content-Length`.
   * S3 answers 412 once there is an object (Amazon S3, "How to prevent object overwrites with conditional writes").
   */
  async uploadAddress(upload: AllowedUpload, validS: number, now: Date): Promise<UploadAddress> {
    const headers = {
      'Content-Type': upload.type,
      'If-None-Match': '*',
      [NAME_HEADER]: encodeURIComponent(upload.name),
      [FIELD_HEADER]: encodeURIComponent(upload.field),
    };
    const signed = { ...headers, 'Content-Length': String(upload.bytes) };
    const url = await this.#requests.presign({ method: 'PUT', key: upload.key, headers: signed }, validS, now);
    return { url, headers };
  }

  async #list(prefix: string): Promise<string[]> {
    const query = { 'list-type': '2', prefix, 'max-keys': String(REMOVED_AT_ONCE) };
    const answer = await this.#requests.send({ method: 'GET', key: '', query, timeoutMs: READ_TIMEOUT_MS });
    // Our keys have no character that XML writes in another way.
    const [, ...listed] = requireSuccess(answer).body.toString().split('<Key>');
    return listed.map(untilTag);
  }

  async #remove(keys: readonly string[]): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`;
    const checksum = createHash('sha256').update(body).digest('base64');
    const answer = await this.#requests.send({
      method: 'POST',
      key: '',
      query: { delete: '' },
      headers: { 'content-type': 'application/xml', 'x-amz-checksum-sha256': checksum },
      body,
      timeoutMs: WRITE_TIMEOUT_MS,
    });
    // Quietly it tells of those that could not be removed alone.
    if (requireSuccess(answer).body.includes('<Error>'))
      throw new StorageUnavailable(new Error('some were not removed'));
  }
}

const rangeOf = ({ from, to }: Range): string => `bytes=${from}-${to - 1}`;

/** Whoever may not list a bucket is refused what is not there; 412 and 416 say that it is not as it was. */
const isMissing = ({ status }: BucketAnswer): boolean => [403, 404, 412, 416].includes(status);

function requireSuccess(answer: BucketAnswer): BucketAnswer {
  if (answer.status >= 300) throw new Error(`S3 refused: ${answer.status} ${codeIn(answer)}`);
  return answer;
}

/** Longer than any code of S3's. */
const CODE_LENGTH_MAX = 60;

/** S3's own word for what is wrong, which names nothing of the request. */
const codeIn = ({ body }: BucketAnswer): string => {
  const [, code = ''] = body.toString().split('<Code>');
  return untilTag(code).slice(0, CODE_LENGTH_MAX);
};

/** The text before the next tag. */
const untilTag = (text: string): string => text.split('<', 1)[0] ?? '';
