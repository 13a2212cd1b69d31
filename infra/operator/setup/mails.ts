import { digestAt } from '../../../shared/deliveries/digestId.ts';
import { FailedDeliveries } from '../../../shared/storage/failedDeliveries.ts';
import { submittedAt } from '../../../shared/storage/itemKeys.ts';
import { MailLog } from '../../../shared/storage/mailLog.ts';
import type { Table } from '../../../shared/storage/table.ts';

/** The state of a submission's mails, as `retrieveDeliveries` returns it. */
export const mailsAbout = (table: Table, endpointId: string, submissionId: string) =>
  new MailLog(table).about(endpointId, submissionId, digestAt(endpointId, submittedAt(submissionId)).id);

/** Failed mails of all workspaces. */
export const failedMails = (table: Table) => new FailedDeliveries(table).all();
