import type { Context, SQSEvent } from 'aws-lambda';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { TrainingMessage, trainFilter } from '../shared/spamFilter/training.ts';
import { createClient } from '../shared/storage/table/client.ts';
import { Table, type TableAccess } from '../shared/storage/table/table.ts';

/**
 * Trains endpoints' filters with marks. A failed message is retried a few times, then goes to the dead-letter queue.
 */
export const createHandler = (table: TableAccess) =>
  consume('trainFilter', async ({ Records }: SQSEvent, _context: Context) => {
    let learned = 0;
    for (const { body } of Records) learned += await trainFilter(table, TrainingMessage.parse(JSON.parse(body)));
    return { result: undefined, fields: { records: Records.length, learned } };
  });

export const handler = fromEnvironment(['tableName'], ({ tableName }) =>
  createHandler(new Table(createClient(), tableName)),
);
