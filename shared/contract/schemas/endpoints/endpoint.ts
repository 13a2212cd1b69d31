import * as z from 'zod/mini';
import { COLORS, DUPLICATES, ICONS, KEEP, UNKNOWN_FIELDS } from '../../choices.ts';
import { asciiAddress } from '../../emailAddress.ts';
import {
  KEEP_DAYS_MAX,
  OWN_TEXT_LENGTH_MAX,
  SUBMISSIONS_TAKEN_MAX,
  TARGET_EMAILS_MAX,
  URL_LENGTH_MAX,
} from '../../limits.ts';
import { formatTime } from '../../time.ts';
import { isWebUrl } from '../../webUrl.ts';
import { changesOf, PageMetadata, textOfLength, UnknownSettings } from '../common.ts';
import { Confirmation, ShownConfirmation } from '../confirmations/confirmation.ts';
import { Email } from '../email.ts';
import { FileSettings, ShownFileSettings } from '../files/submittedFile.ts';
import { Moment } from '../moment.ts';
import { field, optional, same, shapeOf } from './fieldList.ts';
import { FieldRule, FieldRules } from './fieldRules.ts';
import { NewCaptchaSettings, SPAM_SETTINGS } from './spamSettings.ts';

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

const numberUpTo = (max: number) =>
  z
    .int('must be a whole number')
    .check(z.minimum(1, `must be from 1 to ${max}`), z.maximum(max, `must be from 1 to ${max}`));

/** Times are formatted up to the year 9999. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const ClosesAt = z.pipe(
  Moment,
  z.transform((timeMs) => formatTime(new Date(Math.min(timeMs, LAST_TIME)))),
);

const OwnText = textOfLength(1, OWN_TEXT_LENGTH_MAX);

const FIELDS = {
  slug: field(
    z
      .string()
      .check(
        z.minLength(4, 'must have 4 to 64 characters'),
        z.maxLength(64, 'must have 4 to 64 characters'),
        z.regex(/^[a-z0-9.-]+$/, 'must contain only lowercase letters, digits, dots and hyphens'),
      ),
    z.string(),
  ),
  name: field(textOfLength(4, 64), z.string()),
  isEnabled: same(z.boolean()),
  emailNotifications: same(z.boolean()),
  redirectUrl: field(RedirectUrl, z.string()),
  targetEmails: field(
    z.pipe(
      z.array(Email).check(z.maxLength(TARGET_EMAILS_MAX, `may have at most ${TARGET_EMAILS_MAX} addresses`)),
      z.transform(withoutDuplicates),
    ),
    z.array(z.string()),
  ),
  icon: same(z.enum(ICONS)),
  color: same(z.enum(COLORS)),
  ...SPAM_SETTINGS,
  files: optional(FileSettings, ShownFileSettings),
  fields: optional(FieldRules, z.array(FieldRule)),
  unknownFields: optional(z.enum(UNKNOWN_FIELDS), z.enum(UNKNOWN_FIELDS)),
  confirmation: optional(Confirmation, ShownConfirmation),
  duplicates: optional(z.enum(DUPLICATES), z.enum(DUPLICATES)),
  keepDays: optional(numberUpTo(KEEP_DAYS_MAX), z.number()),
  keepSpamDays: optional(numberUpTo(KEEP_DAYS_MAX), z.number()),
  thankYouText: optional(OwnText, z.string()),
  closesAt: optional(ClosesAt, z.string()),
  maxSubmissions: optional(numberUpTo(SUBMISSIONS_TAKEN_MAX), z.number()),
  isArchived: optional(z.boolean(), z.boolean()),
  closedText: optional(OwnText, z.string()),
  keep: optional(z.enum(KEEP), z.enum(KEEP)),
};

const EndpointFields = z.object(shapeOf(FIELDS, 'sent'));

/** Defaults of `EndpointCreate`. They also replace stored values that this version does not know. */
export const ENDPOINT_DEFAULTS = {
  isEnabled: true,
  emailNotifications: true,
  icon: 'file',
  color: 'gray',
} as const satisfies Partial<z.output<typeof EndpointFields>>;

/** The body of create-endpoint, the only body with defaults. `redirectUrl` defaults to the site's thank-you page. */
export const EndpointCreate = z.pipe(
  z.extend(z.partial(EndpointFields), {
    slug: EndpointFields.shape.slug,
    targetEmails: EndpointFields.shape.targetEmails,
    captcha: z.optional(z.nullable(NewCaptchaSettings)),
  }),
  z.transform(({ slug, ...rest }) => ({ slug, name: slug, ...ENDPOINT_DEFAULTS, ...rest })),
);
export type EndpointCreate = z.output<typeof EndpointCreate>;

export const EndpointUpdate = changesOf(EndpointFields);
export type EndpointUpdate = z.output<typeof EndpointUpdate>;

export const Endpoint = z.object({
  id: z.string(),
  workspaceId: z.string(),
  ...shapeOf(FIELDS, 'shown'),
  unknownSettings: UnknownSettings,
});
export type Endpoint = z.output<typeof Endpoint>;

/** A workspace's settings for new endpoints that do not have their own. */
export const EndpointDefaults = z.pick(Endpoint, { keepDays: true, keepSpamDays: true, keep: true });
export type EndpointDefaults = z.output<typeof EndpointDefaults>;

export const EndpointList = z.object({
  _metadata: PageMetadata,
  endpoints: z.array(Endpoint),
  endpointDefaults: z.optional(EndpointDefaults),
});
