import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { consume } from '../shared/consume.ts';
import { readSettings } from '../shared/environment.ts';
import { Deliverer } from '../shared/notifications/deliverer.ts';
import { createMailClient, Mailer } from '../shared/notifications/mailer.ts';
import { NotificationMetrics } from '../shared/notifications/metrics.ts';
import { Notes } from '../shared/notifications/notes.ts';
import { Notifier } from '../shared/notifications/notifier.ts';
import { Endpoints } from '../shared/repositories/endpoints.ts';
import { createClient, Table } from '../shared/repositories/table.ts';

const settings = readSettings('tableName', 'senderAddress', 'configurationSet');
const table = new Table(createClient(), settings.tableName);
const notes = new Notes(table);
const metrics = new NotificationMetrics();
const deliverer = new Deliverer({ notes, mailer: new Mailer(createMailClient(), settings), metrics });
const notifier = new Notifier({ endpoints: new Endpoints(table), notes, deliverer, metrics });

/** No delivery begins later than this before the time limit: one may wait for rate, answer and mark. */
const DEADLINE_MARGIN_MS = 25_000;

/** Announces new submissions, from the table's stream: never lost, and sent twice only across a death in between. */
export const handler = consume('notifySubmission', async ({ Records }: DynamoDBStreamEvent, context: Context) => {
  const mayGoOn = () => context.getRemainingTimeInMillis() > DEADLINE_MARGIN_MS;
  const comingAgain = await notifier.announceAll(Records, mayGoOn);
  const counts = metrics.flush(Math.max(0, ...comingAgain.map(ageMs)));
  const result: DynamoDBBatchResponse = {
    batchItemFailures: comingAgain.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
  return { result, fields: { records: Records.length, comingAgain: comingAgain.length, ...counts } };
});

const ageMs = ({ dynamodb }: DynamoDBRecord): number =>
  Date.now() - (dynamodb?.ApproximateCreationDateTime ?? Date.now() / 1_000) * 1_000;
