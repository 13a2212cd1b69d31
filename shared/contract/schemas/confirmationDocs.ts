import {
  CONFIRMATION_SUBJECT_LENGTH_MAX,
  CONFIRMATION_TEXT_LENGTH_MAX,
  CONFIRMED_DIGITS_MAX,
  CONFIRMED_VALUE_LENGTH_MAX,
  PENDING_DAYS,
} from '../limits.ts';
import { CONFIRMATION_PLACEHOLDERS } from './confirmation.ts';

const PLACEHOLDERS = [...CONFIRMATION_PLACEHOLDERS, 'field.NAME'].map((name) => `\`{{${name}}}\``).join(', ');

/** Describes an endpoint's confirmations in the reference. */
export const CONFIRMATION_DOCS = `The mail that the sender of a form gets. If absent, senders get none. \`subject\` (at most ${CONFIRMATION_SUBJECT_LENGTH_MAX} characters) and \`text\` (at most ${CONFIRMATION_TEXT_LENGTH_MAX.toLocaleString('en')}, plain text) may have the placeholders ${PLACEHOLDERS}. A field is filled in only if its value cannot carry a message of its own: a date, a boolean, a number of at most ${CONFIRMED_DIGITS_MAX} digits, or a text of at most ${CONFIRMED_VALUE_LENGTH_MAX} characters without links, addresses and longer numbers. \`emailField\` is the field with the address (by default \`email\`); \`replyTo\` is one of \`targetEmails\`. With \`verify\`, a submission only counts once its sender has confirmed it through the mail’s link, within ${PENDING_DAYS} days; until then it is pending (list-pending-submissions). Set as a whole.`;
