import { digestAt } from '../../../shared/deliveries/channels/mail/digestId.ts';
import { Deliveries } from '../../../shared/storage/deliveries.ts';
import { submittedAt } from '../../../shared/storage/itemKeys.ts';
import { NotificationRecords } from '../../../shared/storage/notificationRecords.ts';
import type { Table } from '../../../shared/storage/table.ts';

/** What became of a submission's mails, as `retrieveDeliveries` answers it. */
export const mailsAbout = (table: Table, endpointId: string, submissionId: string) =>
  new Deliveries(table).about(submissionId, digestAt(endpointId, submittedAt(submissionId)).id);

/** Mails that failed for good, of all workspaces. */
export const failedMails = (table: Table) => new NotificationRecords(table).failures();
