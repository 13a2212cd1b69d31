import { TEMPLATE_BYTES_MAX, WEBHOOK_HEADERS_MAX } from '../../limits.ts';
import { TEMPLATE_PLACEHOLDERS } from '../../webhookTemplate.ts';
import type { FieldDocs } from '../documented.ts';

const placeholders = [...TEMPLATE_PLACEHOLDERS, 'field.NAME'].map((name) => `\`{{${name}}}\``).join(', ');

const FORMAT =
  'The format of the request body: `standard` (JSON as in Standard Webhooks, the default), a message for `slack`, `discord`, `teams` (Workflows), `googlechat`, `telegram` (with `chat_id` in the URL), `mattermost` or `ntfy`, a row for `sheets` (Google Apps Script), or JSON from your own `template`.';
const TEMPLATE = `JSON with placeholders in its strings: ${placeholders}. A string that is only a placeholder becomes the value itself: a number stays a number, a missing field is \`null\`. At most ${TEMPLATE_BYTES_MAX.toLocaleString('en')} bytes.`;

/** Fields that determine a request's format, in requests. */
export const FORMAT_FIELDS = {
  format: `${FORMAT} \`null\` means \`standard\`.`,
  template: `${TEMPLATE} Requires the format \`template\`: setting another format removes it.`,
  headers: `Your own headers, such as \`Authorization\`: name → value, at most ${WEBHOOK_HEADERS_MAX}. They are stored like the secret and never returned; \`null\` removes them, and so does a URL of another origin without new ones. Not allowed are \`Forms-Hops\`, \`webhook-*\`, \`Host\`, \`Content-*\`, and headers of the connection.`,
} satisfies Record<string, FieldDocs>;

/** The same in responses. */
export const SHOWN_FIELDS = {
  format: `${FORMAT} Absent until set.`,
  template: `${TEMPLATE} Absent for other formats.`,
  headerNames: 'The names of the webhook’s own headers; absent if there are none.',
} satisfies Record<string, FieldDocs>;
