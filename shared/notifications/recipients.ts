import { asciiAddress } from '../emailAddress.ts';
import type { StoredEndpoint } from '../repositories/endpoints.ts';

/**
 * Whom an endpoint's mail goes to: its addresses as Amazon SES takes them and names them in its events. What was stored
 * by an earlier rule stays as it is.
 */
export const recipientsOf = ({ targetEmails }: Pick<StoredEndpoint, 'targetEmails'>): string[] =>
  targetEmails.map((address) => asciiAddress(address) ?? address);
