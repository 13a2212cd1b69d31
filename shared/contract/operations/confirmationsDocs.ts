import { CONFIRMATION_RESEND_MINUTES, CONFIRMATION_TESTS_PER_HOUR_MAX, PENDING_DAYS } from '../limits.ts';
import { CONFIRMATION_SCHEMAS } from '../schemas/confirmations/confirmationDocs.ts';
import { EXAMPLE_TOKEN } from '../schemas/confirmations/unsubscribeDocs.ts';
import { PENDING_SCHEMAS } from '../schemas/submissions/pendingDocs.ts';
import { SUBMISSION_SCHEMAS } from '../schemas/submissions/submissionDocs.ts';
import type * as confirmations from './confirmations.ts';
import type { GroupDocs } from './documented.ts';
import { cursorQuery } from './partsDocs.ts';

const byToken = {
  query: { token: { description: 'The token from the mail’s header or link.', example: EXAMPLE_TOKEN } },
};

export const CONFIRMATIONS_DOCS: GroupDocs<typeof confirmations> = {
  listPendingSubmissions: {
    tool: {},
    description: `Lists the submissions of an endpoint that their senders have to confirm, newest first: those of the last ${PENDING_DAYS} days. No other list has them, and only confirm-submission and delete-submission find them.`,
    query: cursorQuery('submissions', '. From another list it is `BAD_REQUEST`.'),
  },
  confirmSubmission: {
    description:
      'Confirms a pending submission in place of its sender, for example because its mail could not be sent. It is then created: mails, webhooks and statistics follow. Safe to repeat. A submission that never was pending is `NOT_FOUND`.',
    response: 'The confirmed submission.',
    example: { ...SUBMISSION_SCHEMAS.Submission.example, confirmedAt: '2026-11-22 09:12:45.000000' },
  },
  testConfirmation: {
    description: `Sends the endpoint’s confirmation, or the given one before it is saved, to one of \`targetEmails\`. The mail is marked as a test, fields show their names, and its links do nothing. Its button and end are in the confirmation’s \`language\`, by default in that of \`Accept-Language\`. An endpoint can send ${CONFIRMATION_TESTS_PER_HOUR_MAX} an hour; beyond that the response is \`TOO_MANY_REQUESTS\`. Without a confirmation, or with another address, it is \`BAD_REQUEST\`.`,
    body: {
      stored: {
        summary: 'The stored confirmation',
        value: { recipient: CONFIRMATION_SCHEMAS.ConfirmationTest.example.recipient },
      },
      given: { summary: 'Before it is saved' },
    },
  },
  retrieveConfirmationStatus: {
    tool: {},
    description:
      'Says what keeps confirmations from being sent. It applies to the whole service, whether or not the endpoint has a confirmation.',
  },
  answerConfirmation: {
    description: `Takes the answer of a sender who got a mail that asks to confirm a submission. The page that the mail links to calls it when a button is pressed; opening the link changes nothing. \`confirm\` may be repeated. An unknown or expired token is \`NOT_FOUND\`, and so is one of a submission that was deleted. \`resend\` within ${CONFIRMATION_RESEND_MINUTES} minutes of the mail before is \`TOO_MANY_REQUESTS\`, and so is one while the address has reached its limit of mails. One that is accepted is sent.`,
    body: {
      confirm: { summary: 'It was me' },
      delete: { summary: 'It was not me', value: { ...PENDING_SCHEMAS.ConfirmationAnswer.example, action: 'delete' } },
    },
    response: 'Done.',
  },
  unsubscribe: {
    description:
      'Unsubscribes the token’s mailbox from all confirmations of this service. Mail programs call it when a person unsubscribes in them (RFC 8058); the body is ignored. Safe to repeat. An unknown token is `NOT_FOUND`.',
    ...byToken,
    response: 'The mailbox gets no more confirmations.',
  },
  openUnsubscribePage: {
    description:
      'Leads to a page with a button that unsubscribes: 303, or with `Accept: application/json` 200 with its URL. Opening it changes nothing, since mail scanners open links.',
    ...byToken,
  },
};
