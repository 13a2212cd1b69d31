import { LANGUAGES } from '../formLanguages.ts';
import { HOPS_HEADER, IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_STATUS_HEADER } from '../headers.ts';
import {
  BULK_IDS_MAX,
  CHANGED_PER_MINUTE_MAX,
  FORM_BODY_BYTES_MAX,
  HOPS_MAX,
  SEARCH_EXAMINED_MAX,
  SEARCH_QUERY_LENGTH_MAX,
  SEARCH_TERMS_MAX,
  SEARCHED_PER_MINUTE_MAX,
  SENT_PER_MINUTE_MAX,
  SUBMISSION_BYTES_MAX,
} from '../limits.ts';
import { EXAMPLE_IDS } from '../schemas/commonDocs.ts';
import { SUBMISSION_SCHEMAS } from '../schemas/submissions/submissionDocs.ts';
import type { GroupDocs } from './documented.ts';
import { CREATED_WITHIN_QUERY, cursorQuery } from './partsDocs.ts';
import type * as submissions from './submissions.ts';

const CHANGED = `A key can change or delete ${CHANGED_PER_MINUTE_MAX.toLocaleString('en')} submissions a minute in bulk.`;

const searchQuery = {
  query: {
    description: `What to find, at most ${SEARCH_QUERY_LENGTH_MAX} characters and ${SEARCH_TERMS_MAX} words: all words, each anywhere in a name, a value or the name of a file; a \`"quoted phrase"\` as it is; \`field:word\` or \`field:"a phrase"\` in one field. Ignored are case, accents, line breaks, and the difference between typographic and plain signs; in numbers of six digits and more, also blanks and signs.`,
    example: 'ada email:example.com',
  },
  isRead: { description: 'Only read ones (`true`), or only unread ones (`false`).', example: false },
  isSpam: { description: 'Only spam (`true`), or no spam (`false`).', example: false, isLeftOut: true },
  ...CREATED_WITHIN_QUERY,
  order: { description: '`newest` or `oldest` first.', example: 'newest', isLeftOut: true },
  ...cursorQuery('matches', ' the same search. With a different search it is `BAD_REQUEST`.'),
} as const;

