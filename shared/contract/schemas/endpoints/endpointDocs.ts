import { thankYouUrl } from '../../formPages.ts';
import {
  ALLOWED_ORIGINS_MAX,
  BLOCKED_TERMS_MAX,
  HONEYPOT_FIELD_LENGTH_MAX,
  KEEP_DAYS_MAX,
  MERGED_SECONDS,
  OWN_TEXT_LENGTH_MAX,
  SUBMISSIONS_TAKEN_MAX,
  TARGET_EMAILS_MAX,
  UNDELIVERED_DAYS,
} from '../../limits.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS, EXAMPLE_SITE, idField, UNKNOWN_SETTINGS } from '../commonDocs.ts';
import { CONFIRMATION_DOCS } from '../confirmations/confirmationDocs.ts';
import { describedDefaults, documented, type FieldDocs } from '../documented.ts';
import {
  ENDPOINT_DEFAULTS,
  Endpoint,
  EndpointCreate,
  EndpointDefaults,
  EndpointList,
  EndpointUpdate,
} from './endpoint.ts';
import { FIELD_SETTINGS_DOCS } from './fieldRulesDocs.ts';

const FIELDS = {
  slug: 'Short name for URLs and scripts, unique within the workspace: lowercase letters, digits, dots and hyphens.',
  name: 'Display name.',
  isEnabled:
    'Whether submissions are accepted. While it is `false`, forms get the error `DISABLED`. See also `closesAt` and `isArchived`.',
  emailNotifications: 'Whether to mail each submission to every address in `targetEmails`.',
  redirectUrl:
    'Where to redirect the browser after a form was stored: an absolute `http` or `https` URL without user name or password.',
  targetEmails: `Who is notified: 0 to ${TARGET_EMAILS_MAX} addresses. Duplicates are removed. The domain may be internationalised; the part before the @ must be ASCII.`,
  icon: 'The endpoint’s icon.',
  color: 'The icon’s colour.',
  honeypotField: `Name of a hidden field that people leave empty: a submission that fills it in is stored as spam. \`_gotcha\` always is such a field. At most ${HONEYPOT_FIELD_LENGTH_MAX} characters.`,
  allowedOrigins: `The websites whose forms are accepted, such as \`https://example.com\`, and apps, such as \`capacitor://localhost\`: at most ${ALLOWED_ORIGINS_MAX}. A submission from another website, or without an origin, is rejected with \`FORBIDDEN\`. If absent, any website is accepted.`,
  blockedTerms: `Words, phrases, email addresses or domains (\`@example.com\`) that make a submission spam: at most ${BLOCKED_TERMS_MAX}. Matches whole words, regardless of case, accents and look-alike letters.`,
  captcha:
    'What senders must solve. `altcha` needs no keys; `turnstile`, `hcaptcha` and `recaptcha` need the `siteKey` and `secret` that the provider issued. The secret is never returned; an update without it keeps the stored one.',
  spamFilter:
    'With `learn`, a filter learns from the submissions that you mark with `isSpam`, and stores similar ones as spam once it knows 20 of each kind. With `off`, the default, there is no filter.',
  files:
    'Which files the form may send. If absent, none: a submission with a file is rejected with `UNSUPPORTED_MEDIA_TYPE`. Replaced as a whole: omitted settings get their defaults.',
  ...FIELD_SETTINGS_DOCS,
  confirmation: CONFIRMATION_DOCS,
  duplicates: `With \`merge\`, the same data and files from the same network and browser within ${MERGED_SECONDS} seconds are one submission, as after a double click; all get the same response. With \`keep\`, the default, each is stored. A submission with a name (\`_id\`, \`Idempotency-Key\`) is only compared by its name.`,
  keepDays: `After how many days submissions and their files are removed: 1 to ${KEEP_DAYS_MAX}, counted from their arrival. From then on, no request, mail or webhook has them. A longer period, or \`null\`, does not bring back older ones. If absent, they are kept until they are deleted.`,
  keepSpamDays:
    'The same for those marked as spam, also counted from their arrival. A longer period spares spam that is not removed yet.',
  closesAt:
    'The time when the endpoint closes, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC. From then on, forms get the error `DISABLED`. Requests may also have a date, or a time in ISO 8601. Submissions that arrived before can still be confirmed, mailed and replayed. If absent, it does not close by itself.',
  maxSubmissions: `Submissions accepted in all, 1 to ${SUBMISSIONS_TAKEN_MAX.toLocaleString('en')}: never more, however many arrive at once. Then forms get the error \`DISABLED\`. Counts submissions stored while this is set, pending ones too, but not those held as spam. Deletions, releases, and removing this for a while do not change the count, which is \`placesTaken\` of the statistics.`,
  isArchived:
    'Whether the endpoint is archived: forms get the error `DISABLED`, and the dashboard lists it only on request.',
  closedText: `Text on the page of a closed form, below its heading: plain text of at most ${OWN_TEXT_LENGTH_MAX.toLocaleString('en')} characters, with line breaks. Scripts get it as the \`message\` of \`DISABLED\`.`,
  thankYouText: `Text on the built-in thank-you page, in place of its sentences: plain text of at most ${OWN_TEXT_LENGTH_MAX.toLocaleString('en')} characters, with line breaks. Not used with another \`redirectUrl\` or \`_next\`, nor while the sender has to confirm.`,
  keep: `With \`untilDelivered\`, a submission and its files are removed once its mails, webhook events and confirmation have ended: two hours after its arrival at the earliest, ${UNDELIVERED_DAYS} days after it at the latest, also if some failed, it is spam, it was only in a digest, or nobody is notified. Then \`keepDays\` only has an effect if it is shorter. If absent, \`keepDays\` alone decides.`,
} satisfies Record<string, FieldDocs>;

