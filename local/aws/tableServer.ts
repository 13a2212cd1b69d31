import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../infra/tools/writeWhole.ts';
import { readAll, respond } from '../http/http.ts';
import { newServer } from '../http/ports.ts';
import { type DynamoDb, headersOf } from './dynamodb.ts';
import { credentialOf } from './signature.ts';

/**
 * The table's public endpoint. The engine behind it has no access control and responds to pages of any origin; this
 * server requires the access key in `outputs.json`. The key is the secret: the signature is not checked.
 */
export const createTableServer = (db: DynamoDb, accessKeyId: string) =>
  newServer(async (incoming, outgoing) => {
    if (credentialOf(incoming).accessKeyId !== accessKeyId) return respond(outgoing, NOT_RECOGNIZED);
    const response = await db.send(String(incoming.headers['x-amz-target']), await readAll(incoming));
    respond(outgoing, { ...response, headers: headersOf(response) });
  }, 'ownOrigin');

/** DynamoDB's response to an unknown access key. */
const NOT_RECOGNIZED = {
  status: 400,
  headers: { 'Content-Type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#UnrecognizedClientException',
    message: 'The access key is not the dynamodbAccessKeyId in outputs.json.',
  }),
};

/** Access key of the table in a folder. Created once and kept. */
export function accessKeyIn(folder: string): string {
  const file = join(folder, 'dynamodbAccessKeyId');
  if (!existsSync(file)) writeWhole(file, `LOCAL${randomBytes(16).toString('hex').toUpperCase()}`);
  return readFileSync(file, 'utf8');
}
