import { describe, expect, test } from '@jest/globals';
import { authenticate } from '../../../../../local/aws/s3/authentication.ts';

/** An example in "Authenticating Requests (AWS Signature Version 4)" of Amazon S3's API reference. */
const EXAMPLE_KEY = 'AKIAIOSFODNN7EXAMPLE';
const EXAMPLE_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const HOST = 'examplebucket.s3.amazonaws.com';
const SIGNED_AT = Date.UTC(2013, 4, 24);

const caller = { name: 'example', secretAccessKey: EXAMPLE_SECRET, allows: () => true };
const contextAt = (now: number) => ({
  findCaller: (id: string) => (id === EXAMPLE_KEY ? caller : undefined),
  now,
  region: 'us-east-1',
});

describe('the documented example of a presigned URL', () => {
  const PRESIGNED: [string, string][] = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${EXAMPLE_KEY}/20130524/us-east-1/s3/aws4_request`],
    ['X-Amz-Date', '20130524T000000Z'],
    ['X-Amz-Expires', '86400'],
    ['X-Amz-SignedHeaders', 'host'],
    ['X-Amz-Signature', 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'],
  ];
  const request = (query = PRESIGNED) => ({ method: 'GET', path: '/test.txt', query, headers: { host: HOST } });
  const DAY_MS = 86_400_000;

  test('is signed as documented, and valid until it expires', () => {
    for (const now of [SIGNED_AT, SIGNED_AT + DAY_MS])
      expect(authenticate(request(), contextAt(now))).toEqual({ caller, payloadHash: undefined });
    expect(() => authenticate(request(), contextAt(SIGNED_AT + DAY_MS + 1))).toThrow('Request has expired');
  });

  test.each([
    ['a longer time', 'X-Amz-Expires', '604800', 'SignatureDoesNotMatch'],
    ['a time that S3 does not allow', 'X-Amz-Expires', '604801', 'AuthorizationQueryParametersError'],
    ['another day', 'X-Amz-Date', '20130525T000000Z', 'AccessDenied'],
    ['another key', 'X-Amz-Credential', 'OTHER/20130524/us-east-1/s3/aws4_request', 'InvalidAccessKeyId'],
    [
      'another service',
      'X-Amz-Credential',
      `${EXAMPLE_KEY}/20130524/us-east-1/sqs/aws4_request`,
      'AuthorizationQueryParametersError',
    ],
    ['fewer signed headers', 'X-Amz-SignedHeaders', '', 'AccessDenied'],
  ])('is refused with %s', (_what, name, value, code) => {
    const bent = PRESIGNED.map(([each, old]): [string, string] => [each, each === name ? value : old]);
    expect(() => authenticate(request(bent), contextAt(SIGNED_AT))).toThrow(expect.objectContaining({ code }));
  });

  test.each([
    [
      'one more parameter',
      [...PRESIGNED, ['response-content-type', 'text/html'] as [string, string]],
      'SignatureDoesNotMatch',
    ],
    ['one parameter fewer', PRESIGNED.slice(1), 'AuthorizationQueryParametersError'],
    ['a parameter twice', [...PRESIGNED, PRESIGNED[3] as [string, string]], 'AuthorizationQueryParametersError'],
    ['nothing of all that', [], 'AccessDenied'],
  ])('is refused with %s', (_what, query, code) => {
    expect(() => authenticate(request(query), contextAt(SIGNED_AT))).toThrow(expect.objectContaining({ code }));
  });
});
