import * as z from 'zod/mini';
import { ApiError } from '../../../contract/errors.ts';
import { tooManyRequests } from '../../../contract/headers.ts';
import { ConfirmationCounts } from '../../../storage/confirmations/confirmationCounts.ts';
import { PendingSubmissions } from '../../../storage/confirmations/pendingSubmissions.ts';
import { confirmationId } from '../../../storage/deliveries/deliveryKeys.ts';
import { StoredEndpoint } from '../../../storage/endpoints/storedEndpoint.ts';
import type { StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';
import { submissionNotFound } from '../../../storage/submissions/submissions.ts';
import { endpointKey } from '../../../storage/table/itemKeys.ts';
import { projecting } from '../../../storage/table/projecting.ts';
import { readStored } from '../../../storage/table/stored.ts';
import type { TableAccess } from '../../../storage/table/table.ts';
import { attributeNames } from '../../../storage/table/written.ts';
import { addresseeOf } from './admission.ts';
import { limitOfMailbox } from './bounds.ts';
import { hashedMailbox } from './tokens.ts';

const ConfirmingEndpoint = z.pick(StoredEndpoint, { confirmation: true, targetEmails: true });
export const CONFIRMING_ATTRIBUTES = /* @__PURE__ */ attributeNames(ConfirmingEndpoint);

interface Asking {
  table: TableAccess;
  /** The secret of the service's confirmations. */
  key: string;
  now?: () => number;
}

/**
 * Requests that the mail of a pending submission be sent again. No later limit skips the mail.
 * @throws ApiError NOT_FOUND if it is not pending, or its address gets no confirmations; TOO_MANY_REQUESTS until an hour
 *   after the previous mail, and while its mailbox is at a limit
 */
export async function askAgain({ table, key, now = Date.now }: Asking, endpointId: string, id: string): Promise<void> {
  await new PendingSubmissions(table, now).resend(endpointId, id, async (submission) => {
    const limit = await obstacleTo({ table, key, now }, endpointId, submission);
    if (!limit) return;
    const waitS = Math.ceil((limit.until - now()) / 1_000);
    throw tooManyRequests(`The address has reached its limit of mails (${limit.reason}): try again later.`, waitS);
  });
}

async function obstacleTo({ table, key, now }: Required<Asking>, endpointId: string, submission: StoredSubmission) {
  const item = await table.getAll([endpointKey(endpointId)], projecting(CONFIRMING_ATTRIBUTES));
  const endpoint = item[0] && readStored(ConfirmingEndpoint, item[0]);
  if (!endpoint?.confirmation) throw submissionNotFound();
  const addressee = addresseeOf(endpoint, submission, []);
  if (typeof addressee === 'string') throw noMail();
  const mailbox = hashedMailbox(key, addressee.mailbox);
  const { ledger, isUnsubscribed } = await new ConfirmationCounts(table, now).readMailbox(mailbox);
  if (isUnsubscribed) throw noMail();
  const { id, resends = 0 } = submission;
  return limitOfMailbox(ledger.counted, { endpointId, deliveryId: confirmationId(id, resends + 1) }, now());
}

const noMail = () => new ApiError('NOT_FOUND', 'The address of this submission gets no confirmations.');
