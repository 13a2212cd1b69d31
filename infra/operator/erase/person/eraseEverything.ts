import { submissionFilesPrefix } from '../../../../shared/files/objectKeys.ts';
import { PER_TRANSACTION_MAX } from '../../../../shared/removal/ageRemoval.ts';
import { removeItems } from '../../../../shared/removal/endpointRemoval.ts';
import { BATCH_GET_KEYS_MAX } from '../../../../shared/runtime/awsLimits.ts';
import { chunksOf } from '../../../../shared/runtime/chunks.ts';
import { inParallel } from '../../../../shared/runtime/inParallel.ts';
import { confirmationKey, mailKey, webhookDeliveryKey } from '../../../../shared/storage/deliveries/deliveryKeys.ts';
import { inPartition, PRESENT, selecting } from '../../../../shared/storage/table/expressions.ts';
import { ifConditionHolds } from '../../../../shared/storage/table/ifConditionHolds.ts';
import { submissionKey } from '../../../../shared/storage/table/itemKeys.ts';
import { joined, readParts } from '../../../../shared/storage/table/paging.ts';
import type { ItemKey } from '../../../../shared/storage/table/partitions.ts';
import type { Item, Table, TransactionWrite } from '../../../../shared/storage/table/table.ts';
import { readWebhooks } from '../../../../shared/storage/webhooks/webhooks.ts';
import type { FileVersions } from '../../files/fileVersions.ts';
import { filesIn, idOf, storedSubmissions } from './storedSubmissions.ts';

export interface PersonTarget {
  table: Table;
  fileVersions: Pick<FileVersions, 'removeAll'>;
}

export interface Erasure {
  /** Whether it concerns a submission. */
  concerns: (submission: Item) => boolean;
  /** Writes to add to the transaction that erases so many submissions and files of an endpoint. */
  alongside: (endpointId: string, erased: number, files: number) => TransactionWrite[];
  onStep: (read: number, erased: number) => void;
}

const AT_ONCE = 10;

/**
 * Erases some of an endpoint's submissions with their files, in all versions, and the records of their deliveries, which
 * may quote them. A transaction erases and counts the same submissions; files and records go first, because only a
 * submission leads to them. Repeatable; may be interrupted.
 */
export async function eraseEverything(target: PersonTarget, endpointId: string, erasure: Erasure): Promise<void> {
  const { table } = target;
  const { concerns, alongside, onStep } = erasure;
  for (const { id } of await readWebhooks(table, endpointId)) await eraseWebhookLog(table, endpointId, id, concerns);
  for await (const items of storedSubmissions(table, endpointId)) {
    onStep(items.length, 0);
    for (const chunk of chunksOf(items.filter(concerns), PER_TRANSACTION_MAX)) {
      await inParallel(chunk, AT_ONCE, (item) => eraseTraces(target, endpointId, item));
      onStep(0, await eraseItems(table, chunk, (some) => alongside(endpointId, some.length, sum(some.map(filesIn)))));
    }
  }
}

/** Erases a submission's files and the records of its mails. */
export async function eraseTraces({ table, fileVersions }: PersonTarget, endpointId: string, item: Item) {
  const id = idOf(item);
  if (filesIn(item) > 0) await fileVersions.removeAll(submissionFilesPrefix(endpointId, id), () => undefined);
  for (const { PK, SK } of [confirmationKey(endpointId, id), mailKey(endpointId, id, '')]) {
    const query = { ...inPartition(PK, SK), ...selecting('PK', 'SK') };
    const { items } = await joined(readParts((continuation) => table.query({ ...query, ...continuation })));
    await removeItems(table, items as ItemKey[]);
  }
}

/** Erases the records of deliveries to a webhook that are about such submissions. */
async function eraseWebhookLog(table: Table, endpointId: string, webhookId: string, concerns: Erasure['concerns']) {
  const query = { ...inPartition(webhookDeliveryKey(webhookId, '').PK), ...selecting('PK', 'SK', 'about') };
  const pageOf = { ...query, Limit: BATCH_GET_KEYS_MAX };
  for await (const { items } of readParts((continuation) => table.query({ ...pageOf, ...continuation }))) {
    const ids = [...new Set(items.map(({ about }) => String(about)))];
    const submissions = await table.getAll(ids.map((id) => submissionKey(endpointId, id)));
    const concerned = new Set(submissions.filter(concerns).map(idOf));
    const records = items.filter(({ about }) => concerned.has(String(about)));
    await removeItems(
      table,
      records.map(({ PK, SK }) => ({ PK, SK }) as ItemKey),
    );
  }
}

/** @returns how many were erased: others were deleted or confirmed since they were read */
async function eraseItems(
  table: Table,
  items: readonly Item[],
  alongside: (items: readonly Item[]) => TransactionWrite[],
) {
  const erase = (some: readonly Item[]) =>
    ifConditionHolds(
      table.transact([
        ...some.map(({ PK, SK }) => ({ Delete: { Key: { PK, SK } as ItemKey, ...PRESENT } })),
        ...alongside(some),
      ]),
    );
  if (items.length === 0 || (await erase(items))) return items.length;
  return (await inParallel(items, AT_ONCE, (item) => erase([item]))).filter(Boolean).length;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
