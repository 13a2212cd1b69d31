import { mailDelivery } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveryRecords.ts';
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
  const records = new DeliveryRecords(table);
  const claim = await records.begin(mailDelivery({ about, ...mail }), 1_000);
  if (claim === 'done' || !('claim' in claim)) throw new Error('a new delivery is claimed at once');
  const outcome =
    refusal === undefined
      ? { state: 'sent' as const, attempt: { durationMs: 1, messageId: 'message' } }
      : { state: 'failed' as const, attempt: { durationMs: 1 }, reason: refusal, needsOperator: true };
  await records.record(claim, outcome);
}
