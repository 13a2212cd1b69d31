import {
  confirmToken,
  hashedMailbox,
  unsubscribeToken,
} from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { unsubscribedKey } from '../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { adviceOn, demand } from './inspect.ts';
import type { Fields, SmokeRun } from './smokeRun.ts';

/** Takes mail also from an account in SES's sandbox, without using its quota (SES Developer Guide, "mailbox simulator"). */
export const SIMULATOR = 'success@simulator.amazonses.com';
const CONFIRMATION = { subject: 'Smoke test', text: 'Please confirm.', emailField: 'email', verify: true };

const WITHOUT_TABLE =
  'checked only with an unknown token: --stack (or --data) allows making a valid one, which only mails contain';

/** Prepares the test, which is the only mail sent: notifications are off. */
export const askForTest = (smokeRun: SmokeRun) =>
  smokeRun.succeed('updateEndpoint', { json: { targetEmails: [SIMULATOR], confirmation: CONFIRMATION } });

/** SES authorizes a call before it looks at addresses and quotas. */
export async function demandAllowed(smokeRun: SmokeRun, { isSent, reason }: Fields): Promise<string | undefined> {
  await smokeRun.succeed('updateEndpoint', { json: { targetEmails: [], confirmation: null } });
  demand(!String(reason).startsWith('AccessDenied'), `testConfirmation: ${reason}${adviceOn('testConfirmation')}`);
  return isSent ? undefined : `no mail was sent, so sending is not checked: ${reason}`;
}

/** Without an address, so that no mail is sent. */
export async function submitPending(smokeRun: SmokeRun): Promise<void> {
  await smokeRun.succeed('updateEndpoint', { json: { confirmation: CONFIRMATION } });
  await smokeRun.succeed('createSubmission', { json: { message: 'Hello' } });
  // Only the response to its sender says so.
  smokeRun.keep('submission', { isPending: undefined });
  smokeRun.inspector.error((await smokeRun.example('retrieveSubmission')).answer, 'NOT_FOUND');
}

/** Gives every answer with a valid token; confirming twice, since the second reads what the first confirmed. */
export async function answerConfirmations(smokeRun: SmokeRun): Promise<string | undefined> {
  const { table } = smokeRun;
  if (!table) return WITHOUT_TABLE;
  const secret = await new ConfirmationSecret(table).findOrMake();
  const endpointId = smokeRun.get('endpoint');
  const answer = async (action: string) => {
    const token = confirmToken(secret, endpointId, smokeRun.get('submission'));
    await smokeRun.demandDone('answerConfirmation', { endpointId }, { json: { token, action } });
  };
  await submitPending(smokeRun);
  await answer('delete');
  await submitPending(smokeRun);
  await answer('confirm');
  await answer('confirm');
  await smokeRun.succeed('retrieveSubmission');
  await smokeRun.succeed('updateEndpoint', { json: { confirmation: null } });
  return undefined;
}

export async function unsubscribeMailbox(smokeRun: SmokeRun): Promise<string | undefined> {
  const { table } = smokeRun;
  if (!table) return WITHOUT_TABLE;
  const secret = await new ConfirmationSecret(table).findOrMake();
  const mailbox = hashedMailbox(secret, `${smokeRun.marker}@example.com`);
  try {
    const query = `?token=${unsubscribeToken(secret, mailbox)}`;
    await smokeRun.demandDone('unsubscribe', {}, { query });
  } finally {
    await table.delete(unsubscribedKey(mailbox));
  }
  return undefined;
}
