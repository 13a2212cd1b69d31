import { CONFIRMATION_RESEND_MINUTES, PENDING_DAYS } from '../../limits.ts';
import { EXAMPLE_IDS } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import { ConfirmationAnswer, PendingList, PendingSubmission } from './pending.ts';
import { SEARCH_SCHEMAS } from './searchDocs.ts';
import { SUBMISSION_FIELD_DOCS, SUBMISSION_SCHEMAS } from './submissionDocs.ts';

const { id, endpointId, location, files, knownSender } = SUBMISSION_FIELD_DOCS;
const {
  id: exampleId,
  endpointId: exampleEndpoint,
  data,
  location: from,
} = SUBMISSION_SCHEMAS.SubmissionWithData.example;

const EXAMPLE: PendingSubmission = {
  id: exampleId,
  endpointId: exampleEndpoint,
  data,
  location: from,
  expiresAt: '2026-11-29 08:30:00.000000',
  confirmation: { state: 'sent', sentAt: '2026-11-22 08:30:02.000000' },
};

export const EXAMPLE_CONFIRM_TOKEN = `${EXAMPLE_IDS.submission}.${'Zt4mP'.repeat(8)}def`;

export const PENDING_SCHEMAS = {
  PendingSubmission: documented(PendingSubmission, {
    description: 'A submission that its sender has to confirm.',
    fields: {
      id,
      endpointId,
      location,
      files,
      knownSender,
      data: 'The submitted data. Its names are the sender’s.',
      expiresAt: `When it is deleted unless it is confirmed: ${PENDING_DAYS} days after it was sent, or \`keepDays\` if those are fewer.`,
      confirmation:
        'The result of the last mail that asks the sender to confirm, as in retrieve-deliveries. With `failed` or `skipped`, only the owner can confirm the submission.',
    },
    example: EXAMPLE,
  }),
  PendingList: documented(PendingList, {
    description: 'Pending submissions. While `done` is false, there may be fewer than `limit`, or none.',
    fields: { _metadata: 'How far the list got.', submissions: 'The submissions, newest first.' },
    example: { _metadata: { ...SEARCH_SCHEMAS.SearchMetadata.example, examined: 1 }, submissions: [EXAMPLE] },
  }),
  ConfirmationAnswer: documented(ConfirmationAnswer, {
    description: 'A sender’s answer to the mail that asks to confirm a submission.',
    fields: {
      token: 'The token from the mail’s link, after the endpoint’s id.',
      action: `\`confirm\` it, \`delete\` it, or \`resend\` the mail, at most every ${CONFIRMATION_RESEND_MINUTES} minutes.`,
    },
    example: { token: EXAMPLE_CONFIRM_TOKEN, action: 'confirm' },
  }),
};
