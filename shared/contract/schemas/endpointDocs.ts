import { ALLOWED_ORIGINS_MAX, BLOCKED_TERMS_MAX, HONEYPOT_FIELD_LENGTH_MAX, TARGET_EMAILS_MAX } from '../limits.ts';
import { thankYouUrl } from '../sitePages.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS, EXAMPLE_SITE, idField } from './commonDocs.ts';
import { documented, type FieldDocs } from './documented.ts';
import { Endpoint, EndpointCreate, EndpointList, EndpointUpdate } from './endpoint.ts';
import { FIELD_SETTINGS_DOCS } from './fieldRulesDocs.ts';

const FIELDS = {
  slug: 'Short name for addresses and scripts, unique within the workspace: lower-case letters, digits, dots and hyphens.',
  name: 'Name to show to people.',
  isEnabled: 'Whether submissions are received. While it is `false`, forms get the error `DISABLED`.',
  emailNotifications: 'Whether each submission is announced by mail to every address in `targetEmails`.',
  redirectUrl:
    'Where a person’s browser goes after the form was stored: an absolute `http` or `https` address without user name or password.',
  targetEmails: `Who is notified: 0 to ${TARGET_EMAILS_MAX} addresses. Duplicates are removed. A domain may be an internationalised one; before the @ there are letters of ASCII alone.`,
  icon: 'Icon to show for the endpoint.',
  color: 'Colour of the icon.',
  honeypotField: `A field of your form that people do not see and leave empty: a submission that fills it in is kept as spam. \`_gotcha\` always is such a field. At most ${HONEYPOT_FIELD_LENGTH_MAX} characters.`,
  allowedOrigins: `The websites whose forms may send, such as \`https://example.com\`: at most ${ALLOWED_ORIGINS_MAX}. A submission from elsewhere, or from nowhere, is refused with \`FORBIDDEN\`. Absent, everybody may send.`,
  blockedTerms: `Words, phrases, mail addresses or domains (\`@example.com\`) that make a submission spam: at most ${BLOCKED_TERMS_MAX}. Only whole words count; case, accents and look-alike letters do not.`,
  captcha:
    'What senders must solve. `altcha` needs no keys; `turnstile`, `hcaptcha` and `recaptcha` need the `siteKey` and the `secret` that the provider gave you. The secret is never answered; sent back without it, the stored one stays.',
  spamFilter:
    'With `learn`, a filter learns from the submissions that you mark with `isSpam`, and keeps similar ones as spam once it knows 20 of each kind. `off`, or absent, it does nothing.',
  files:
    'Which files the form may send. Absent, it may send none: a submission with a file is refused with `UNSUPPORTED_MEDIA_TYPE`. Set as a whole: what is left out gets its default.',
  ...FIELD_SETTINGS_DOCS,
} satisfies Record<string, FieldDocs>;

const DEFAULTS = EndpointCreate.parse({ slug: 'contact', targetEmails: [] });

const withDefault = (field: 'isEnabled' | 'emailNotifications' | 'icon' | 'color') => ({
  description: FIELDS[field],
  default: DEFAULTS[field],
});

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
  Endpoint: documented({
    schema: Endpoint,
    description: 'A form receiver: what forms post to, and who is told about it.',
    fields: {
      ...FIELDS,
      id: idField('endpoint', 'Identifier. Forms post to `/v1/f/` followed by it.'),
      workspaceId: idField('workspace', 'Workspace that owns the endpoint.'),
      redirectUrl: { description: FIELDS.redirectUrl, format: 'uri' },
    },
    example: EXAMPLE,
  }),
  EndpointCreate: documented({
    schema: EndpointCreate,
    description: 'A new endpoint: `slug` and `targetEmails` are required, everything else has a default.',
    fields: {
      ...FIELDS,
      name: `${FIELDS.name} By default the slug.`,
      isEnabled: withDefault('isEnabled'),
      emailNotifications: withDefault('emailNotifications'),
      redirectUrl: `${FIELDS.redirectUrl} By default the service’s own thank-you page.`,
      icon: withDefault('icon'),
      color: withDefault('color'),
    },
    example: {
      slug: EXAMPLE.slug,
      name: EXAMPLE.name,
      targetEmails: EXAMPLE.targetEmails,
      icon: EXAMPLE.icon,
      color: EXAMPLE.color,
    },
  }),
  EndpointUpdate: documented({
    schema: EndpointUpdate,
    description:
      'The fields to change, at least one. A field that is left out stays as it is; `null` takes a setting away that is absent by default.',
    fields: FIELDS,
    example: { isEnabled: false },
  }),
  EndpointList: documented({
    schema: EndpointList,
    description: 'One page of endpoints.',
    fields: { _metadata: COMMON_SCHEMAS.PageMetadata.description, endpoints: 'The endpoints, oldest first.' },
    example: { _metadata: { totalPages: 1, page: 1, itemsPerPage: 100 }, endpoints: [EXAMPLE] },
  }),
};
