import { TEMPLATE_BYTES_MAX, WEBHOOK_HEADERS_MAX } from '../limits.ts';
import { PLACEHOLDERS } from '../webhookTemplate.ts';
import type { FieldDocs } from './documented.ts';

const placeholders = [...PLACEHOLDERS, 'field.NAME'].map((name) => `\`{{${name}}}\``).join(', ');

const FORMAT =
  'The request’s body: `standard` (JSON as Standard Webhooks has it, the default), a message for `slack`, `discord`, `teams` (Workflows), `googlechat`, `telegram` (with `chat_id` in the address), `mattermost` or `ntfy`, a row for `sheets` (Google Apps Script), or JSON by a `template` of yours.';
const TEMPLATE = `JSON as text, with placeholders in its texts: ${placeholders}. A text that is one placeholder alone becomes the value itself: a number stays a number, a missing field is \`null\`. At most ${TEMPLATE_BYTES_MAX.toLocaleString('en')} bytes.`;

/** Fields that determine a request's format, in requests. */
export const FORMAT_FIELDS = {
  format: `${FORMAT} \`null\` is \`standard\`.`,
  template: `${TEMPLATE} It belongs to the format \`template\`: setting another format removes it.`,
  headers: `Headers of your own, such as \`Authorization\`: name → value, at most ${WEBHOOK_HEADERS_MAX}. They are stored like the secret and never answered; \`null\` removes them. Not allowed are \`Forms-Hops\`, \`webhook-*\`, \`Host\`, \`Content-*\`, and headers of the connection.`,
} satisfies Record<string, FieldDocs>;

/** The same in responses. */
export const SHOWN_FIELDS = {
  format: `${FORMAT} Absent until it is set.`,
  template: `${TEMPLATE} Absent with every other format.`,
  headerNames: 'The names of the webhook’s own headers; absent where there are none.',
} satisfies Record<string, FieldDocs>;
