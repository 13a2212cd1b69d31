import * as z from 'zod/mini';
import { mailboxOf } from '../../emailAddress.ts';
import { LANGUAGES, type Language } from '../../formLanguages.ts';
import { CONFIRMATION_SUBJECT_LENGTH_MAX, CONFIRMATION_TEXT_LENGTH_MAX, FIELD_NAME_LENGTH_MAX } from '../../limits.ts';
import { unknownPlaceholder } from '../../placeholders.ts';
import { textOfLength, unless } from '../common.ts';
import { Email } from '../email.ts';

/** Placeholders of a confirmation, besides `field.NAME`. */
export const CONFIRMATION_PLACEHOLDERS = ['form', 'date', 'reference'] as const;
export type ConfirmationPlaceholder = (typeof CONFIRMATION_PLACEHOLDERS)[number];

/** Field with the sender's address, unless a confirmation names another. */
const EMAIL_FIELD_DEFAULT = 'email';

const templateOf = (lengthMax: number) =>
  textOfLength(1, lengthMax).check(unless((text) => unknownPlaceholder(text, CONFIRMATION_PLACEHOLDERS)));

const CONTROL_CHARACTER = /\p{Cc}/u;

/** The mail that the sender of a form gets, in requests. */
export const Confirmation = z.object({
  subject: templateOf(CONFIRMATION_SUBJECT_LENGTH_MAX).check(
    z.refine((text) => !CONTROL_CHARACTER.test(text), 'must be a single line'),
  ),
  text: templateOf(CONFIRMATION_TEXT_LENGTH_MAX),
  emailField: z._default(textOfLength(1, FIELD_NAME_LENGTH_MAX), EMAIL_FIELD_DEFAULT),
  replyTo: z.optional(Email),
  verify: z.optional(z.boolean()),
  language: z.optional(z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]])),
});
export type Confirmation = z.output<typeof Confirmation>;

/** The same in responses. */
export const ShownConfirmation = z.object({
  subject: z.string(),
  text: z.string(),
  emailField: z.string(),
  replyTo: z.optional(z.string()),
  verify: z.optional(z.boolean()),
  language: z.optional(z.string()),
});

export const ConfirmationTestRequest = z.object({ recipient: Email, confirmation: z.optional(Confirmation) });

/** Scopes in which returned confirmations delay others. */
export const BRAKE_SCOPES = ['endpoint', 'workspace', 'service'] as const;
export type BrakeScope = (typeof BRAKE_SCOPES)[number];

const BRAKE = { stoppedBy: z.optional(z.enum(BRAKE_SCOPES)), stoppedUntil: z.optional(z.string()) };

export const ConfirmationTest = z.object({
  isSent: z.boolean(),
  recipient: z.string(),
  reason: z.optional(z.string()),
  ...BRAKE,
});
export type ConfirmationTest = z.output<typeof ConfirmationTest>;

export const ConfirmationStatus = z.object({
  isSandboxed: z.optional(z.boolean()),
  ...BRAKE,
  networksStopped: z.optional(z.int()),
});
export type ConfirmationStatus = z.output<typeof ConfirmationStatus>;

/** True if the confirmation's reply address, if any, is one of the endpoint's own. */
export function hasOwnReplyTo({ replyTo }: Pick<Confirmation, 'replyTo'>, targetEmails: readonly string[]): boolean {
  return replyTo === undefined || targetEmails.some((address) => mailboxOf(address) === mailboxOf(replyTo));
}
