import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { writeWhole } from '../files.ts';
import { post, readAll, respond } from '../http.ts';
import { newServer } from '../ports.ts';
import { ENGINE_ACCESS_KEY_ID } from './dynamodb.ts';
import { authorizationWith, credentialOf } from './signature.ts';

/**
 * The table's published address. The engine behind it asks for nothing and answers pages of any origin; this asks for
 * the access key in `outputs.json`. The key is the secret: the signature made with it is not checked.
 */
export const createTableServer = (engineEndpoint: string, accessKeyId: string) =>
  newServer(async (incoming, outgoing) => {
    if (credentialOf(incoming).accessKeyId !== accessKeyId) return respond(outgoing, NOT_RECOGNIZED);
    const signed = { ...ofProtocol(incoming.headers), authorization: authorizationWith(ENGINE_ACCESS_KEY_ID) };
    const { status, headers, body } = await post(engineEndpoint, signed, await readAll(incoming));
    respond(outgoing, { status, headers: ofProtocol(headers), body });
  }, 'ownOrigin');

/** The headers of DynamoDB's protocol; those for browsers are not among them. */
const ofProtocol = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(?:content-type|x-amzn?-.+)$/.test(name)));

/** As DynamoDB answers to an access key that it does not know. */
const NOT_RECOGNIZED = {
  status: 400,
  headers: { 'Content-Type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#UnrecognizedClientException',
    message: 'The access key is not the dynamodbAccessKeyId in outputs.json.',
  }),
};

/** The access key of the table in a folder: made with it, and the same from then on. */
export function accessKeyIn(folder: string): string {
  const file = join(folder, 'dynamodbAccessKeyId');
  if (!existsSync(file)) writeWhole(file, `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`);
  return readFileSync(file, 'utf8');
}
