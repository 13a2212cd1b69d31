import { loggedId } from '../../../../contract/ids.ts';
import { log } from '../../../../runtime/log.ts';
import { addSentConfirmations } from '../../../../storage/confirmations/confirmationHealth.ts';
import { addMailCounts, type MailCounts } from '../../../../storage/counters/mailCounts.ts';
import type { TableAccess } from '../../../../storage/table/table.ts';
import type { Counted } from '../../../metrics.ts';
import { CALL_MS } from '../../../timeoutsAndRetries.ts';

type Counts = Counted<'sent' | 'failed' | 'digests' | 'inDigests' | 'confirmations'>;

/**
 * Counts an invocation's mails in their endpoints' statistics: one write for each endpoint with sent or failed mails.
 * The counts need not be exact: they miss mails sent before a function died or while the table was unreachable, and
 * count repeated reports twice. Never throws, so that counting cannot cause mails to be sent again.
 * @param remainingMs until the function's timeout
 */
export async function countMails(
  table: Pick<TableAccess, 'update'>,
  { ofEndpoints }: Pick<Counts, 'ofEndpoints'>,
  remainingMs: number,
  endpoints?: { find(id: string): Promise<{ workspaceId: string } | undefined> },
): Promise<void> {
  if (remainingMs < CALL_MS) return;
  await Promise.all([
    ...[...ofEndpoints].map(([endpointId, counts]) => addOf(table, endpointId, mailCountsOf(counts))),
    addConfirmations(table, ofEndpoints, endpoints),
  ]);
}

/** Counts sent confirmations, the base of bounce shares: one write per workspace and one for the service. */
async function addConfirmations(
  table: Pick<TableAccess, 'update'>,
  ofEndpoints: Counts['ofEndpoints'],
  endpoints: Parameters<typeof countMails>[3],
): Promise<void> {
  const sums = new Map<string, number>();
  try {
    for (const [endpointId, { confirmations }] of ofEndpoints) {
      const endpoint = confirmations > 0 ? await endpoints?.find(endpointId) : undefined;
      if (endpoint) sums.set(endpoint.workspaceId, (sums.get(endpoint.workspaceId) ?? 0) + confirmations);
    }
    await addSentConfirmations(table, sums);
  } catch (error) {
    log('warn', 'confirmations could not be counted', { workspaces: sums.size }, error);
  }
}

async function addOf(table: Pick<TableAccess, 'update'>, endpointId: string, counts: MailCounts): Promise<void> {
  if (Object.values(counts).every((times) => times === 0)) return;
  try {
    await addMailCounts(table, endpointId, counts);
  } catch (error) {
    log('warn', 'mails could not be counted', { endpointId: loggedId('endpoint', endpointId), ...counts }, error);
  }
}

const mailCountsOf = ({ sent, digests, failed, inDigests }: Counts['counts']): MailCounts => ({
  sent: sent + digests,
  failed,
  inDigests,
});
