import * as z from 'zod/mini';
import { COLORS, DUPLICATES, ICONS } from '../choices.ts';
import { asciiAddress } from '../emailAddress.ts';
import { TARGET_EMAILS_MAX, URL_LENGTH_MAX } from '../limits.ts';
import { isWebUrl } from '../webUrl.ts';
import { changesOf, PageMetadata, textOfLength, UnknownSettings } from './common.ts';
import { Confirmation, ShownConfirmation } from './confirmation.ts';
import { Email } from './email.ts';
import { FieldSettings, ShownFieldSettings } from './fieldRules.ts';
import { FileSettings, ShownFileSettings } from './files.ts';
import { NewCaptchaSettings, ShownSpamSettings, SpamSettings } from './spamSettings.ts';

/**
 * Removes later addresses that differ only in case or in the notation of their domain, since they reach the same
 * mailbox.
 */
function withoutDuplicates(emails: string[]): string[] {
  const mailboxes = emails.map((email) => asciiAddress(email)?.toLowerCase());
  return emails.filter((_, position) => mailboxes.indexOf(mailboxes[position]) === position);
}

export const RedirectUrl = z
  .string()
  .check(
    z.refine(
      isWebUrl,
      `must be an absolute http or https URL without user name, of at most ${URL_LENGTH_MAX} characters`,
    ),
    z.meta({ format: 'uri', maxLength: URL_LENGTH_MAX }),
  );

const EndpointFields = z.object({
  slug: z
    .string()
    .check(
      z.minLength(4, 'must have 4 to 64 characters'),
      z.maxLength(64, 'must have 4 to 64 characters'),
      z.regex(/^[a-z0-9.-]+$/, 'must contain only lowercase letters, digits, dots and hyphens'),
    ),
  name: textOfLength(4, 64),
  isEnabled: z.boolean(),
  emailNotifications: z.boolean(),
  redirectUrl: RedirectUrl,
  targetEmails: z.pipe(
    z.array(Email).check(z.maxLength(TARGET_EMAILS_MAX, `may have at most ${TARGET_EMAILS_MAX} addresses`)),
    z.transform(withoutDuplicates),
  ),
  icon: z.enum(ICONS),
  color: z.enum(COLORS),
});

/** Settings that are absent until set; `null` removes one. */
const OptionalFields = z.object({
  honeypotField: z.nullable(SpamSettings.honeypotField),
  allowedOrigins: z.nullable(SpamSettings.allowedOrigins),
  blockedTerms: z.nullable(SpamSettings.blockedTerms),
  captcha: z.nullable(SpamSettings.captcha),
  spamFilter: z.nullable(SpamSettings.spamFilter),
  files: z.nullable(FileSettings),
  fields: z.nullable(FieldSettings.fields),
  unknownFields: z.nullable(FieldSettings.unknownFields),
  confirmation: z.nullable(Confirmation),
  duplicates: z.nullable(z.enum(DUPLICATES)),
});

/** Of `EndpointCreate`, and of stored values that this version does not know. */
export const ENDPOINT_DEFAULTS = {
  isEnabled: true,
  emailNotifications: true,
  icon: 'file',
  color: 'gray',
} as const satisfies Partial<z.output<typeof EndpointFields>>;

/** The body of create-endpoint, the only one with defaults; that of `redirectUrl` is the site's thank-you page. */
export const EndpointCreate = z.pipe(
  z.extend(z.partial(EndpointFields), {
    slug: EndpointFields.shape.slug,
    targetEmails: EndpointFields.shape.targetEmails,
    ...z.partial(OptionalFields).shape,
    captcha: z.optional(z.nullable(NewCaptchaSettings)),
  }),
  z.transform(({ slug, ...rest }) => ({
    slug,
    name: slug,
    ...ENDPOINT_DEFAULTS,
    ...rest,
  })),
);
export type EndpointCreate = z.output<typeof EndpointCreate>;

/** The body of update-endpoint: at least one field. */
export const EndpointUpdate = changesOf(z.extend(EndpointFields, OptionalFields.shape));
export type EndpointUpdate = z.output<typeof EndpointUpdate>;

export const Endpoint = z.object({
  id: z.string(),
  workspaceId: z.string(),
  slug: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
  emailNotifications: z.boolean(),
  redirectUrl: z.string(),
  targetEmails: z.array(z.string()),
  icon: z.enum(ICONS),
  color: z.enum(COLORS),
  ...ShownSpamSettings,
  files: z.optional(ShownFileSettings),
  ...ShownFieldSettings,
  confirmation: z.optional(ShownConfirmation),
  duplicates: z.optional(z.enum(DUPLICATES)),
  unknownSettings: UnknownSettings,
});
export type Endpoint = z.output<typeof Endpoint>;

export const EndpointList = z.object({ _metadata: PageMetadata, endpoints: z.array(Endpoint) });
