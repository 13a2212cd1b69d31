import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Call } from '../../functions/policy.ts';
import type { S3Caller } from './authentication.ts';
import type { Bucket } from './bucket.ts';
import { S3Error } from './s3Error.ts';
import { type XmlFields, xmlDocument } from './xml.ts';

/** A request with a valid signature. */
export interface S3Request {
  bucket: Bucket;
  /** Empty for a request on the bucket itself. */
  key: string;
  query: ReadonlyMap<string, string>;
  headers: Record<string, string | undefined>;
  body: IncomingMessage;
  /** The signed hash of the body, if any. */
  payloadHash: string | undefined;
  caller: S3Caller;
  bucketNamed: (name: string) => Bucket | undefined;
}

export interface S3Response {
  status: number;
  headers?: Record<string, string>;
  body?: string | Readable;
}

/** @throws S3Error if the caller's policy does not allow the call */
export function requireAllowed({ allows, name }: S3Caller, call: Call): void {
  if (allows(call)) return;
  const message = `User: ${name} is not authorized to perform: ${call.action} on resource: ${call.resource}`;
  throw new S3Error('AccessDenied', message);
}

export const objectArn = ({ arn }: Bucket, key: string): string => `${arn}/${key}`;

/** S3 reports a missing object only to callers that may list the bucket. */
export function notFound({ allows }: S3Caller, { arn }: Bucket, key: string): S3Error {
  const mayList = allows({ action: 's3:ListBucket', resource: arn });
  return mayList ? new S3Error('NoSuchKey', undefined, { Key: key }) : new S3Error('AccessDenied');
}

export const xmlResponse = (name: string, fields: XmlFields): S3Response => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml' },
  body: xmlDocument(name, fields),
});
