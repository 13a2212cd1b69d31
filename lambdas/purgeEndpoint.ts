import type { Context, SQSEvent } from 'aws-lambda';
import { type LookedAt, looksAt, removeDelivered } from '../shared/deliveries/channels/deliveredRemoval.ts';
import { FileBucket } from '../shared/files/fileBucket.ts';
import { endpointsThatKeep, removeDue } from '../shared/removal/ageRemoval.ts';
import { removeItemsOf } from '../shared/removal/endpointRemoval.ts';
import { removeFilesOfEndpoint, removeFilesOfSubmissions, removeUnstoredFiles } from '../shared/removal/fileRemoval.ts';
import { RemovalMessage, RemovalQueue } from '../shared/removal/removalQueue.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { inParallel } from '../shared/runtime/inParallel.ts';
import { log } from '../shared/runtime/log.ts';
import { endpointExists } from '../shared/storage/endpoints/endpointExistence.ts';
import { createClient } from '../shared/storage/table/client.ts';
import { Table, type TableAccess } from '../shared/storage/table/table.ts';

interface Dependencies {
  table: TableAccess;
  removalQueue: Pick<RemovalQueue, 'send' | 'sendByAge' | 'sendDelivered' | 'sendFilesOf'>;
  bucket: Pick<FileBucket, 'remove' | 'removeAll'>;
}

/** Time reserved for the step in progress and the message that continues the removal. */
const DEADLINE_MARGIN_MS = 15_000;

/** Interval of the rule that starts removals by age. */
const REMOVED_EVERY_MS = 3_600_000;

/** Messages sent at the same time. */
const SENT_AT_ONCE = 16;

interface ClockEvent {
  look: 'due';
}

type MayContinue = () => boolean;

/**
 * Removes a deleted endpoint's items and files until the time limit, then sends a message for the rest; likewise files
 * of submissions that do not exist. After a crash the queue delivers the message again and the removal continues with
 * what is left. Once an hour, it queues the removal of due submissions for each endpoint that removes by age.
 */
export function createHandler({ table, removalQueue, bucket }: Dependencies) {
  const removeEndpoint = async (endpointId: string, mayContinue: MayContinue): Promise<number> => {
    if (await endpointExists(table, endpointId)) {
      log('warn', 'ignored the removal of an endpoint that exists', { endpointId });
      return 0;
    }
    const items = await removeItemsOf(table, endpointId, mayContinue);
    // After the items, so that no submission references a missing file.
    const files = items.left
      ? { removed: 0, left: true }
      : await removeFilesOfEndpoint(bucket, endpointId, mayContinue);
    const left = items.left || files.left;
    if (left) await removalQueue.send(endpointId);
    log('info', 'items of a deleted endpoint removed', {
      endpointId,
      removed: items.removed,
      files: files.removed,
      left,
    });
    return items.removed;
  };

  const removeFiles = async (endpointId: string, submissionIds: string[], mayContinue: MayContinue): Promise<void> => {
    const { removed, left } = await removeFilesOfSubmissions({ table, bucket }, endpointId, submissionIds, mayContinue);
    if (left.length > 0) await removalQueue.sendFilesOf(endpointId, left);
    log('info', 'files without a submission removed', { endpointId, files: removed, left: left.length > 0 });
  };

  const removeUnstored = async (endpointId: string, submissionId: string, fileIds: string[]): Promise<void> => {
    const files = await removeUnstoredFiles({ table, bucket }, { endpointId, submissionId, fileIds });
    if (files > 0) log('info', 'files without a submission removed', { endpointId, files, left: false });
  };

  /** `until`: when the next removal by age begins, which continues with a larger backlog. */
  const removeByAge = async (
    { endpointId, until = 0, isRest = false }: RemovalMessage,
    mayContinue: MayContinue,
  ): Promise<number> => {
    const { removed, left, keep } = await removeDue(table, endpointId, mayContinue);
    if (left && Date.now() < until) await removalQueue.sendByAge(endpointId, until, true);
    // By the hour for which it was queued: a backlog delays looks, but skips none.
    const ranges = keep && !isRest ? looksAt(until - REMOVED_EVERY_MS) : [];
    for (const range of ranges) await removalQueue.sendDelivered(endpointId, range);
    if (removed > 0) log('info', 'due submissions removed', { endpointId, removed, left });
    return removed;
  };

  const removeInRange = async (endpointId: string, range: LookedAt, mayContinue: MayContinue): Promise<number> => {
    const { removed, rest } = await removeDelivered(table, endpointId, range, mayContinue);
    if (rest) await removalQueue.sendDelivered(endpointId, rest);
    if (removed > 0) log('info', 'delivered submissions removed', { endpointId, removed, left: rest !== undefined });
    return removed;
  };

  const queueByAge = async (): Promise<number> => {
    let queued = 0;
    const until = Date.now() + REMOVED_EVERY_MS;
    for await (const endpointIds of endpointsThatKeep(table)) {
      await inParallel(endpointIds, SENT_AT_ONCE, (endpointId) => removalQueue.sendByAge(endpointId, until));
      queued += endpointIds.length;
    }
    return queued;
  };

  return consume('purgeEndpoint', async (event: SQSEvent | ClockEvent, context: Context) => {
    if ('look' in event) return { result: undefined, fields: { queued: await queueByAge() } };
    const { Records } = event;
    const mayContinue = () => context.getRemainingTimeInMillis() > DEADLINE_MARGIN_MS;
    let removedInAll = 0;
    for (const record of Records) {
      const message = RemovalMessage.parse(JSON.parse(record.body));
      const { endpointId, submissionIds, fileIds, delivered } = message;
      const [submissionId] = submissionIds ?? [];
      if (submissionId && fileIds) await removeUnstored(endpointId, submissionId, fileIds);
      else if (submissionIds) await removeFiles(endpointId, submissionIds, mayContinue);
      else if (delivered) removedInAll += await removeInRange(endpointId, [delivered.from, delivered.to], mayContinue);
      else if (message.isByAge) removedInAll += await removeByAge(message, mayContinue);
      else removedInAll += await removeEndpoint(endpointId, mayContinue);
    }
    return { result: undefined, fields: { records: Records.length, removed: removedInAll } };
  });
}

export const handler = fromEnvironment(
  ['tableName', 'removalQueueUrl', 'fileBucket'],
  ({ tableName, removalQueueUrl, fileBucket }) =>
    createHandler({
      table: new Table(createClient(), tableName),
      removalQueue: new RemovalQueue(removalQueueUrl),
      bucket: FileBucket.named(fileBucket),
    }),
);