const EXAMPLE: Endpoint = {
  id: EXAMPLE_IDS.endpoint,
  workspaceId: EXAMPLE_IDS.workspace,
  slug: 'contact',
  name: 'Contact form',
  isEnabled: true,
  emailNotifications: true,
  redirectUrl: thankYouUrl(EXAMPLE_SITE),
  targetEmails: ['you@example.com'],
  icon: 'mail',
  color: 'teal',
};

export const ENDPOINT_SCHEMAS = {
  Endpoint: documented(Endpoint, {
    description: 'What forms post to, with its settings and recipients.',
    fields: {
      ...FIELDS,
      id: idField('endpoint', 'Identifier. Forms post to `/v1/f/` followed by it.'),
      workspaceId: idField('workspace', 'Workspace that owns the endpoint.'),
      redirectUrl: { description: FIELDS.redirectUrl, format: 'uri' },
      unknownSettings: UNKNOWN_SETTINGS,
    },
    example: EXAMPLE,
  }),
  EndpointCreate: documented(EndpointCreate, {
    description: 'A new endpoint: `slug` and `targetEmails` are required, everything else has a default.',
    fields: {
      ...FIELDS,
      ...describedDefaults(FIELDS, ENDPOINT_DEFAULTS),
      name: `${FIELDS.name} Defaults to the slug.`,
      redirectUrl: `${FIELDS.redirectUrl} Defaults to the service’s own thank-you page.`,
    },
    example: {
      slug: EXAMPLE.slug,
      name: EXAMPLE.name,
      targetEmails: EXAMPLE.targetEmails,
      icon: EXAMPLE.icon,
      color: EXAMPLE.color,
    },
  }),
  EndpointUpdate: documented(EndpointUpdate, {
    description:
      'The fields to change, at least one. Omitted fields stay unchanged; `null` removes an optional setting.',
    fields: FIELDS,
    example: { isEnabled: false },
  }),
  EndpointDefaults: documented(EndpointDefaults, {
    description:
      'Settings of the workspace, which only its operator can change: a new endpoint gets those that it is not created with, even as `null`.',
    fields: FIELDS,
    example: { keepDays: 365, keepSpamDays: 30 },
  }),
  EndpointList: documented(EndpointList, {
    description: 'One page of endpoints.',
    fields: {
      _metadata: COMMON_SCHEMAS.PageMetadata.description,
      endpoints: 'The endpoints, oldest first.',
      endpointDefaults: 'Settings for new endpoints. Absent if there are none.',
    },
    example: { _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, endpoints: [EXAMPLE] },
  }),
};
