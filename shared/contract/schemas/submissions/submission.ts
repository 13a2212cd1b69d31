import * as z from 'zod/mini';
import { changesOf, isObject, PageMetadata } from '../common.ts';
import { SubmittedFile } from '../files/submittedFile.ts';

/** A form's data as a JSON object. Names such as `__proto__` are allowed, so never copy it by assignment. */
export type SubmissionData = Record<string, unknown>;

export const SubmissionUpdate = changesOf(z.object({ isRead: z.boolean(), isSpam: z.boolean() }));
export type SubmissionUpdate = z.output<typeof SubmissionUpdate>;

export const SubmissionWithData = z.object({
  id: z.string(),
  endpointId: z.string(),
  data: z.custom<SubmissionData>(isObject).check(z.meta({ type: 'object', additionalProperties: true })),
  /** Absent if the order of the data's names is the sender's. */
  fieldOrder: z.optional(z.array(z.string())),
  location: z.string(),
  isSpam: z.boolean(),
  isRead: z.boolean(),
  /** The service's reason for classifying it as spam; absent if it did not, or if a person decided. */
  spamReason: z.optional(z.string()),
  /** In the order of the form; absent without files. */
  files: z.optional(z.array(SubmittedFile)),
  /** Absent if it did not have to be confirmed. */
  confirmedAt: z.optional(z.string()),
  /** The encoding of its text, if it was a guess or did not fit all bytes. */
  charset: z.optional(z.string()),
  /** The key that was sent along. Absent for strangers. */
  knownSender: z.optional(z.object({ keyId: z.string(), name: z.string() })),
});
export type SubmissionWithData = z.output<typeof SubmissionWithData>;

const { data: _, fieldOrder: _order, ...METADATA } = SubmissionWithData.shape;

export const SubmissionMetadata = z.object(METADATA);

/** In the responses of create and update. */
export const Submission = z.object({
  ...METADATA,
  /** Only in the response of create. */
  isPending: z.optional(z.boolean()),
});
export type Submission = z.output<typeof Submission>;

export const SubmissionList = z.object({ _metadata: PageMetadata, submissions: z.array(SubmissionWithData) });
