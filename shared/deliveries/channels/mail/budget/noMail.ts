import type { DeliveryList } from '../../../../contract/schemas/deliveries.ts';
import { dateOf, formatTime } from '../../../../contract/time.ts';
import { type DigestRecord, digestsBetween, LATE_MAX } from '../../../../storage/deliveries/digestRecords.ts';
import type { StoredEndpoint } from '../../../../storage/endpoints/storedEndpoint.ts';
import type { StoredSubmission } from '../../../../storage/submissions/storedSubmission.ts';
import { submittedAt } from '../../../../storage/table/itemKeys.ts';
import type { TableAccess } from '../../../../storage/table/table.ts';
import { digestAt, parseDigestId } from '../digests/digestId.ts';
import { DIGEST_PERIOD_MS, MAIL_RETRY_WAITS_MS } from '../mailTiming.ts';

type Asked = Pick<StoredSubmission, 'id' | 'isHeld' | 'confirmedAt' | 'releasedAt'>;
type NamedDigest = DigestRecord & { id: string };

/** The latest digest that lists a submission is the one of its last attempt. */
const LISTED_WITHIN_MS = MAIL_RETRY_WAITS_MS.reduce((sum, ms) => sum + ms, 0);

/** The digests that include a submission, or will. */
export async function digestsWith(
  table: Pick<TableAccess, 'query'>,
  endpointId: string,
  { id, isHeld = false, confirmedAt, releasedAt = confirmedAt }: Asked,
): Promise<NamedDigest[]> {
  if (isHeld) return [];
  const own = digestAt(endpointId, submittedAt(id)).id;
  const arrivedMs = releasedAt === undefined ? submittedAt(id) : dateOf(releasedAt).getTime();
  const [first, last] = [arrivedMs, arrivedMs + LISTED_WITHIN_MS].map((ms) => digestAt(endpointId, ms).id);
  const ranges = [[own, own] as const, [first ?? own, last ?? own] as const].slice(first === own ? 1 : 0);
  const digests = (await Promise.all(ranges.map((range) => digestsBetween(table, endpointId, range)))).flat();
  const isOwn = (digest: NamedDigest) => digest.id.startsWith(own) && digest.closedAt > arrivedMs;
  // A digest with more late submissions than it lists also covers unlisted ones of its period or just before.
  const next = digestAt(endpointId, arrivedMs + DIGEST_PERIOD_MS).id;
  const mayCover = (digest: NamedDigest) =>
    releasedAt !== undefined && digest.late.length > LATE_MAX && digest.closedAt > arrivedMs && digest.id <= next;
  return digests.filter((digest) => digest.late.includes(id) || isOwn(digest) || mayCover(digest));
}

/**
 * The reason why no mail about a submission is recorded; undefined if a mail is about to be sent.
 * @param digests that include it
 */
export function whyNoMail(
  { emailNotifications, targetEmails }: Pick<StoredEndpoint, 'emailNotifications' | 'targetEmails'>,
  { isHeld = false }: Pick<Asked, 'isHeld'>,
  digests: readonly NamedDigest[],
): Pick<DeliveryList, 'noMailReason' | 'digestDueAt'> {
  if (isHeld) return { noMailReason: 'heldAsSpam' };
  if (!emailNotifications || targetEmails.length === 0) return { noMailReason: 'noRecipients' };
  const open = digests.filter(({ closedAt }) => closedAt === Number.POSITIVE_INFINITY);
  if (open.length === 0) return {};
  const dueMs = Math.min(...open.flatMap(({ id }) => parseDigestId(id)?.dueMs ?? []));
  return { noMailReason: 'waitsForDigest', digestDueAt: formatTime(new Date(dueMs)) };
}
