import type { EventBridgeEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { readSettings } from '../shared/environment.ts';
import { log } from '../shared/log.ts';
import { ENDPOINT_TAG, SUBMISSION_TAG } from '../shared/notifications/mailer.ts';
import { Notes } from '../shared/notifications/notes.ts';
import { createClient, Table } from '../shared/repositories/table.ts';

const { tableName } = readSettings('tableName');
const notes = new Notes(new Table(createClient(), tableName));

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/** The parts of SES's event that matter here. */
const MailEvent = z.object({
  mail: z.object({
    tags: z.object({ [SUBMISSION_TAG]: z.tuple([z.string()]), [ENDPOINT_TAG]: z.tuple([z.string()]) }),
  }),
  bounce: z.optional(z.object({ bounceType: z.string(), bounceSubType: z.string(), bouncedRecipients: Recipients })),
  complaint: z.optional(z.object({ complainedRecipients: Recipients })),
});

/**
 * Records that a message came back or was complained about: its notification counts as failed, with the reason.
 * A transient bounce, such as a full mailbox or an absence note, is logged and changes nothing.
 */
export async function handler({ detail }: EventBridgeEvent<string, unknown>): Promise<void> {
  const { mail, bounce, complaint } = MailEvent.parse(detail);
  const ids = { submissionId: mail.tags[SUBMISSION_TAG][0], endpointId: mail.tags[ENDPOINT_TAG][0] };
  log('warn', 'a notification bounced or was complained about', { ...ids, bounceType: bounce?.bounceType });
  if (bounce?.bounceType === 'Permanent') {
    for (const { emailAddress } of bounce.bouncedRecipients) {
      await notes.recordFailure({ ...ids, recipient: emailAddress }, `bounced: ${bounce.bounceSubType}`);
    }
  }
  for (const { emailAddress } of complaint?.complainedRecipients ?? []) {
    await notes.recordFailure({ ...ids, recipient: emailAddress }, 'complaint: the recipient called it spam');
  }
}
