import { hashedMailbox, unsubscribeToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { sharedTable } from './service.ts';

/** The token in mails to a mailbox of the shared local cloud. */
export async function tokenToUnsubscribe(mailbox: string): Promise<string> {
  const secret = await new ConfirmationSecret(sharedTable()).findOrMake();
  return unsubscribeToken(secret, hashedMailbox(secret, mailbox));
}
