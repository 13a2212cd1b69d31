import { createHash, createHmac } from 'node:crypto';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentityProvider, HttpRequest } from '@smithy/types';
import { StorageUnavailable } from '../storage/failures.ts';

/** Where the bucket is, and as whom it is asked. */
export interface BucketAddress {
  /** Name of the bucket. */
  bucket: string;
  region: string;
  /** Of a service that stands in for Amazon S3; the bucket's name begins its paths. */
  endpoint?: string | undefined;
  credentials?: AwsCredentialIdentityProvider;
}

/** A request about the bucket, or about an object in it. */
export interface BucketRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  /** How long one attempt may take. */
  timeoutMs: number;
}

/** What S3 answered: the body is read. */
export interface BucketAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** Attempts at a request that S3 does not answer, or answers with an error of its own. All that is sent may be repeated. */
const ATTEMPTS_MAX = 3;
const FIRST_WAIT_MS = 50;

/**
 * Requests to Amazon S3, signed with the AWS SDK's signer and sent by the platform. The SDK's client for S3 is five times as
 * large as all of the function that receives forms.
 */
export class SignedRequests {
  readonly bucket: string;
  readonly #base: URL;
  readonly #signer: SignatureV4;

  constructor({ bucket, region, endpoint, credentials = fromEnv() }: BucketAddress) {
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
   * Sends a request, repeatedly if need be.
   * @returns the answer, unless that is an error of S3's own
   * @throws StorageUnavailable when S3 throttles, fails or does not answer
   */
  async send(request: BucketRequest): Promise<BucketAnswer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(request);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw new StorageUnavailable(error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_WAIT_MS * 2 ** attempt));
      }
    }
  }

  /**
   * An address that permits one request for a while to anyone who has it. S3 refuses the request unless it has each of the
   * headers with exactly this value.
   */
  async presign(
    request: Omit<BucketRequest, 'body' | 'timeoutMs'>,
    validS: number,
    signingDate: Date,
  ): Promise<string> {
    // An address says nothing of a body (Amazon S3, "Authenticating Requests: Using Query Parameters").
    const headers = { ...request.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const signed = await this.#signer.presign(this.#httpRequest({ ...request, headers }), {
      expiresIn: validS,
      signingDate,
      // Metadata is personal data: as headers it stays out of access logs, which have addresses.
      unhoistableHeaders: new Set(Object.keys(request.headers ?? {})),
    });
    return addressOf(signed);
  }

  async #sendOnce({ timeoutMs, ...request }: BucketRequest): Promise<BucketAnswer> {
    const signed = await this.#signer.sign(this.#httpRequest(request));
    const { host: _, ...headers } = signed.headers;
    const response = await fetch(addressOf(signed), {
      method: signed.method,
      headers,
      body: request.body ?? null,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status >= 500 || response.status === 429) throw new Error(`S3 answered ${response.status}`);
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

/** As it was signed: every character but the unreserved ones is percent-encoded. */
function addressOf({ protocol, hostname, port, path, query = {} }: HttpRequest): string {
  const search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&');
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search && `?${search}`}`;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** SHA-256 of the platform, as the signer takes it. */
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
  /** Nothing repeats a hash. */
  reset(): void {}
}
