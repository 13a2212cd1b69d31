import {
  CONFIRMATION_SUBJECT_LENGTH_MAX,
  CONFIRMATION_TEXT_LENGTH_MAX,
  CONFIRMED_DIGITS_MAX,
  CONFIRMED_VALUE_LENGTH_MAX,
  PENDING_DAYS,
} from '../../limits.ts';
import { documented } from '../documented.ts';
import {
  CONFIRMATION_PLACEHOLDERS,
  ConfirmationStatus,
  ConfirmationTest,
  ConfirmationTestRequest,
} from './confirmation.ts';

const PLACEHOLDERS = [...CONFIRMATION_PLACEHOLDERS, 'field.NAME'].map((name) => `\`{{${name}}}\``).join(', ');

export const CONFIRMATION_DOCS = `The mail that the sender of a form gets. If absent, senders get none. \`subject\` (at most ${CONFIRMATION_SUBJECT_LENGTH_MAX} characters) and \`text\` (at most ${CONFIRMATION_TEXT_LENGTH_MAX.toLocaleString('en')}, plain text) may have the placeholders ${PLACEHOLDERS}. A field is filled in only if its value cannot carry a message of its own: a date, a boolean, a number of at most ${CONFIRMED_DIGITS_MAX} digits, or a text of at most ${CONFIRMED_VALUE_LENGTH_MAX} characters without links, addresses and longer numbers. \`emailField\` is the field with the address (by default \`email\`); \`replyTo\` is one of \`targetEmails\`. With \`verify\`, a submission only counts once its sender has confirmed it through the mail’s link, within ${PENDING_DAYS} days, or \`keepDays\` if those are fewer; until then it is pending (list-pending-submissions). With \`language\`, the mail’s button and end are in that language, as its text is; by default in the sender’s. Set as a whole.`;

const RECIPIENT = 'you@example.com';

export const CONFIRMATION_SCHEMAS = {
  ConfirmationTestRequest: documented(ConfirmationTestRequest, {
    description: 'What to test.',
    fields: {
      recipient: 'One of the endpoint’s `targetEmails`, as written there.',
      confirmation: 'The confirmation to send, before it is saved. If absent, the stored one.',
    },
    example: {
      recipient: RECIPIENT,
      confirmation: { subject: 'Thank you, {{field.name}}', text: 'We received your message on {{date}}.' },
    },
  }),
  ConfirmationTest: documented(ConfirmationTest, {
    description: 'The result of a test.',
    fields: {
      isSent: 'Whether Amazon SES accepted the mail.',
      recipient: 'The address.',
      stoppedBy:
        'Whose confirmations bounced or were reported as spam too often: those of the `endpoint`, of its `workspace`, or of the whole `service`. Absent unless they have stopped.',
      stoppedUntil: 'Until when.',
      reason:
        'Why it was not sent: `stopped` while confirmations have stopped, otherwise what Amazon SES says. After a timeout, the mail may still arrive.',
    },
    example: { isSent: true, recipient: RECIPIENT },
  }),
  ConfirmationStatus: documented(ConfirmationStatus, {
    description: 'What keeps confirmations from being sent.',
    fields: {
      isSandboxed:
        'Whether Amazon SES is in its sandbox, where it only sends to verified addresses. Absent if it is not known at the moment.',
      stoppedBy:
        'Whose confirmations bounced or were reported as spam too often: those of the `endpoint`, of its `workspace`, or of the whole `service`. Absent while they are sent.',
      stoppedUntil: 'Until when they wait.',
      networksStopped:
        'Of how many networks the confirmations with `verify` wait at all endpoints, since they bounced or were reported as spam. Absent if of none.',
    },
    example: { isSandboxed: false, stoppedBy: 'endpoint', stoppedUntil: '2026-11-23 08:30:00.000000' },
  }),
};
