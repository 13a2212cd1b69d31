import { SUBMISSION_BYTES_MAX } from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { SUBMISSION_SCHEMAS } from '../schemas/submissionDocs.ts';
import type { GroupDocs } from './documented.ts';
import { byEndpointId, deleted, listQuery, noQuery } from './partsDocs.ts';
import type * as submissions from './submissions.ts';

const {
  Challenge,
  Submission,
  SubmissionCreate,
  SubmissionForm,
  SubmissionUpdate,
  SubmissionList,
  SubmissionWithData,
} = SUBMISSION_SCHEMAS;

const bySubmissionId = {
  params: {
    ...byEndpointId.params,
    id: {
      description: 'The submission’s id. It must be a submission of this endpoint.',
      example: EXAMPLE_IDS.submission,
    },
  },
};

export const SUBMISSIONS_DOCS: GroupDocs<typeof submissions> = {
  createSubmission: {
    description: `Stores what a form sends. This is the address for a form’s \`action\`, and the only operation without a credential: anyone who knows the endpoint’s id may send. Names are free; the data has at most ${SUBMISSION_BYTES_MAX.toLocaleString('en')} bytes as JSON.

Scripts get JSON: with a JSON body, with \`Accept: application/json\` or with the header \`X-Requested-With\`. A browser that posts a form by itself is redirected instead: to the endpoint’s \`redirectUrl\`, or to a page that says what went wrong. What the gateway refuses by itself, such as too many requests, is JSON for everyone, with a header \`Refresh\` by which such a browser goes on to a page.

Fields that tell the service something are not stored: \`_gotcha\`, \`_subject\`, \`_next\` or \`_redirect\`, and the answer to the captcha that the endpoint asks for. What is found to be spam is stored with \`isSpam\` and \`spamReason\`, is not mailed, and gets the same answer: nobody who sends can tell.`,
    ...byEndpointId,
    ...noQuery,
    body: { message: { summary: 'A message', value: SubmissionCreate.example } },
    form: { message: { summary: 'A message', value: SubmissionForm.example } },
    response: { description: 'The new submission.', example: Submission.example },
  },
  retrieveChallenge: {
    description:
      'Makes a challenge for ALTCHA’s widget, which solves it in the sender’s browser. Takes no credential. An endpoint whose `captcha` is not `altcha` has none: `NOT_FOUND`. Each challenge counts for one submission to its endpoint, within an hour.',
    ...byEndpointId,
    ...noQuery,
    response: { description: 'A new challenge.', example: Challenge.example },
  },
  retrieveSubmission: {
    description: 'Reads one submission with what was submitted.',
    ...bySubmissionId,
    ...noQuery,
    response: { description: 'The submission.', example: SubmissionWithData.example },
  },
  updateSubmission: {
    description:
      'Marks a submission as read or unread, and as spam or not. The two marks do not depend on each other. What was submitted never changes.',
    ...bySubmissionId,
    ...noQuery,
    body: {
      read: { summary: 'Mark as read', value: SubmissionUpdate.example },
      spam: { summary: 'Mark as spam, and as unread', value: { isSpam: true, isRead: false } },
    },
    response: { description: 'The submission as it is now.', example: { ...Submission.example, isRead: true } },
  },
  deleteSubmission: {
    description: 'Removes one submission. This cannot be undone.',
    ...bySubmissionId,
    ...noQuery,
    ...deleted,
  },
  listSubmissions: {
    description:
      'Lists what an endpoint received, newest first. A new submission is on page 1 as soon as its create was answered; totals may be behind for a moment.',
    ...byEndpointId,
    ...listQuery,
    response: { description: 'One page of submissions.', example: SubmissionList.example },
  },
};
