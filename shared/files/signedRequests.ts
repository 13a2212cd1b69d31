import { createHash, createHmac } from 'node:crypto';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentityProvider, HttpRequest } from '@smithy/types';
import { readBody } from '../runtime/readBody.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';

export interface BucketConnection {
  bucket: string;
  region: string;
  /** Set for a local stand-in of Amazon S3, which takes the bucket's name as the first path segment. */
  endpoint?: string | undefined;
  credentials?: AwsCredentialIdentityProvider;
}

export interface BucketRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  timeoutMs: number;
  bytesMax?: number;
}

export interface BucketResponse {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** Attempts at a request that times out or fails with a server error. All requests are idempotent. */
const ATTEMPTS_MAX = 3;
const FIRST_WAIT_MS = 50;
/** Longer than S3's list of 1,000 of our keys, and its errors. */
const BODY_BYTES_MAX = 1_000_000;
/** The only `Content-Encoding` that objects may have. */
export const UNENCODED = 'identity';

/** The object was stored with a `Content-Encoding`: `fetch` would decompress it. */
export class EncodedObject extends Error {
  constructor() {
    super('the object has a Content-Encoding');
    this.name = 'EncodedObject';
  }
}

/**
 * Sends signed requests to Amazon S3, using the AWS SDK's signer and the platform's HTTP. The SDK's S3 client is five
 * times as large as the whole function that receives forms.
 */
export class SignedRequests {
  readonly bucket: string;
  readonly #base: URL;
  readonly #signer: SignatureV4;

  constructor({ bucket, region, endpoint, credentials = fromEnv() }: BucketConnection) {
    this.bucket = bucket;
    this.#base = new URL(
      endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com/` : `${endpoint}/${bucket}/`,
    );
    this.#signer = new SignatureV4({
      service: 's3',
      region,
      credentials,
      sha256: Sha256,
      uriEscapePath: false,
      applyChecksum: true,
    });
  }

  /**
   * Sends a request with retries.
   * @returns the response, unless it is a server error
   * @throws StorageUnavailable when S3 throttles, fails, does not respond or sends too much; EncodedObject
   */
  async send(request: BucketRequest): Promise<BucketResponse> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(request);
      } catch (error) {
        if (error instanceof EncodedObject) throw error;
        if (attempt === ATTEMPTS_MAX) throw new StorageUnavailable(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_WAIT_MS * 2 ** attempt));
      }
    }
  }

  /**
   * A presigned URL, valid for a while for anyone who has it. S3 refuses requests whose headers differ from these. It
   * accepts standard headers that are not signed (Amazon S3, "Authenticating Requests: Using Query Parameters").
   */
  async presign(
    request: Omit<BucketRequest, 'body' | 'timeoutMs'>,
    validS: number,
    signingDate: Date,
  ): Promise<string> {
    // A presigned URL does not cover the body.
    const headers = { ...request.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const signed = await this.#signer.presign(this.#httpRequest({ ...request, headers }), {
      expiresIn: validS,
      signingDate,
      // Metadata is personal data: in headers, it stays out of access logs, which contain URLs.
      unhoistableHeaders: new Set(Object.keys(request.headers ?? {})),
    });
    return urlOf(signed);
  }

  async #sendOnce({ timeoutMs, bytesMax = BODY_BYTES_MAX, ...request }: BucketRequest): Promise<BucketResponse> {
    const signed = await this.#signer.sign(this.#httpRequest(request));
    const { host: _, ...headers } = signed.headers;
    const response = await fetch(urlOf(signed), {
      method: signed.method,
      headers,
      body: request.body ?? null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if ((response.headers.get('content-encoding') ?? UNENCODED) !== UNENCODED) {
      await response.body?.cancel();
      throw new EncodedObject();
    }
    const body = await readBody(response, response.ok ? bytesMax : BODY_BYTES_MAX);
    if (response.status >= 500 || response.status === 429) throw new Error(`S3 responded with ${response.status}`);
    return { status: response.status, headers: response.headers, body };
  }

  #httpRequest({ method, key, query = {}, headers = {}, body }: Omit<BucketRequest, 'timeoutMs'>): HttpRequest {
    const { protocol, hostname, port, host, pathname } = this.#base;
    return {
      method,
      protocol,
      hostname,
      ...(port !== '' && { port: Number(port) }),
      path: pathname + key,
      query,
      headers: { host, ...headers },
      body,
    };
  }
}

/** The URL exactly as signed: every character is percent-encoded except unreserved ones. */
function urlOf({ protocol, hostname, port, path, query = {} }: HttpRequest): string {
  const search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&');
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search && `?${search}`}`;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The platform's SHA-256 with the interface that the signer requires. */
class Sha256 {
  readonly #hash: { update(data: Uint8Array): unknown; digest(): Buffer };

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', Buffer.from(secret as Uint8Array));
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  /** Required by the interface; no hash is reused. */
  reset(): void {}
}
