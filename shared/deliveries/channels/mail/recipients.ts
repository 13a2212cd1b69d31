import { asciiAddress } from '../../../contract/emailAddress.ts';
import type { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';

/**
 * An endpoint's addresses in the form that SES uses, also in its events. Addresses stored under an earlier rule stay
 * unchanged.
 */
export const recipientsOf = ({ targetEmails }: Pick<StoredEndpoint, 'targetEmails'>): string[] =>
  targetEmails.map((address) => asciiAddress(address) ?? address);
