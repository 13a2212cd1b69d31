import type { Call } from '../../functions/policy.ts';
import { S3Error } from './s3Error.ts';
import {
  ALGORITHM,
  type CredentialScope,
  canonicalRequest,
  isSameSignature,
  parseCredential,
  parseTimestamp,
  signatureOf,
  stringToSign,
} from './signatureV4.ts';

export interface S3Caller {
  /** The function's name, or `operator`. */
  name: string;
  secretAccessKey: string;
  allows: (call: Call) => boolean;
}

export type FindCaller = (accessKeyId: string) => S3Caller | undefined;

export interface RequestToAuthenticate {
  method: string;
  /** Decoded. */
  path: string;
  /** Decoded. */
  query: [name: string, value: string][];
  headers: Record<string, string | undefined>;
}

export interface AuthenticationContext {
  findCaller: FindCaller;
  /** Milliseconds since 1970. */
  now: number;
  region: string;
}

export interface Authenticated {
  caller: S3Caller;
  /** The signed hash of the body; undefined for a presigned URL, which has none. */
  payloadHash: string | undefined;
}

const SKEW_MAX_MS = 15 * 60_000;
const EXPIRES_MAX_S = 7 * 24 * 3_600;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/**
 * Checks the signature in a request's header or presigned URL.
 * @throws S3Error as S3 responds to a missing, wrong or expired signature
 */
export function authenticate(request: RequestToAuthenticate, context: AuthenticationContext): Authenticated {
  const { headers, query } = request;
  if (headers.authorization !== undefined) return byHeader(request, headers.authorization, context);
  if (query.some(([name]) => name === 'X-Amz-Signature')) return byAddress(request, context);
  throw new S3Error('AccessDenied');
}

function byHeader(request: RequestToAuthenticate, authorization: string, context: AuthenticationContext) {
  const [, credential = '', signedHeaders = '', signature = ''] =
    new RegExp(`^${ALGORITHM} Credential=([^,\\s]+),\\s*SignedHeaders=([^,\\s]+),\\s*Signature=([0-9a-f]+)$`).exec(
      authorization,
    ) ?? [];
  const scope = scopeOf(credential, context, 'AuthorizationHeaderMalformed');
  const timestamp = request.headers['x-amz-date'] ?? '';
  if (Math.abs(context.now - momentOf(timestamp, scope)) > SKEW_MAX_MS) throw new S3Error('RequestTimeTooSkewed');
  const payloadHash = request.headers['x-amz-content-sha256'];
  if (payloadHash === undefined)
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  const caller = verify(request, { scope, timestamp, signedHeaders, signature, payloadHash }, context);
  return { caller, payloadHash: payloadHash === UNSIGNED ? undefined : payloadHash };
}

const PARAMETERS = ['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Date', 'X-Amz-Expires', 'X-Amz-SignedHeaders'];

function byAddress(request: RequestToAuthenticate, context: AuthenticationContext): Authenticated {
  const parameter = (name: string): string => {
    const values = request.query.filter(([each]) => each === name);
    if (values.length !== 1) throw new S3Error('AuthorizationQueryParametersError');
    return values[0]?.[1] ?? '';
  };
  const [algorithm, credential = '', timestamp = '', expires = '', signedHeaders = ''] = PARAMETERS.map(parameter);
  const expiresS = /^\d+$/.test(expires) ? Number(expires) : 0;
  if (algorithm !== ALGORITHM || expiresS < 1 || expiresS > EXPIRES_MAX_S)
    throw new S3Error('AuthorizationQueryParametersError');
  const scope = scopeOf(credential, context, 'AuthorizationQueryParametersError');
  const signedAt = momentOf(timestamp, scope);
  if (context.now > signedAt + expiresS * 1_000) throw new S3Error('AccessDenied', 'Request has expired');
  if (context.now < signedAt - SKEW_MAX_MS) throw new S3Error('AccessDenied', 'Request is not valid yet');
  const signature = parameter('X-Amz-Signature');
  const query = request.query.filter(([name]) => name !== 'X-Amz-Signature');
  const proof = { scope, timestamp, signedHeaders, signature, payloadHash: UNSIGNED };
  return { caller: verify({ ...request, query }, proof, context), payloadHash: undefined };
}

/** @throws S3Error if the scope is not this region's S3 */
function scopeOf(
  credential: string,
  { region }: Pick<AuthenticationContext, 'region'>,
  code: 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError',
): CredentialScope {
  const scope = parseCredential(credential);
  if (scope?.region !== region || scope.service !== 's3') throw new S3Error(code);
  return scope;
}

function momentOf(timestamp: string, { day }: CredentialScope): number {
  const moment = parseTimestamp(timestamp);
  if (moment !== undefined && timestamp.startsWith(day)) return moment;
  throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date of the day in the scope');
}

interface Proof {
  scope: CredentialScope;
  timestamp: string;
  signedHeaders: string;
  signature: string;
  payloadHash: string;
}

function verify(request: RequestToAuthenticate, proof: Proof, { findCaller }: AuthenticationContext): S3Caller {
  const { scope, timestamp, signature, payloadHash } = proof;
  const signedHeaders = proof.signedHeaders.split(';');
  const missing = Object.keys(request.headers).filter((name) => isToBeSigned(name) && !signedHeaders.includes(name));
  if (missing.length > 0)
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: missing.join(', '),
    });
  const caller = findCaller(scope.accessKeyId);
  if (!caller) throw new S3Error('InvalidAccessKeyId');
  const canonical = canonicalRequest({ ...request, signedHeaders, payloadHash });
  const expected = signatureOf(caller.secretAccessKey, scope, stringToSign(timestamp, scope, canonical));
  if (!isSameSignature(expected, signature)) throw new S3Error('SignatureDoesNotMatch');
  return caller;
}

/** S3 requires the host and all of its own headers to be signed. */
const isToBeSigned = (name: string): boolean => name === 'host' || name.startsWith('x-amz-');
