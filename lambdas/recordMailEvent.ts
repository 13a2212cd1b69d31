import type { Context, EventBridgeEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { isId } from '../shared/contract/ids.ts';
import { confirmationDelivery } from '../shared/deliveries/channels/confirmation/confirmationDelivery.ts';
import { MailCounter } from '../shared/deliveries/channels/mail/mailCounter.ts';
import { mailDelivery } from '../shared/deliveries/channels/mail/mailDelivery.ts';
import { ABOUT_TAG, CHANNEL_TAG, ENDPOINT_TAG } from '../shared/deliveries/channels/mail/mailer.ts';
import { isAbout } from '../shared/deliveries/events.ts';
import { DeliveryMetrics } from '../shared/deliveries/metrics.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { log } from '../shared/runtime/log.ts';
import { ConfirmationHealth } from '../shared/storage/confirmationHealth.ts';
import { DeliveryRecords } from '../shared/storage/deliveryRecords.ts';
import { createClient, Table } from '../shared/storage/table.ts';

interface Dependencies {
  records: Pick<DeliveryRecords, 'fail'>;
  health: Pick<ConfirmationHealth, 'addReturned'>;
  mailCounter: Pick<MailCounter, 'add'>;
}

const Recipients = z.array(z.object({ emailAddress: z.string() }));
const tagThat = (isOurs: (id: string) => boolean) =>
  z.tuple([z.string().check(z.refine(isOurs, "must be an id of this service's"))]);

/** The parts of SES's event that matter here. */
const MailEvent = z.object({
  mail: z.object({
    tags: z.object({
      [ABOUT_TAG]: tagThat(isAbout),
      [ENDPOINT_TAG]: tagThat((id) => isId('endpoint', id)),
      [CHANNEL_TAG]: z.optional(z.tuple([z.literal('confirmation')])),
    }),
  }),
  bounce: z.optional(z.object({ bounceType: z.string(), bounceSubType: z.string(), bouncedRecipients: Recipients })),
  complaint: z.optional(z.object({ complainedRecipients: Recipients })),
});
type MailEvent = z.output<typeof MailEvent>;

/**
 * Records a bounce or complaint: the notification counts as failed, with the reason. A transient bounce, such as a full
 * mailbox or an absence note, is only logged.
 */
export function createHandler({ records, health, mailCounter }: Dependencies) {
  const metrics = new DeliveryMetrics();
  return consume('recordMailEvent', async ({ detail }: EventBridgeEvent<string, unknown>, context: Context) => {
    const event = MailEvent.parse(detail);
    const ids = { about: event.mail.tags[ABOUT_TAG][0], endpointId: event.mail.tags[ENDPOINT_TAG][0] };
    const failures = failuresIn(event);
    const isConfirmation = event.mail.tags[CHANNEL_TAG] !== undefined;
    for (const { recipient, reason } of failures) {
      if (isConfirmation) await records.fail(confirmationDelivery(ids.endpointId, ids.about), reason, false);
      else await records.fail(mailDelivery({ ...ids, recipient }), reason);
    }
    // Counted after the loop: a retry after a partial failure then records and counts everything.
    metrics.count(isConfirmation ? 'confirmationsFailed' : 'failed', ids.endpointId, failures.length);
    if (isConfirmation && failures.length > 0 && (await health.addReturned(event.bounce ? 'bounced' : 'complained'))) {
      log('error', 'confirmations stopped, because too many came back', {});
      metrics.count('confirmationsStopped', ids.endpointId);
    }
    await mailCounter.add(metrics.flush(), context.getRemainingTimeInMillis());
    return { result: undefined, fields: { ...ids, kind: kindOf(event), recorded: failures.length } };
  });
}

export const handler = fromEnvironment(['tableName'], ({ tableName }) => {
  const table = new Table(createClient(), tableName);
  return createHandler({
    records: new DeliveryRecords(table),
    health: new ConfirmationHealth(table),
    mailCounter: new MailCounter(table),
  });
});

function failuresIn({ bounce, complaint }: MailEvent): { recipient: string; reason: string }[] {
  const bounced = bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : [];
  const complained = complaint?.complainedRecipients ?? [];
  return [
    ...bounced.map(({ emailAddress }) => ({ recipient: emailAddress, reason: `bounced: ${bounce?.bounceSubType}` })),
    ...complained.map(({ emailAddress }) => ({
      recipient: emailAddress,
      reason: 'complaint: the recipient called it spam',
    })),
  ];
}

/** One of three log words, never SES's own text. */
const kindOf = ({ bounce }: MailEvent): string => {
  if (!bounce) return 'complaint';
  return bounce.bounceType === 'Permanent' ? 'permanent bounce' : 'other bounce';
};
