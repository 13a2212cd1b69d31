import * as z from 'zod/mini';
import { addAll, onlyIf, PRESENT } from '../table/expressions.ts';
import { ifConditionHolds } from '../table/ifConditionHolds.ts';
import { statisticsKey } from '../table/itemKeys.ts';
import { readStored } from '../table/stored.ts';
import type { Item, TableAccess } from '../table/table.ts';
import { attributeNames } from '../table/written.ts';

export interface MailCounts {
  /** Mails accepted by SES, including digests. */
  sent: number;
  failed: number;
  inDigests: number;
}

const amount = z._default(z.number(), 0);
const StoredMailCounts = z.object({ mailsSent: amount, mailsFailed: amount, mailsInDigests: amount });
export const MAIL_COUNT_ATTRIBUTES = /* @__PURE__ */ attributeNames(StoredMailCounts);
/** Attributes written when failed mails are counted. */
export const FAILED_MAIL_ATTRIBUTES = ['mailsFailed'] as const;

export function parseMailCounts(item: Item): MailCounts {
  const { mailsSent, mailsFailed, mailsInDigests } = readStored(StoredMailCounts, item);
  return { sent: mailsSent, failed: mailsFailed, inDigests: mailsInDigests };
}

/**
 * Adds to the counts of an endpoint that has statistics; it never creates any, so that none appear after a removal.
 * Other writers of statistics leave these attributes alone. This is the only relative update: a retry after a lost
 * response counts twice.
 */
export async function addMailCounts(
  table: Pick<TableAccess, 'update'>,
  endpointId: string,
  { sent, failed, inDigests }: MailCounts,
): Promise<void> {
  const added = Object.entries({ mailsSent: sent, mailsFailed: failed, mailsInDigests: inDigests });
  const update = onlyIf(PRESENT, addAll(Object.fromEntries(added.filter(([, times]) => times > 0))));
  await ifConditionHolds(table.update({ Key: statisticsKey(endpointId), ...update, ReturnValues: 'NONE' }));
}
