import * as z from 'zod/mini';
import {
  FIELD_ORDER_BYTES_MAX,
  SUBMISSION_BYTES_MAX,
  SUBMISSION_DEPTH_MAX,
  SUBMISSION_FIELDS_MAX,
} from '../../limits.ts';
import { COMMON_SCHEMAS, EXAMPLE_IDS, idField } from '../commonDocs.ts';
import { documented } from '../documented.ts';
import { Challenge } from './challenge.ts';
import { Submission, SubmissionList, SubmissionUpdate, SubmissionWithData } from './submission.ts';
import { SubmissionCreate } from './submissionCreate.ts';

const count = (value: number): string => value.toLocaleString('en');

export const SUBMISSION_FIELD_DOCS = {
  id: idField('submission', 'Identifier. Ids sort by time.'),
  endpointId: idField('endpoint', 'The endpoint that received it.'),
  location: 'The sender’s country in English, or `Unknown`. Never an IP address.',
  isSpam: 'Whether it is spam.',
  isRead: 'Whether it has been read.',
  spamReason:
    'Why it is spam: `honeypot`, `captcha_failed`, `captcha_unavailable`, `term:` and the blocked term, or `learned:` and the decisive words. Absent if a person marked it.',
  files: 'Its files, in the order of the form. Absent without files.',
  confirmedAt: 'When it was confirmed, `YYYY-MM-DD HH:MM:SS.ffffff` in UTC. Absent if it did not have to be.',
  charset:
    'The encoding by which its text was read, such as `windows-1252`, if that was a guess, or not all bytes fit.',
  knownSender: 'The key of a known sender (create-submission), if any.',
};

export const DATA_DOCS = {
  data: 'The submitted data. Its names are the sender’s.',
  fieldOrder: `The names in \`data\` in the sender’s order. Present only if names are whole numbers, which JavaScript puts first in any object, and all names together have at most ${FIELD_ORDER_BYTES_MAX.toLocaleString('en')} bytes as JSON, with the data at most ${SUBMISSION_BYTES_MAX.toLocaleString('en')}.`,
};

const EXAMPLE: Submission = {
  id: EXAMPLE_IDS.submission,
  endpointId: EXAMPLE_IDS.endpoint,
  location: 'Spain',
  isSpam: false,
  isRead: false,
};

const EXAMPLE_DATA = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Could you call me back?' };

const EXAMPLE_WITH_DATA: SubmissionWithData = { ...EXAMPLE, data: EXAMPLE_DATA };

/** Fields as an HTML form encodes them, without lists: typescript-fetch writes no class for a union of text and list. */
const SubmissionForm = z.record(z.string(), z.string());
const SubmissionMultipart = z.record(z.string(), z.string());

const SubmissionText = z.string().check(z.minLength(1));

/** A form without fields would be an empty body. */
const FORM_LIMITS = { minProperties: 1 };

export const SUBMISSION_SCHEMAS = {
  Challenge: documented(Challenge, {
    description: 'A challenge that ALTCHA’s widget solves in the sender’s browser.',
    fields: {
      parameters: 'What to compute, and when the challenge expires: `expiresAt`, in seconds since 1970.',
      signature: 'Proves that the service issued the challenge.',
    },
    example: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        cost: 5000,
        expiresAt: 1795305600,
        keyLength: 32,
        keyPrefix: '8a1c5e0b7d3f4a692c10f7be95d3a846',
        keySignature: '5b0f2c6f0a3f4de1a7c9a4a1b1f2ce0d7cf5b3f7e1c24a0f8f3a0d4a6f5c1b29',
        nonce: '3f9c2a7be1d04c5f8a6b7c8d9e0f1a2b',
        salt: 'c4d5e6f708192a3b4c5d6e7f8091a2b3',
      },
      signature: 'd2f1c0b9a8e7d6c5b4a3928170f6e5d4c3b2a190807f6e5d4c3b2a1908f7e6d5',
    },
  }),
  Submission: documented(Submission, {
    description: 'A submission’s metadata, without its data.',
    fields: {
      ...SUBMISSION_FIELD_DOCS,
      isPending:
        'True in the response of create-submission if the endpoint asks senders to confirm first, also for spam.',
    },
    example: EXAMPLE,
  }),
  SubmissionWithData: documented(SubmissionWithData, {
    description: 'A submission with its data.',
    fields: { ...SUBMISSION_FIELD_DOCS, ...DATA_DOCS },
    example: EXAMPLE_WITH_DATA,
  }),
  SubmissionCreate: documented(SubmissionCreate, {
    description: `The data to store: a JSON object with names of your choice. Values keep their types. At most ${SUBMISSION_FIELDS_MAX} fields that are not blank, ${SUBMISSION_DEPTH_MAX} levels deep, ${count(SUBMISSION_BYTES_MAX)} bytes as JSON.`,
    fields: {},
    example: { ...EXAMPLE_DATA, budget: 1500, topics: ['website', 'shop'] },
  }),
  SubmissionForm: documented(SubmissionForm, {
    description: 'The fields of a form. Fields with the same name become a list. The limits are those of JSON.',
    fields: {},
    keywords: FORM_LIMITS,
    example: EXAMPLE_DATA,
  }),
  SubmissionMultipart: documented(SubmissionMultipart, {
    description:
      'The fields of a form, one part each. Parts with the same name become a list. A part with a `filename` is a file, if the endpoint accepts files; an empty file input is ignored. The limits are otherwise those of JSON.',
    fields: {},
    keywords: FORM_LIMITS,
    example: EXAMPLE_DATA,
  }),
  SubmissionText: documented(SubmissionText, {
    description:
      'A JSON object, or lines `name=value` that each end in CRLF, as forms with `enctype="text/plain"` write them. Any other text becomes the field `message`.',
    fields: {},
    example: 'Could you call me back?',
  }),
  SubmissionUpdate: documented(SubmissionUpdate, {
    description: 'The flags to set, at least one. Omitted flags stay unchanged.',
    fields: { isRead: SUBMISSION_FIELD_DOCS.isRead, isSpam: SUBMISSION_FIELD_DOCS.isSpam },
    example: { isRead: true },
  }),
  SubmissionList: documented(SubmissionList, {
    description: 'One page of submissions.',
    fields: { _metadata: COMMON_SCHEMAS.PageMetadata.description, submissions: 'The submissions, newest first.' },
    example: { _metadata: COMMON_SCHEMAS.PageMetadata.example, submissions: [EXAMPLE_WITH_DATA] },
  }),
};
