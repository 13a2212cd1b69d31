import { HOPS_HEADER } from '../headers.ts';
import {
  BULK_IDS_MAX,
  CHANGED_PER_MINUTE_MAX,
  FORM_BODY_BYTES_MAX,
  HOPS_MAX,
  ITEMS_PER_PAGE_MAX,
  SEARCH_EXAMINED_MAX,
  SEARCH_QUERY_LENGTH_MAX,
  SEARCH_TERMS_MAX,
  SEARCHED_PER_MINUTE_MAX,
  SUBMISSION_BYTES_MAX,
} from '../limits.ts';
import { SearchQuery } from '../schemas/search.ts';
import { EXAMPLE_CURSOR, SEARCH_SCHEMAS } from '../schemas/searchDocs.ts';
import { SUBMISSION_SCHEMAS } from '../schemas/submissionDocs.ts';
import type { GroupDocs } from './documented.ts';
import { byEndpointId, bySubmissionId, deleted, listQuery, noQuery } from './partsDocs.ts';
import type * as submissions from './submissions.ts';

const {
  Challenge,
  Submission,
  SubmissionCreate,
  SubmissionForm,
  SubmissionMultipart,
  SubmissionUpdate,
  SubmissionList,
  SubmissionWithData,
} = SUBMISSION_SCHEMAS;

const { SearchResult, SubmissionsUpdate, SubmissionsUpdated, SubmissionsDelete, SubmissionsDeleted, DeliveryList } =
  SEARCH_SCHEMAS;
const SEARCH_DEFAULTS = SearchQuery.parse({});

const CHANGED = `One key may change or delete ${CHANGED_PER_MINUTE_MAX.toLocaleString('en')} submissions in a minute this way.`;

const searchQuery = {
  query: {
    description: `What to find, at most ${SEARCH_QUERY_LENGTH_MAX} characters and ${SEARCH_TERMS_MAX} words: all words, each anywhere in a name or a value; a \`"quoted phrase"\` as it stands; \`field:word\` or \`field:"a phrase"\` in one field. Case and accents do not count.`,
    example: 'ada email:example.com',
  },
  isRead: { description: 'Only those that have been read (`true`), or that have not (`false`).', example: false },
  isSpam: {
    description: 'Only those that are marked as spam (`true`), or that are not (`false`).',
    example: false,
    isLeftOut: true,
  },
  createdAfter: {
    description: 'Only those that were created from this date or time (UTC) on.',
    example: '2026-11-01',
    isLeftOut: true,
  },
  createdBefore: {
    description: 'Only those that were created before this date or time (UTC).',
    example: '2026-11-22 12:00:00',
    isLeftOut: true,
  },
  order: {
    description: '`newest` or `oldest` first.',
    example: 'newest',
    default: SEARCH_DEFAULTS.order,
    isLeftOut: true,
  },
  limit: {
    description: `How many to answer at most. More than ${ITEMS_PER_PAGE_MAX} is served as ${ITEMS_PER_PAGE_MAX}.`,
    example: 20,
    default: SEARCH_DEFAULTS.limit,
  },
  cursor: {
    description: 'From the answer before, to go on with the same search. Of any other search it is `BAD_REQUEST`.',
    example: EXAMPLE_CURSOR,
    isLeftOut: true,
  },
} as const;

export const SUBMISSIONS_DOCS: GroupDocs<typeof submissions> = {
  createSubmission: {
    description: `Stores what a form sends. This is the address for a form’s \`action\`, and the only operation without a credential: anyone who knows the endpoint’s id may send. Names are free; the data has at most ${SUBMISSION_BYTES_MAX.toLocaleString('en')} bytes as JSON.

Scripts get JSON: with a JSON body, with \`Accept: application/json\` or with the header \`X-Requested-With\`. A browser that posts a form by itself is redirected instead: to the endpoint’s \`redirectUrl\`, or to a page that says what went wrong. What the gateway refuses by itself, such as too many requests, is JSON for everyone, with a header \`Refresh\` by which such a browser goes on to a page.

Where the endpoint has \`files\`, a form may send files with \`multipart/form-data\`: about ${Math.floor(FORM_BODY_BYTES_MAX / 1_000_000)} MB in all. Larger ones are sent by a script before the submission.

Where the endpoint has \`fields\`, a submission that breaks a rule is refused with \`issues\`: one per field, by HTML’s own names. A browser that posts by itself gets the form again as a page, with what was typed and what is wrong beside each field.

Fields that tell the service something are not stored: \`_gotcha\`, \`_subject\`, \`_next\` or \`_redirect\`, and the answer to the captcha that the endpoint asks for, and \`_uploads\`, the ids of files that were sent before (create-upload). What is found to be spam is stored with \`isSpam\` and \`spamReason\`, is not mailed, and gets the same answer: nobody who sends can tell.

Webhooks may post here, too. They count themselves in the header \`${HOPS_HEADER}\`: a submission that arrives with ${HOPS_MAX} or more is stored and mailed, but no webhook gets an event of it. This ends loops. Anything but a small number counts as ${HOPS_MAX}; a sender without webhooks leaves the header out.`,
    ...byEndpointId,
    query: {
      validate: {
        description:
          'With `only`, the submission is checked and not stored. The answer is 200 with the object `{"issues": []}`, or the error that the submission would get. Neither the captcha nor the contents of files are checked.',
        example: 'only',
        isLeftOut: true,
      },
    },
    body: { message: { summary: 'A message', value: SubmissionCreate.example } },
    form: { message: { summary: 'A message', value: SubmissionForm.example } },
    multipart: { message: { summary: 'A message', value: SubmissionMultipart.example } },
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
  searchSubmissions: {
    description: `Finds submissions. An answer ends with a full page, at the end, or after ${SEARCH_EXAMINED_MAX.toLocaleString('en')} submissions or two seconds, whatever is first: it may have fewer than \`limit\`, or none, and yet not be the end. Its \`cursor\` goes on exactly there, with nothing twice and nothing left out. A mark that was set a moment ago may be seen as it was. One key may have ${SEARCHED_PER_MINUTE_MAX.toLocaleString('en')} submissions searched through in a minute.`,
    ...byEndpointId,
    query: searchQuery,
    response: { description: 'What was found.', example: SearchResult.example },
  },
  updateSubmissions: {
    description: `Marks up to ${BULK_IDS_MAX} submissions at once, each as update-submission does. If it fails on the way it may be repeated: what is marked stays so. ${CHANGED}`,
    ...byEndpointId,
    ...noQuery,
    body: {
      read: { summary: 'Mark as read', value: SubmissionsUpdate.example },
      spam: { summary: 'Mark as spam', value: { ids: SubmissionsUpdate.example.ids, isSpam: true } },
    },
    response: { description: 'What became of each.', example: SubmissionsUpdated.example },
  },
  deleteSubmissions: {
    description: `Removes up to ${BULK_IDS_MAX} submissions at once. This cannot be undone. If it fails on the way it may be repeated: what is gone is \`notFound\` then. ${CHANGED}`,
    ...byEndpointId,
    ...noQuery,
    body: { some: { summary: 'Remove these', value: SubmissionsDelete.example } },
    response: { description: 'What became of each.', example: SubmissionsDeleted.example },
  },
  retrieveDeliveries: {
    description:
      'Tells what became of the mails about a submission. Sent ones are on record for 30 days, failed ones for 90; what was never to be announced has none. Deliveries to webhooks are in list-webhook-deliveries, but where no webhook gets any event of the submission, the reason is here.',
    ...bySubmissionId,
    ...noQuery,
    response: { description: 'What is on record.', example: DeliveryList.example },
  },
};
