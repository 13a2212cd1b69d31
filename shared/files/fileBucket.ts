import { createHash } from 'node:crypto';
import { s3Location } from '../runtime/environment.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import { attachmentNamed } from './fileName.ts';
import { type BucketConnection, type BucketResponse, SignedRequests, UNENCODED } from './signedRequests.ts';

interface Upload {
  bytes: number;
  type: string;
  name: string;
  field: string;
}

interface FoundUpload extends Upload {
  etag: string;
  start: Buffer;
}

/** The upload that a presigned URL allows. */
interface AllowedUpload extends Upload {
  key: string;
}

export interface UploadUrl {
  url: string;
  headers: Record<string, string>;
}

export interface ObjectRange {
  from: number;
  to: number;
}

export class ObjectChanged extends Error {
  constructor() {
    super('the object is gone or has changed');
    this.name = 'ObjectChanged';
  }
}

const READ_TIMEOUT_MS = 2_000;
const WRITE_TIMEOUT_MS = 4_000;
/** S3 copies 100 MB within a second or two. */
const COPY_TIMEOUT_MS = 8_000;
/** S3's limit for objects per list or delete request. */
const REMOVED_AT_ONCE = 1_000;
/** Browsers must never render or run a file, so all are stored with this type. */
const STORED_TYPE = 'application/octet-stream';
const NAME_HEADER = 'x-amz-meta-name';
const FIELD_HEADER = 'x-amz-meta-field';

export class FileBucket {
  readonly #requests: SignedRequests;

  constructor(connection: BucketConnection) {
    this.#requests = new SignedRequests(connection);
  }

  static named(bucket: string): FileBucket {
    return new FileBucket({ bucket, ...s3Location() });
  }

  /** @throws StorageUnavailable */
  async put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { 'content-type': STORED_TYPE };
    requireSuccess(await this.#requests.send({ method: 'PUT', key, headers, body, timeoutMs: WRITE_TIMEOUT_MS }));
  }

  /** Reads an upload's properties and first bytes; undefined if there is none. @throws EncodedObject, StorageUnavailable */
  async findUpload(key: string, first: number): Promise<FoundUpload | undefined> {
    const response = await this.#get(key, { from: 0, to: first });
    if (isMissing(response)) return undefined;
    const found = requireSuccess(response);
    return {
      bytes: Number(found.headers.get('content-range')?.split('/')[1]),
      etag: found.headers.get('etag') ?? '',
      type: found.headers.get('content-type') ?? '',
      name: decodeURIComponent(found.headers.get(NAME_HEADER) ?? ''),
      field: decodeURIComponent(found.headers.get(FIELD_HEADER) ?? ''),
      start: found.body,
    };
  }

  async read(key: string, range: ObjectRange, etag: string): Promise<Buffer> {
    const response = await this.#get(key, range, { 'if-match': etag });
    if (isMissing(response)) throw new ObjectChanged();
    return requireSuccess(response).body;
  }

  #get(key: string, { from, to }: ObjectRange, conditions: Record<string, string> = {}): Promise<BucketResponse> {
    const headers = { range: `bytes=${from}-${to - 1}`, ...conditions };
    return this.#requests.send({ method: 'GET', key, headers, timeoutMs: READ_TIMEOUT_MS, bytesMax: to - from });
  }

  /**
   * Copies an object without its metadata, provided its ETag still matches. @throws ObjectChanged, StorageUnavailable
   */
  async copy(from: string, to: string, etag: string): Promise<void> {
    const headers = {
      'content-type': STORED_TYPE,
      'x-amz-copy-source': `/${this.#requests.bucket}/${from}`,
      'x-amz-copy-source-if-match': etag,
      'x-amz-metadata-directive': 'REPLACE',
    };
    const response = await this.#requests.send({ method: 'PUT', key: to, headers, timeoutMs: COPY_TIMEOUT_MS });
    if (isMissing(response)) throw new ObjectChanged();
    // A copy that fails halfway gets a 200 with an error in the body.
    if (requireSuccess(response).body.includes('<Error>')) throw new StorageUnavailable(new Error('the copy failed'));
  }

  async remove(key: string): Promise<void> {
    requireSuccess(await this.#requests.send({ method: 'DELETE', key, timeoutMs: WRITE_TIMEOUT_MS }));
  }

  /**
   * Removes the objects with this key prefix while `mayContinue` returns true. Idempotent; may be interrupted.
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

  downloadUrl(key: string, name: string, validS: number, now: Date): Promise<string> {
    const query = { 'response-content-disposition': attachmentNamed(name), 'response-content-type': STORED_TYPE };
    return this.#requests.presign({ method: 'GET', key, query }, validS, now);
  }

  /**
   * Presigned URL that accepts exactly this upload, once. The signature also covers the `Content-Length`. S3 responds with
   * 412 if the object already exists (Amazon S3, "How to prevent object overwrites with conditional writes").
   */
  async uploadUrl(upload: AllowedUpload, validS: number, now: Date): Promise<UploadUrl> {
    const headers = {
      'Content-Type': upload.type,
      'Content-Encoding': UNENCODED,
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
    const response = await this.#requests.send({ method: 'GET', key: '', query, timeoutMs: READ_TIMEOUT_MS });
    // Our keys contain no character that XML escapes.
    const [, ...listed] = requireSuccess(response).body.toString().split('<Key>');
    return listed.map(untilTag);
  }

  async #remove(keys: readonly string[]): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`;
    const checksum = createHash('sha256').update(body).digest('base64');
    const response = await this.#requests.send({
      method: 'POST',
      key: '',
      query: { delete: '' },
      headers: { 'content-type': 'application/xml', 'x-amz-checksum-sha256': checksum },
      body,
      timeoutMs: WRITE_TIMEOUT_MS,
    });
    // In quiet mode, the response lists only the objects that could not be removed.
    if (requireSuccess(response).body.includes('<Error>'))
      throw new StorageUnavailable(new Error('some objects were not removed'));
  }
}

/** Without ListBucket permission, S3 responds with 403 for a missing object; 412 and 416 mean that it changed. */
const isMissing = ({ status }: BucketResponse): boolean => [403, 404, 412, 416].includes(status);

function requireSuccess(response: BucketResponse): BucketResponse {
  if (response.status >= 300) throw new Error(`S3 rejected the request: ${response.status} ${codeIn(response)}`);
  return response;
}

const CODE_LENGTH_MAX = 60;

/** S3's error code, which reveals nothing about the request. */
const codeIn = ({ body }: BucketResponse): string => {
  const [, code = ''] = body.toString().split('<Code>');
  return untilTag(code).slice(0, CODE_LENGTH_MAX);
};

const untilTag = (text: string): string => text.split('<', 1)[0] ?? '';
