import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files.ts';
import { readAll, respond } from '../http.ts';
import { newServer } from '../ports.ts';
import { type DynamoDb, headersOf } from './dynamodb.ts';
import { credentialOf } from './signature.ts';

/**
 * The table's published address. The engine behind it asks for nothing and answers pages of any origin; this asks for
 * the access key in `outputs.json`. The key is the secret: the signature made with it is not checked.
 */
export const createTableServer = (db: DynamoDb, accessKeyId: string) =>
  newServer(async (incoming, outgoing) => {
    if (credentialOf(incoming).accessKeyId !== accessKeyId) return respond(outgoing, NOT_RECOGNIZED);
    const answer = await db.send(String(incoming.headers['x-amz-target']), await readAll(incoming));
    respond(outgoing, { ...answer, headers: headersOf(answer) });
  }, 'ownOrigin');

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
