import * as z from 'zod/mini';
import { addAll, onlyIf, PRESENT } from './expressions.ts';
import { statisticsKey } from './itemKeys.ts';
import { ConditionFailed, type Item, type TableAccess } from './table.ts';

/** What became of an endpoint's mails, about. */
export interface MailCounts {
  /** Mails that SES accepted, digests included. */
  sent: number;
  /** Mails that could not be sent, and those that came back. */
  failed: number;
  /** Submissions that digests told of. */
  inDigests: number;
}

const amount = z._default(z.number(), 0);
const StoredMailCounts = z.object({ mailsSent: amount, mailsFailed: amount, mailsInDigests: amount });
export const MAIL_COUNT_ATTRIBUTES = Object.keys(StoredMailCounts.shape);

/** The counts in an item with statistics. */
export function parseMailCounts(item: Item): MailCounts {
  const { mailsSent, mailsFailed, mailsInDigests } = StoredMailCounts.parse(item);
  return { sent: mailsSent, failed: mailsFailed, inDigests: mailsInDigests };
}

/**
 * Adds to the counts of an endpoint that has statistics; others get none, so that none appear after the endpoint's
 * removal. Whoever writes statistics leaves these attributes alone. It is the one write that is not absolute: repeated
 * after a lost answer, it counts twice.
 */
export async function addMailCounts(
  table: Pick<TableAccess, 'update'>,
  endpointId: string,
  { sent, failed, inDigests }: MailCounts,
): Promise<void> {
  const added = Object.entries({ mailsSent: sent, mailsFailed: failed, mailsInDigests: inDigests });
  const update = onlyIf(PRESENT, addAll(Object.fromEntries(added.filter(([, times]) => times > 0))));
  try {
    await table.update({ Key: statisticsKey(endpointId), ...update, ReturnValues: 'NONE' });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
