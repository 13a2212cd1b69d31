import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Call } from '../../functions/policy.ts';
import type { S3Caller } from './authentication.ts';
import type { Bucket } from './bucket.ts';
import { S3Error } from './s3Error.ts';
import { xmlDocument } from './xml.ts';

/** A request whose signature is right. */
export interface S3Request {
  bucket: Bucket;
  /** Empty for a request on the bucket itself. */
  key: string;
  query: ReadonlyMap<string, string>;
  headers: Record<string, string | undefined>;
  body: IncomingMessage;
  /** What the body was signed as; undefined if nothing was said of it. */
  payloadHash: string | undefined;
  caller: S3Caller;
  /** Finds the bucket that a copy is made from. */
  bucketNamed: (name: string) => Bucket | undefined;
}

export interface S3Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Readable;
}

/** @throws S3Error if the caller's policy does not allow this */
export function requireAllowed({ allows, name }: S3Caller, call: Call): void {
  if (allows(call)) return;
  const message = `User: ${name} is not authorized to perform: ${call.action} on resource: ${call.resource}`;
  throw new S3Error('AccessDenied', message);
}

export const objectArn = ({ arn }: Bucket, key: string): string => `${arn}/${key}`;

/** S3 tells those only that an object is not there who may list the bucket. */
export function notFound({ allows }: S3Caller, { arn }: Bucket, key: string): S3Error {
  const mayList = allows({ action: 's3:ListBucket', resource: arn });
  return mayList ? new S3Error('NoSuchKey', undefined, { Key: key }) : new S3Error('AccessDenied');
}

export const xmlAnswer = (
  name: string,
  fields: Parameters<typeof xmlDocument>[1],
  headers: Record<string, string> = {},
): S3Answer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml', ...headers },
  body: xmlDocument(name, fields),
});
