import type { IncomingMessage } from 'node:http';
import { LOCAL } from '../../infra/localService/template.ts';

/** The credential of a signature. The signature itself is not checked, so any secret key works. */
export interface Credential {
  accessKeyId: string;
  /** Such as `dynamodb`. */
  service: string;
}

/** `AWS4-HMAC-SHA256 Credential=<access key>/<date>/<region>/<service>/aws4_request, …` */
export function credentialOf({ headers }: IncomingMessage): Credential {
  const [accessKeyId = '', , , service = ''] =
    /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1]?.split('/') ?? [];
  return { accessKeyId, service };
}

/** Authorization header for DynamoDB with this access key. */
export const authorizationWith = (accessKeyId: string): string =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20000101/${LOCAL.region}/dynamodb/aws4_request, ` +
  'SignedHeaders=host, Signature=none';
