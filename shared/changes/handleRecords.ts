import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { log } from '../runtime/log.ts';
import { isUnreadable, StorageUnavailable } from '../storage/table/failures.ts';
import { type Change, changeOf } from './change.ts';
import { byEndpoint } from './eachEndpoint.ts';
import type { FailedWork, StoreFailed } from './storeFailed.ts';

/** Work triggered by changes, run per endpoint. Must be idempotent. */
export interface Work {
  name: string;
  needsTable: boolean;
  isAbout: (change: Change) => boolean;
  perform: (endpointId: string, changes: Change[]) => Promise<unknown>;
}

export interface HandlingDependencies {
  storeFailed: StoreFailed;
  wait?: (ms: number) => Promise<unknown>;
}

interface Outcome {
  work: Work;
  endpointId: string;
  changes: Change[];
  error?: unknown;
}

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 100;

/**
 * Runs each work for each endpoint in a batch of stream records. Records whose work fails three times are set aside, so
 * they do not delay others. While the table is unavailable, the stream retries them instead.
 * @param functionArn the reader's
 * @returns sequence numbers of the records to retry
 */
export async function handleRecords(
  records: readonly DynamoDBRecord[],
  works: readonly Work[],
  functionArn: string,
  { storeFailed, wait = sleep }: HandlingDependencies,
): Promise<string[]> {
  const { changes, retried } = await readRecords(records, functionArn, storeFailed);
  const outcomes = await Promise.all(works.flatMap((work) => performEach(work, changes, wait)));
  const isTableThere = outcomes.some(({ work, error }) => work.needsTable && error === undefined);
  for (const { work, endpointId, changes: some, error } of outcomes) {
    if (error === undefined) continue;
    const sequences = some.map(({ sequence }) => sequence);
    if (error instanceof StorageUnavailable && !isTableThere) {
      log('warn', 'changes of an endpoint will be retried', { endpointId, work: work.name }, error);
      retried.push(...sequences);
      continue;
    }
    const failed = records.filter(({ dynamodb }) => sequences.includes(dynamodb?.SequenceNumber ?? ''));
    const kept = { functionArn, work: work.name, about: endpointId, records: failed, error };
    retried.push(...(await putAside(kept, storeFailed)));
  }
  return retried;
}

const performEach = (work: Work, changes: readonly Change[], wait: (ms: number) => Promise<unknown>) =>
  [...byEndpoint(changes.filter(work.isAbout))].map(async ([endpointId, some]): Promise<Outcome> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await work.perform(endpointId, some);
        return { work, endpointId, changes: some };
      } catch (error) {
        if (attempt === ATTEMPTS || isUnreadable(error)) return { work, endpointId, changes: some, error };
        await wait(FIRST_WAIT_MS * attempt);
      }
    }
  });

/**
 * Parses stream records one by one, and sets aside those that cannot be parsed, since a retry would not help.
 * @returns the changes, and sequence numbers of records to retry
 */
async function readRecords(records: readonly DynamoDBRecord[], functionArn: string, storeFailed: StoreFailed) {
  const changes: Change[] = [];
  const retried: string[] = [];
  for (const record of records) {
    try {
      const change = changeOf(record);
      if (change) changes.push(change);
    } catch (error) {
      retried.push(
        ...(await putAside({ functionArn, work: 'read', about: 'record', records: [record], error }, storeFailed)),
      );
    }
  }
  return { changes, retried };
}

/** Sets records aside. @returns the sequence numbers of those that could not be stored */
async function putAside(failed: FailedWork, storeFailed: StoreFailed): Promise<string[]> {
  try {
    await storeFailed(failed);
    return [];
  } catch (error) {
    log('error', 'stream records could not be put aside', { about: failed.about, work: failed.work }, error);
    return failed.records.flatMap(({ dynamodb }) => dynamodb?.SequenceNumber ?? []);
  }
}
