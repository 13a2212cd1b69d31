import { mailboxOf } from '../../../../shared/contract/emailAddress.ts';
import { hashedMailbox } from '../../../../shared/deliveries/channels/confirmation/tokens.ts';
import { ConfirmationCounts } from '../../../../shared/storage/confirmations/confirmationCounts.ts';
import { ConfirmationSecret } from '../../../../shared/storage/confirmations/confirmationSecret.ts';
import type { Table } from '../../../../shared/storage/table/table.ts';
import { endpointIdsOf, filesIn, isPending, readableAddresses, storedSubmissions } from './storedSubmissions.ts';

export interface FoundInEndpoint {
  endpointId: string;
  submissions: number;
  pending: number;
  files: number;
  /** Submissions that only mention the address. */
  mentions: number;
  /** Submissions that cannot be read, which may also be of the person. */
  unreadable: number;
}

/** Counts what an address sent to a workspace, by endpoint, and changes nothing. */
export async function previewPerson(
  table: Table,
  { workspaceId, address, mentions }: { workspaceId: string; address: string; mentions: boolean },
  onPage: (read: number) => void,
) {
  const endpoints: FoundInEndpoint[] = [];
  for (const endpointId of await endpointIdsOf(table, workspaceId)) {
    const found = { endpointId, submissions: 0, pending: 0, files: 0, mentions: 0, unreadable: 0 };
    for await (const items of storedSubmissions(table, endpointId)) {
      for (const item of items) {
        const addresses = readableAddresses(item);
        const isMention = !addresses?.sent.has(address) && addresses?.mentioned.has(address);
        if (isMention) found.mentions++;
        if (addresses === undefined) found.unreadable++;
        else if (addresses.sent.has(address) || (isMention && mentions)) {
          found[isPending(item) ? 'pending' : 'submissions']++;
          found.files += filesIn(item);
        }
      }
      onPage(items.length);
    }
    const { endpointId: _, ...counts } = found;
    if (Object.values(counts).some((count) => count > 0)) endpoints.push(found);
  }
  return { endpoints, ...(await confirmationsTo(table, address)) };
}

async function confirmationsTo(table: Table, address: string) {
  const mailbox = mailboxOf(address);
  const secret = mailbox === undefined ? undefined : await new ConfirmationSecret(table).find();
  if (mailbox === undefined || secret === undefined) return { isUnsubscribed: false };
  const { isUnsubscribed } = await new ConfirmationCounts(table).readMailbox(hashedMailbox(secret, mailbox));
  return { isUnsubscribed };
}
