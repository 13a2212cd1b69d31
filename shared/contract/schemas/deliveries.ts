import * as z from 'zod/mini';

/** `skipped` deliveries were not sent: the webhook or endpoint was switched off, or the submission deleted, before. */
export const DELIVERY_STATES = ['pending', 'sent', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const MailDelivery = z.object({
  recipient: z.string(),
  state: z.enum(['sending', 'sent', 'failed']),
  inDigest: z.boolean(),
  sentAt: z.optional(z.string()),
  failedAt: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export type MailDelivery = z.output<typeof MailDelivery>;

/** Reasons for not sending a confirmation. */
export const CONFIRMATION_REASONS = [
  'noAddress',
  'ownAddress',
  'roleAddress',
  'tooOld',
  'unsubscribed',
  'stopped',
  'addressPerHour',
  'addressPerDay',
  'endpointPerHour',
  'interrupted',
] as const;
/** Reasons for holding a confirmation back for a time. */
export const CONFIRMATION_WAITS: readonly string[] = ['stopped', 'endpointPerHour'];
export type ConfirmationReason = (typeof CONFIRMATION_REASONS)[number];

/** The outcome of the mail to the sender; if it failed, with the mail provider's reason. */
export const ConfirmationDelivery = z.object({
  state: z.enum(['sending', 'sent', 'failed', 'skipped']),
  sentAt: z.optional(z.string()),
  failedAt: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export type ConfirmationDelivery = z.output<typeof ConfirmationDelivery>;

/** Reasons for the absence of a recorded mail about a submission. */
export const NO_MAIL_REASONS = ['heldAsSpam', 'noRecipients', 'waitsForDigest'] as const;

export const DeliveryList = z.object({
  deliveries: z.array(MailDelivery),
  noMailReason: z.optional(z.enum(NO_MAIL_REASONS)),
  digestDueAt: z.optional(z.string()),
  confirmation: z.optional(ConfirmationDelivery),
  webhooksSkippedReason: z.optional(z.enum(['tooManyHops'])),
  /** Absent if all can be read. */
  unreadable: z.optional(z.int()),
});
export type DeliveryList = z.output<typeof DeliveryList>;
