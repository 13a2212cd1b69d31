import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { readSettings } from '../shared/environment.ts';
import { log } from '../shared/log.ts';
import { Mailer } from '../shared/notifications/mailer.ts';
import { composeMessage } from '../shared/notifications/message.ts';
import { Endpoints, type StoredEndpoint } from '../shared/repositories/endpoints.ts';
import { parseSubmission } from '../shared/repositories/submissions.ts';
import { createClient, Table } from '../shared/repositories/table.ts';
import { newImageOf } from '../shared/streamRecords.ts';

const settings = readSettings('tableName', 'senderAddress');
const endpoints = new Endpoints(new Table(createClient(), settings.tableName));
const mailer = new Mailer(settings.senderAddress);

type FindEndpoint = (id: string) => Promise<StoredEndpoint | undefined>;

/** Announces new submissions, from the table's stream: one mail per submission and recipient. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const findOnce = remember((id) => endpoints.find(id));
  const outcomes = await Promise.allSettled(Records.map((record) => announce(record, findOnce)));
  const failed = Records.filter((_, i) => outcomes[i]?.status === 'rejected');
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.status !== 'rejected') continue;
    log('error', 'a submission was not announced', { sequenceNumber: sequenceOf(Records[i]) }, outcome.reason);
  }
  return { batchItemFailures: failed.map((record) => ({ itemIdentifier: sequenceOf(record) })) };
}

/** The endpoint counts as it is now: one that is gone or has notifications off sends nothing. */
async function announce(record: DynamoDBRecord, findEndpoint: FindEndpoint): Promise<void> {
  const submission = parseSubmission(newImageOf(record));
  const endpoint = await findEndpoint(submission.endpointId);
  if (!endpoint?.emailNotifications) return;
  const message = composeMessage(endpoint, submission);
  await Promise.all(endpoint.targetEmails.map((recipient) => mailer.send(recipient, message)));
}

function remember<T>(find: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const found = new Map<string, Promise<T>>();
  return (id) => {
    const promise = found.get(id) ?? find(id);
    found.set(id, promise);
    return promise;
  };
}

const sequenceOf = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';
