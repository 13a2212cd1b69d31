import type { DeliveryList } from '../../../contract/schemas/deliveries.ts';
import { formatTime } from '../../../contract/time.ts';
import { openDigestsOf } from '../../../storage/digestRecords.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';
import type { TableAccess } from '../../../storage/table.ts';
import { type Digest, parseDigestId } from './digestId.ts';

/** Why no mail about a submission is on record; nothing if one is about to be sent. */
export async function whyNoMail(
  table: Pick<TableAccess, 'query'>,
  { emailNotifications, targetEmails }: Pick<StoredEndpoint, 'emailNotifications' | 'targetEmails'>,
  { isHeld = false }: { isHeld?: boolean | undefined },
  digest: Digest,
): Promise<Pick<DeliveryList, 'noMailReason' | 'digestDueAt'>> {
  if (isHeld) return { noMailReason: 'heldAsSpam' };
  if (!emailNotifications || targetEmails.length === 0) return { noMailReason: 'noRecipients' };
  const open = (await openDigestsOf(table, digest)).flatMap((id) => parseDigestId(id) ?? []);
  if (open.length === 0) return {};
  const dueMs = Math.min(...open.map((each) => each.dueMs));
  return { noMailReason: 'waitsForDigest', digestDueAt: formatTime(new Date(dueMs)) };
}
