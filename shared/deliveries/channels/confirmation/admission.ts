import { asciiAddress, mailboxOf } from '../../../contract/emailAddress.ts';
import type { ConfirmationReason } from '../../../contract/schemas/deliveries.ts';
import { meantAddress } from '../../../messages/meantAddress.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import type { StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';

/** Local parts of roles and programs: those of RFC 2142, and those that services send from. */
const ROLES = new Set([
  'abuse',
  'postmaster',
  'hostmaster',
  'webmaster',
  'security',
  'noc',
  'root',
  'nobody',
  'daemon',
  'mailer-daemon',
  'noreply',
  'no-reply',
  'no_reply',
  'no.reply',
  'donotreply',
  'do-not-reply',
  'do_not_reply',
  'do.not.reply',
  'bounce',
  'bounces',
  'spam',
  'majordomo',
  'listserv',
  'mailman',
  'usenet',
  'uucp',
]);

const LIST_MANAGEMENT = /-(?:request|subscribe|unsubscribe|owner|bounces)$/;

export interface Addressee {
  address: string;
  /** Identifies the mailbox, however its address is spelled. */
  mailbox: string;
}

/**
 * The sender's address, or why there is no confirmation.
 * @param senders addresses that this service sends from
 */
export function addresseeOf(
  { confirmation, targetEmails }: Pick<StoredEndpoint, 'confirmation' | 'targetEmails'>,
  { data }: Pick<StoredSubmission, 'data'>,
  senders: readonly string[],
): Addressee | ConfirmationReason {
  const address = onlyAddress(
    Object.hasOwn(data, confirmation?.emailField ?? '') ? data[confirmation?.emailField ?? ''] : undefined,
  );
  const mailbox = address && mailboxOf(address);
  if (address === undefined || mailbox === undefined) return 'noAddress';
  if ([...targetEmails, ...senders].some((own) => mailboxOf(own) === mailbox)) return 'ownAddress';
  const [localPart = ''] = mailbox.split('@');
  return ROLES.has(localPart) || LIST_MANAGEMENT.test(localPart) ? 'roleAddress' : { address, mailbox };
}

function onlyAddress(value: unknown): string | undefined {
  const [only, ...more] = Array.isArray(value) ? value : [value];
  return typeof only === 'string' && more.length === 0 ? asciiAddress(meantAddress(only)) : undefined;
}
