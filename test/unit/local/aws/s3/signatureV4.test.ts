import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { authenticate } from '../../../../../local/aws/s3/authentication.ts';

/** The examples in "Authenticating Requests (AWS Signature Version 4)" of Amazon S3's API reference. */
const EXAMPLE_KEY = 'AKIAIOSFODNN7EXAMPLE';
const EXAMPLE_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const HOST = 'examplebucket.s3.amazonaws.com';
const EMPTY = createHash('sha256').update('').digest('hex');
const SIGNED_AT = Date.UTC(2013, 4, 24);

const caller = { name: 'example', secretAccessKey: EXAMPLE_SECRET, allows: () => true };
const contextAt = (now: number) => ({
  findCaller: (id: string) => (id === EXAMPLE_KEY ? caller : undefined),
  now,
  machineNow: now,
  region: 'us-east-1',
});

const authorization = (signedHeaders: string, signature: string): string =>
  `AWS4-HMAC-SHA256 Credential=${EXAMPLE_KEY}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;

const signed = (payloadHash = EMPTY) => ({
  host: HOST,
  'x-amz-content-sha256': payloadHash,
  'x-amz-date': '20130524T000000Z',
});
const BASE_HEADERS = 'host;x-amz-content-sha256;x-amz-date';

const EXAMPLES = {
  'GET of a range': {
    method: 'GET',
    path: '/test.txt',
    query: [],
    headers: {
      ...signed(),
      range: 'bytes=0-9',
      authorization: authorization(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    },
  },
  'PUT with a character that is encoded': {
    method: 'PUT',
    path: '/test$file.text',
    query: [],
    headers: {
      ...signed(createHash('sha256').update('Welcome to Amazon S3.').digest('hex')),
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      authorization: authorization(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    },
  },
  'GET with a parameter without a value': {
    method: 'GET',
    path: '/',
    query: [['lifecycle', '']],
    headers: {
      ...signed(),
      authorization: authorization(BASE_HEADERS, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
    },
  },
  'GET of a list': {
    method: 'GET',
    path: '/',
    query: [
      ['max-keys', '2'],
      ['prefix', 'J'],
    ],
    headers: {
      ...signed(),
      authorization: authorization(BASE_HEADERS, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
    },
  },
} satisfies Record<string, Parameters<typeof authenticate>[0]>;

describe.each(Object.entries(EXAMPLES))('the documented example: %s', (_name, request) => {
  test('is signed as documented', () => {
    expect(authenticate(request, contextAt(SIGNED_AT)).caller).toBe(caller);
  });

  test.each([
    ['another method', { method: 'DELETE' }],
    ['another path', { path: '/other' }],
    ['another parameter', { query: [['other', '']] as [string, string][] }],
    ['another host', { headers: { ...request.headers, host: 'other.s3.amazonaws.com' } }],
  ])('is refused with %s', (_what, bent) => {
    expect(() => authenticate({ ...request, ...bent }, contextAt(SIGNED_AT))).toThrow(
      expect.objectContaining({ code: 'SignatureDoesNotMatch', status: 403 }),
    );
  });

  test('is refused with a header of S3 that is not signed', () => {
    const headers = { ...request.headers, 'x-amz-tagging': 'a=b' };
    expect(() => authenticate({ ...request, headers }, contextAt(SIGNED_AT))).toThrow(
      expect.objectContaining({ code: 'AccessDenied' }),
    );
  });

  test('is refused a quarter of an hour later', () => {
    expect(() => authenticate(request, contextAt(SIGNED_AT + 900_001))).toThrow(
      expect.objectContaining({ code: 'RequestTimeTooSkewed' }),
    );
  });
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

  test('is signed as documented, and holds until it expires', () => {
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
