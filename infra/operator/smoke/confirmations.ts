import {
  confirmToken,
  hashedMailbox,
  unsubscribeToken,
} from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { unsubscribedKey } from '../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import type { ExampleClient, Fields } from './exampleClient.ts';
import { adviceOn, demand } from './inspect.ts';

/** Takes mail also from an account in SES's sandbox, without using its quota (SES Developer Guide, "mailbox simulator"). */
export const SIMULATOR = 'success@simulator.amazonses.com';
const CONFIRMATION = { subject: 'Smoke test', text: 'Please confirm.', emailField: 'email', verify: true };

const WITHOUT_TABLE =
  'checked only with an unknown token: --stack (or --data) allows making a valid one, which only mails contain';

/** Prepares the test, which is the only mail sent: notifications are off. */
export const askForTest = (examples: ExampleClient) =>
  examples.succeed('updateEndpoint', { json: { targetEmails: [SIMULATOR], confirmation: CONFIRMATION } });

/** SES authorizes a call before it looks at addresses and quotas. */
export async function demandAllowed(examples: ExampleClient, { isSent, reason }: Fields): Promise<string | undefined> {
  await examples.succeed('updateEndpoint', { json: { targetEmails: [], confirmation: null } });
  demand(!String(reason).startsWith('AccessDenied'), `testConfirmation: ${reason}${adviceOn('testConfirmation')}`);
  return isSent ? undefined : `no mail was sent, so sending is not checked: ${reason}`;
}

/** Without an address, so that no mail is sent. */
export async function submitPending(examples: ExampleClient): Promise<void> {
  await examples.succeed('updateEndpoint', { json: { confirmation: CONFIRMATION } });
  await examples.succeed('createSubmission', { json: { message: 'Hello' } });
  // Only the response to its sender says so.
  examples.keep('submission', { isPending: undefined });
  examples.inspector.error((await examples.example('retrieveSubmission')).answer, 'NOT_FOUND');
}

/** Gives every answer with a valid token; confirming twice, since the second reads what the first confirmed. */
export async function answerConfirmations(examples: ExampleClient): Promise<string | undefined> {
  const { table } = examples;
  if (!table) return WITHOUT_TABLE;
  const secret = await new ConfirmationSecret(table).findOrMake();
  const endpointId = examples.get('endpoint');
  const answer = async (action: string) => {
    const token = confirmToken(secret, endpointId, examples.get('submission'));
    await examples.demandDone('answerConfirmation', { endpointId }, { json: { token, action } });
  };
  await submitPending(examples);
  await answer('delete');
  await submitPending(examples);
  await answer('confirm');
  await answer('confirm');
  await examples.succeed('retrieveSubmission');
  await examples.succeed('updateEndpoint', { json: { confirmation: null } });
  return undefined;
}

export async function unsubscribeMailbox(examples: ExampleClient): Promise<string | undefined> {
  const { table } = examples;
  if (!table) return WITHOUT_TABLE;
  const secret = await new ConfirmationSecret(table).findOrMake();
  const mailbox = hashedMailbox(secret, `${examples.marker}@example.com`);
  try {
    const query = `?token=${unsubscribeToken(secret, mailbox)}`;
    await examples.demandDone('unsubscribe', {}, { query });
  } finally {
    await table.delete(unsubscribedKey(mailbox));
  }
  return undefined;
}
