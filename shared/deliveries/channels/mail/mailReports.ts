import * as z from 'zod/mini';

/** The meaning of a bounce or complaint. */
export interface MailReport {
  /** Reason for counting the mail as failed; undefined if it stays sent. */
  failure?: string;
  /** True if a confirmation with it counts towards the brakes. SES has not even tried to send some of the others. */
  isReturned: boolean;
}

const bounced = (subType: string): MailReport => ({ failure: `bounced: ${subType}`, isReturned: true });
const reported = (by: string): MailReport => ({ failure: `complaint: ${by}`, isReturned: true });
const unsent = (failure: string): MailReport => ({ failure, isReturned: false });
const ignored: MailReport = { isReturned: false };

const SPAM = reported('the recipient reported it as spam');

/**
 * All values that SES documents (Amazon SES, "Amazon SNS notification contents", "Bounce types" and "Complaint object"). An
 * unknown value has the meaning of `*`.
 */
export const BOUNCES: Readonly<Record<string, Readonly<Record<string, MailReport>>>> = {
  Permanent: {
    '*': bounced('General'),
    General: bounced('General'),
    NoEmail: bounced('NoEmail'),
    // On SES's own list: counts as a bounce of the account.
    Suppressed: bounced('Suppressed'),
    OnAccountSuppressionList: unsent('bounced: OnAccountSuppressionList'),
    UnsubscribedRecipient: unsent('bounced: UnsubscribedRecipient'),
  },
  // A full mailbox or a note of absence: the mail may still have been read.
  Transient: {
    '*': ignored,
    General: ignored,
    MailboxFull: ignored,
    MessageTooLarge: ignored,
    ContentRejected: ignored,
    AttachmentRejected: ignored,
  },
  Undetermined: { '*': ignored, Undetermined: ignored },
};

/** By `complaintSubType`, or if it is null, as for mails that were sent, by `complaintFeedbackType`. */
export const COMPLAINTS: Readonly<Record<string, MailReport>> = {
  '*': SPAM,
  OnAccountSuppressionList: unsent('not sent: the recipient reported an earlier mail as spam'),
  abuse: SPAM,
  'auth-failure': reported('its authentication failed'),
  fraud: reported('it was reported as fraud'),
  'not-spam': ignored,
  other: SPAM,
  virus: reported('it was reported as a virus'),
};

const Recipients = z.array(z.object({ emailAddress: z.string() }));
const Text = z.nullish(z.string());

export const MailBounce = z.object({
  bounceType: z.string(),
  bounceSubType: z.string(),
  bouncedRecipients: Recipients,
});
export const MailComplaint = z.object({
  complaintSubType: Text,
  complaintFeedbackType: Text,
  complainedRecipients: Recipients,
});

export function bounceReport({ bounceType, bounceSubType }: z.output<typeof MailBounce>): MailReport {
  const ofType = BOUNCES[bounceType];
  return ofType?.[bounceSubType] ?? ofType?.['*'] ?? ignored;
}

export const complaintReport = ({
  complaintSubType,
  complaintFeedbackType,
}: z.output<typeof MailComplaint>): MailReport => COMPLAINTS[complaintSubType ?? complaintFeedbackType ?? '*'] ?? SPAM;
