import { mailDelivery } from '../../../shared/deliveries/channels/mail/mailDelivery.ts';
import { DeliveryRecords } from '../../../shared/storage/deliveries/deliveryRecords.ts';
import type { Table } from '../../../shared/storage/table/table.ts';

export interface RecordedMail {
  submissionId: string;
  endpointId: string;
  recipient: string;
  /** SES's reason for rejecting the mail; undefined if accepted. */
  refusal: string | undefined;
}

/** Records a mail as the service does after SES's response. */
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
