import { HOPS_HEADER } from '../headers.ts';
import { BULK_IDS_MAX, HOPS_MAX } from '../limits.ts';
import {
  DeleteResult,
  SubmissionsDelete,
  SubmissionsDeleted,
  SubmissionsUpdate,
  SubmissionsUpdated,
  UpdateResult,
} from './bulk.ts';
import { EXAMPLE_IDS } from './commonDocs.ts';
import { Delivery, DeliveryList } from './deliveries.ts';
import { documented } from './documented.ts';
import { FoundSubmission, SearchMetadata, SearchResult } from './search.ts';
import { SUBMISSION_FIELD_DOCS, SUBMISSION_SCHEMAS } from './submissionDocs.ts';

const ids = `Which submissions: at most ${BULK_IDS_MAX} ids, of this endpoint. One that is there twice counts once.`;

const EXAMPLE_CREATED_AT = '2026-11-22 08:30:00.000000';
/** Cursors consist of letters, digits, `-` and `_`. */
export const EXAMPLE_CURSOR = 'MDFKRDBCNkUxRlo0R1E4UzdZTVAzQ1dLVDl-LnZ6R1pTcGt4dGZ5NWIwQzJjQm5aLWc';

const found = {
  ...SUBMISSION_SCHEMAS.SubmissionWithData.example,
  createdAt: EXAMPLE_CREATED_AT,
};
const metadata = { cursor: EXAMPLE_CURSOR, examined: 1_024, done: false };
const delivery = {
  recipient: 'team@example.com',
  state: 'sent',
  inDigest: false,
  sentAt: '2026-11-22 08:30:02.000000',
} as const;

export const SEARCH_SCHEMAS = {
  FoundSubmission: documented({
    schema: FoundSubmission,
    description: 'A submission that was found.',
    fields: {
      ...SUBMISSION_FIELD_DOCS,
      data: 'What was submitted. Its names are the sender’s.',
      createdAt: 'When it was created, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC. It is in the id, too.',
    },
    example: found,
  }),
  SearchMetadata: documented({
    schema: SearchMetadata,
    description: 'How far a search has come.',
    fields: {
      cursor: 'By which the same search goes on, exactly where this answer ends. Absent at the end.',
      examined: 'How many submissions were read for this answer.',
      done: 'Whether there is nothing more to be found.',
    },
    example: metadata,
  }),
  SearchResult: documented({
    schema: SearchResult,
    description: 'What was found so far. It may be less than `limit`, or nothing, while `done` is false.',
    fields: {
      _metadata: 'How far the search has come.',
      submissions: 'The submissions that were found, in the order that was asked for.',
    },
    example: { _metadata: metadata, submissions: [found] },
  }),
  SubmissionsUpdate: documented({
    schema: SubmissionsUpdate,
    description: 'Which submissions to mark, and at least one mark. One that is left out stays as it is.',
    fields: { ids, isRead: SUBMISSION_FIELD_DOCS.isRead, isSpam: SUBMISSION_FIELD_DOCS.isSpam },
    example: { ids: [EXAMPLE_IDS.submission], isRead: true },
  }),
  UpdateResult: documented({
    schema: UpdateResult,
    description: 'What became of one submission.',
    fields: { id: 'The id as it was given.', status: '`notFound` where the endpoint has no such submission.' },
    example: { id: EXAMPLE_IDS.submission, status: 'updated' },
  }),
  SubmissionsUpdated: documented({
    schema: SubmissionsUpdated,
    description: 'What became of each submission.',
    fields: { results: 'One for each id, in their order.' },
    example: { results: [{ id: EXAMPLE_IDS.submission, status: 'updated' }] },
  }),
  SubmissionsDelete: documented({
    schema: SubmissionsDelete,
    description: 'Which submissions to remove.',
    fields: { ids },
    example: { ids: [EXAMPLE_IDS.submission] },
  }),
  DeleteResult: documented({
    schema: DeleteResult,
    description: 'What became of one submission.',
    fields: { id: 'The id as it was given.', status: '`notFound` where the endpoint has no such submission.' },
    example: { id: EXAMPLE_IDS.submission, status: 'deleted' },
  }),
  SubmissionsDeleted: documented({
    schema: SubmissionsDeleted,
    description: 'What became of each submission.',
    fields: { results: 'One for each id, in their order.' },
    example: { results: [{ id: EXAMPLE_IDS.submission, status: 'deleted' }] },
  }),
  Delivery: documented({
    schema: Delivery,
    description: 'What became of a notification to one recipient.',
    fields: {
      recipient: 'Address that it went to; `*` stands for all, where the submission could not be read.',
      state:
        '`sending` until Amazon SES has taken it; `failed` is for good, a bounce that was reported later included.',
      inDigest: 'Whether it was a digest of all submissions of its time.',
      sentAt: 'When Amazon SES took it, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC.',
      failedAt: 'When it failed.',
      reason: 'Why it failed.',
    },
    example: delivery,
  }),
  DeliveryList: documented({
    schema: DeliveryList,
    description: 'What became of a submission’s notifications, as far as it is on record.',
    fields: {
      deliveries: 'One for each recipient, in the order of their addresses.',
      webhooksSkippedReason: `Why no webhook gets any event of the submission: \`tooManyHops\`, it arrived with \`${HOPS_HEADER}: ${HOPS_MAX}\` or more, so it may be part of a loop. Absent if webhooks get its events.`,
    },
    example: { deliveries: [delivery] },
  }),
};
