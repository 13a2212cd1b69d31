import { NotificationRecords } from '../../../shared/storage/notificationRecords.ts';
import type { Table } from '../../../shared/storage/table.ts';

/** What became of a mail. */
export interface RecordedMail {
  submissionId: string;
  endpointId: string;
  recipient: string;
  /** Why SES refused it; undefined if it did not. */
  refusal: string | undefined;
}

/** Records a mail as the service does once SES has answered. */
export async function recordMail(table: Table, { submissionId: about, refusal, ...mail }: RecordedMail): Promise<void> {
  const records = new NotificationRecords(table);
  const claim = await records.claim({ about, ...mail }, { leaseMs: 1_000 });
  if (claim === 'done' || !('attempt' in claim)) throw new Error('a new notification is claimed at once');
  if (refusal === undefined) await records.markSent(claim, 'message');
  else await records.markFailed(claim, refusal);
}
