import { HOPS_HEADER } from '../../headers.ts';
import { BULK_IDS_MAX, HOPS_MAX } from '../../limits.ts';
import {
  DeleteResult,
  SubmissionsDelete,
  SubmissionsDeleted,
  SubmissionsUpdate,
  SubmissionsUpdated,
  UpdateResult,
} from '../bulk.ts';
import { EXAMPLE_IDS, UNREADABLE } from '../commonDocs.ts';
import { DeliveryList, MailDelivery } from '../deliveries.ts';
import { documented } from '../documented.ts';
import { FoundSubmission, SearchMetadata, SearchResult } from './search.ts';
import { DATA_DOCS, SUBMISSION_FIELD_DOCS, SUBMISSION_SCHEMAS } from './submissionDocs.ts';

const ids = `Ids of submissions of this endpoint: at most ${BULK_IDS_MAX}. Duplicates count once.`;

const EXAMPLE_CREATED_AT = '2026-11-22 08:30:00.000000';
/** Cursors consist of letters, digits, `-` and `_`. */
export const EXAMPLE_CURSOR = 'MDFKRDBCNkUxRlo0R1E4UzdZTVAzQ1dLVDl-LnZ6R1pTcGt4dGZ5NWIwQzJjQm5aLWc';

const found = { ...SUBMISSION_SCHEMAS.SubmissionWithData.example, createdAt: EXAMPLE_CREATED_AT };
const metadata = { cursor: EXAMPLE_CURSOR, examined: 1_024, done: false };
const delivery = {
  recipient: 'team@example.com',
  state: 'sent',
  inDigest: false,
  sentAt: '2026-11-22 08:30:02.000000',
} as const;

const RESULT_DOCS = {
  description: 'The result for one submission.',
  fields: { id: 'The id as given.', status: '`notFound` if the endpoint has no such submission.' },
};
const RESULTS_DOCS = {
  description: 'The result for each submission.',
  fields: { results: 'One for each id, in the same order.' },
};
const updated = { id: EXAMPLE_IDS.submission, status: 'updated' } as const;
const deleted = { id: EXAMPLE_IDS.submission, status: 'deleted' } as const;

export const SEARCH_SCHEMAS = {
  FoundSubmission: documented(FoundSubmission, {
    description: 'A submission that matches.',
    fields: {
      ...SUBMISSION_FIELD_DOCS,
      ...DATA_DOCS,
      createdAt: 'When it was created, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC. The id contains it, too.',
    },
    example: found,
  }),
  SearchMetadata: documented(SearchMetadata, {
    description: 'The progress of a search.',
    fields: {
      cursor: 'Continues the same search exactly where this response ends. Absent at the end.',
      examined: 'The number of submissions read for this response.',
      done: 'Whether the search is complete.',
      unreadable: UNREADABLE,
    },
    example: metadata,
  }),
  SearchResult: documented(SearchResult, {
    description: 'The matches so far. While `done` is false, there may be fewer than `limit`, or none.',
    fields: {
      _metadata: 'The progress of the search.',
      submissions: 'The matching submissions, in the requested order.',
    },
    example: { _metadata: metadata, submissions: [found] },
  }),
  SubmissionsUpdate: documented(SubmissionsUpdate, {
    description: 'The submissions to flag, and at least one flag. Omitted flags stay unchanged.',
    fields: { ids, isRead: SUBMISSION_FIELD_DOCS.isRead, isSpam: SUBMISSION_FIELD_DOCS.isSpam },
    example: { ids: [EXAMPLE_IDS.submission], isRead: true },
  }),
  UpdateResult: documented(UpdateResult, { ...RESULT_DOCS, example: updated }),
  SubmissionsUpdated: documented(SubmissionsUpdated, { ...RESULTS_DOCS, example: { results: [updated] } }),
  SubmissionsDelete: documented(SubmissionsDelete, {
    description: 'The submissions to delete.',
    fields: { ids },
    example: { ids: [EXAMPLE_IDS.submission] },
  }),
  DeleteResult: documented(DeleteResult, { ...RESULT_DOCS, example: deleted }),
  SubmissionsDeleted: documented(SubmissionsDeleted, { ...RESULTS_DOCS, example: { results: [deleted] } }),
  MailDelivery: documented(MailDelivery, {
    description: 'A notification to one recipient.',
    fields: {
      recipient: 'The recipient’s address; `*` stands for all recipients if the submission could not be read.',
      state: '`sending` until Amazon SES has accepted it; `failed` is final and includes bounces reported later.',
      inDigest: 'Whether it was a digest of all submissions of a period.',
      sentAt: 'When Amazon SES accepted it, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC.',
      failedAt: 'When it failed.',
      reason: 'Why it failed.',
    },
    example: delivery,
  }),
  DeliveryList: documented(DeliveryList, {
    description: 'The notifications of a submission that are on record.',
    fields: {
      deliveries: 'One for each recipient, in the order of their addresses.',
      noMailReason:
        'Why there are no deliveries: `heldAsSpam` (until it is marked as not spam), `noRecipients` (the endpoint has no recipients, or its notifications are off), or `waitsForDigest` (the endpoint is over its mail budget). Absent if there are deliveries, or if the mail is about to be sent.',
      digestDueAt: 'With `waitsForDigest`: when the digest is due, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC.',
      confirmation:
        'The outcome of the mail to the sender; absent if there is none. `skipped` ones were not sent, with one of these as `reason`: `noAddress`, `ownAddress` (one of `targetEmails`, or the service’s own), `roleAddress` (such as postmaster), `tooOld`, `unsubscribed`, `addressPerHour`, `addressPerDay` (a limit was reached) or `interrupted` (it may have been sent, and is not sent twice). One that is `sending` may have to wait, with the reason `endpointPerHour` or `stopped` (too many bounced), and is `skipped` with it if too many of its sender’s network wait already, or once it is too late. A `failed` one has the provider’s reason.',
      webhooksSkippedReason: `Why no webhook gets the events of the submission: \`tooManyHops\`, it came from the last of ${HOPS_MAX} webhooks in a row (\`${HOPS_HEADER}\`), so it may be part of a loop. Absent if webhooks get its events.`,
      unreadable: 'The number of notifications whose records cannot be read. Absent if there are none.',
    },
    example: { deliveries: [delivery] },
  }),
};
