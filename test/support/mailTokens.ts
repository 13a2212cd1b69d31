import { confirmToken, hashedMailbox, unsubscribeToken } from '../../shared/deliveries/channels/confirmation/tokens.ts';
import { ConfirmationSecret } from '../../shared/storage/confirmationSecret.ts';
import { sharedTable } from './service.ts';

const secretOf = () => new ConfirmationSecret(sharedTable()).findOrMake();

/** The token in mails to a mailbox of the shared local cloud. */
export async function tokenToUnsubscribe(mailbox: string): Promise<string> {
  const secret = await secretOf();
  return unsubscribeToken(secret, hashedMailbox(secret, mailbox));
}

/** The token in the mail about a pending submission. */
export const tokenToConfirm = async (endpointId: string, submissionId: string): Promise<string> =>
  confirmToken(await secretOf(), endpointId, submissionId);
