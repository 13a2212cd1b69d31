import { asciiAddress } from '../contract/emailAddress.ts';
import type { SubmissionData } from '../contract/schemas/submission.ts';

/** Names of fields for the sender's address, in lower case. */
const ADDRESS_FIELDS = new Set([
  'email',
  'e-mail',
  '_replyto',
  'replyto',
  'reply-to',
  'email_address',
  'emailaddress',
  'mail',
]);

/** The one valid address in these fields; undefined if there are several different ones. */
export function replyAddress(data: SubmissionData): string | undefined {
  const candidates = Object.entries(data)
    .filter(([name]) => ADDRESS_FIELDS.has(name.toLowerCase()))
    .map(([, value]) => (typeof value === 'string' ? asciiAddress(value.trim()) : undefined))
    .filter((address) => address !== undefined);
  return new Set(candidates.map((address) => address.toLowerCase())).size === 1 ? candidates[0] : undefined;
}
