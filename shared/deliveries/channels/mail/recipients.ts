import { asciiAddress } from '../../../contract/emailAddress.ts';
import type { StoredEndpoint } from '../../../storage/endpoints.ts';

/**
 * An endpoint's addresses as SES takes them, and names them in its events. What an earlier rule stored stays as it is.
 */
export const recipientsOf = ({ targetEmails }: StoredEndpoint): string[] =>
  targetEmails.map((address) => asciiAddress(address) ?? address);