export const SUBMISSIONS_DOCS: GroupDocs<typeof submissions> = {
  createSubmission: {
    description: `Stores a submission. This is the URL for a form’s \`action\`, and needs no credential: anyone who knows the endpoint’s id can post to it. Field names are up to you; the data has at most ${SUBMISSION_BYTES_MAX.toLocaleString('en')} bytes as JSON.

Scripts of pages get JSON, with any headers and credentials mode. A browser that posts a form natively (\`Sec-Fetch-Mode: navigate\`) is redirected instead, unless its \`Accept\` asks for JSON: to the endpoint’s \`redirectUrl\`, or to a page that explains the error. Without \`Sec-Fetch-Mode\`, as from curl and old browsers, the response is JSON for a JSON body, for \`Accept: application/json\` or with \`X-Requested-With\`, otherwise a redirect. Errors of the gateway, such as too many requests, are JSON for everyone, with a header \`Refresh\` that leads such a browser to a page.

Text that is not UTF-8 is read in the encoding that the field \`_charset_\` or the content type names, otherwise in the likeliest one for the sender’s languages; JSON has to be UTF-8. \`application/*+json\` is read as JSON, and a body without a type as JSON or URL-encoded.

If the endpoint has \`files\`, a form can send files with \`multipart/form-data\`: about ${Math.floor(FORM_BODY_BYTES_MAX / 1_000_000)} MB in total. A script uploads larger ones before the submission.

If the endpoint has \`fields\`, a submission that breaks a rule is rejected with \`issues\`: at most one per field, with HTML’s own names. A browser that posts natively gets the form again as a page, with the entered values and an error beside each invalid field.

A form can name its submission by \`_id\`, a ULID, and a program by the header \`${IDEMPOTENCY_KEY_HEADER}\`. The same data under the same name is stored once: the response is the first one’s, with \`${IDEMPOTENCY_STATUS_HEADER}: replayed\`. Other data under that name is \`CONFLICT\`.

A program that is not a page can send a key along (\`Authorization\`). If the key may write, has \`submissions\` in its \`allows\` and is for this endpoint, its sender is known: no captcha is asked for, nothing is held as spam, and \`knownSender\` has the key’s id and name. Beyond ${SENT_PER_MINUTE_MAX} submissions a minute it is \`TOO_MANY_REQUESTS\`. With any other key, valid or not, the submission is a stranger’s.

Control fields are not stored: \`_gotcha\`, \`_subject\`, \`_next\` or \`_redirect\`, \`_charset_\`, \`_id\`, the response to the endpoint’s captcha, and \`_uploads\`, the ids of uploaded files (create-upload). Spam is stored with \`isSpam\` and \`spamReason\` and not mailed. The response is the same, so the sender cannot tell.

Webhooks can post here, too. The header \`${HOPS_HEADER}\` counts them: a submission of the last of ${HOPS_MAX} webhooks in a row is stored and mailed, but no webhook gets its events, which prevents loops. Only the header of a delivery of this service counts, until 15 minutes after it.`,
    query: {
      validate: {
        description:
          'With `only`, the submission is validated and not stored. The response is 200 with the object `{"issues": []}`, or the error that the submission would get. The captcha and the contents of files are not checked.',
        example: 'only',
        isLeftOut: true,
      },
      lang: {
        description: `The language of everything that the sender sees: pages, error messages and the confirmation: ${Object.keys(LANGUAGES).join(', ')}. Otherwise that of the browser.`,
        example: 'de',
        isLeftOut: true,
      },
    },
    body: { message: { summary: 'A message' } },
    response: 'The new submission.',
  },
  retrieveChallenge: {
    description:
      'Creates a challenge for ALTCHA’s widget, which solves it in the sender’s browser. Needs no credential. If the endpoint’s `captcha` is not `altcha`, the response is `NOT_FOUND`. A challenge is valid for one submission to its endpoint, within an hour.',
  },
  retrieveRules: {
    description:
      'Retrieves what a form has to send, for programs that fill it in: the endpoint’s `fields` and `files`, and its captcha’s provider. Needs no credential. A closed endpoint responds with `DISABLED`, a full one only to a submission.',
    response: 'The rules. Without rules, any field is accepted.',
  },
  retrieveSubmission: {
    tool: { hidesSpam: true },
    description: 'Retrieves a submission with its data.',
    response: 'The submission.',
  },
  updateSubmission: {
    description:
      'Flags a submission as read or unread, and as spam or not, independently. The submitted data never changes.',
    body: {
      read: { summary: 'Mark as read' },
      spam: { summary: 'Mark as spam, and as unread', value: { isSpam: true, isRead: false } },
    },
    response: 'The updated submission.',
    example: { ...SUBMISSION_SCHEMAS.Submission.example, isRead: true },
  },
  deleteSubmission: {
    tool: {},
    description: 'Deletes a submission, also one that is pending. This cannot be undone.',
    query: {
      state: {
        description: 'With `pending`, only deletes it while it is pending: `NOT_FOUND` if it was confirmed meanwhile.',
        example: 'pending',
        isLeftOut: true,
      },
    },
  },
  listSubmissions: {
    description:
      'Lists an endpoint’s submissions, newest first. A new submission is on page 1 as soon as its create has returned; totals may be a moment late. To read everything, follow the cursor of search-submissions: pages shift while submissions arrive or are deleted.',
  },
  searchSubmissions: {
    tool: { defaults: { isSpam: false } },
    description: `Searches submissions. A response ends with a full page, at the end, or after ${SEARCH_EXAMINED_MAX.toLocaleString('en')} submissions, fewer if they are large, or two seconds, whichever comes first: it may have fewer matches than \`limit\`, or none, before the end. Its \`cursor\` continues exactly there, without duplicates or gaps. Flags set a moment ago may not be seen yet. A submission that its sender confirms has the place of the time when it was sent: a cursor may have passed it, and searches find it about five seconds later. A key can search through ${SEARCHED_PER_MINUTE_MAX.toLocaleString('en')} submissions a minute.`,
    query: searchQuery,
  },
  updateSubmissions: {
    tool: {},
    description: `Flags up to ${BULK_IDS_MAX} submissions at once, each as update-submission does. Safe to repeat after a failure. ${CHANGED}`,
    body: {
      read: { summary: 'Mark as read' },
      spam: { summary: 'Mark as spam', value: { ids: [EXAMPLE_IDS.submission], isSpam: true } },
    },
  },
  deleteSubmissions: {
    description: `Deletes up to ${BULK_IDS_MAX} submissions at once. This cannot be undone. Safe to repeat after a failure: those already deleted are then \`notFound\`. ${CHANGED}`,
    body: { some: { summary: 'Remove these' } },
  },
  retrieveDeliveries: {
    tool: {},
    description:
      'Retrieves the mails about a submission. Sent ones are on record for 30 days, failed ones for 90. Deliveries to webhooks are in list-webhook-deliveries; if no webhook gets the submission’s events, the reason is here.',
  },
};
