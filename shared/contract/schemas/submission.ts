import * as z from 'zod/mini';
import { SUBMISSION_DEPTH_MAX, SUBMISSION_FIELDS_MAX } from '../limits.ts';
import { changesOf, isObject, PageMetadata } from './common.ts';
import { SubmittedFile } from './files.ts';

/** A form's data as a JSON object. Names such as `__proto__` are allowed, so never copy it by assignment. */
export type SubmissionData = Record<string, unknown>;

/** Levels of nesting of a value: 1 for `{"a": 1}`. Stops above the limit. */
function depthOf(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > SUBMISSION_DEPTH_MAX) return level;
  return Object.values(value).reduce<number>(
    (deepest, child) => Math.max(deepest, depthOf(child, level + 1)),
    level + 1,
  );
}

/** JSON has no infinity: `1e999` would be stored as null. */
const hasInfinity = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasInfinity)
    : value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;

/** The body of create-submission. Its size is checked when it is stored, because that error has its own code. */
export const SubmissionCreate = z.custom<SubmissionData>(isObject, 'must be a JSON object').check(
  z.refine((data) => Object.keys(data).length <= SUBMISSION_FIELDS_MAX, {
    error: `may have at most ${SUBMISSION_FIELDS_MAX} fields`,
    abort: true,
  }),
  z.refine((data) => depthOf(data) <= SUBMISSION_DEPTH_MAX, {
    error: `may be at most ${SUBMISSION_DEPTH_MAX} levels deep`,
    abort: true,
  }),
  z.refine((data) => !hasInfinity(data), 'has a number that is too large'),
  z.meta({ type: 'object', additionalProperties: true, maxProperties: SUBMISSION_FIELDS_MAX }),
);

export const SubmissionUpdate = changesOf(z.object({ isRead: z.boolean(), isSpam: z.boolean() }));
export type SubmissionUpdate = z.output<typeof SubmissionUpdate>;

const OptionalFields = {
  /** Why the service classified it as spam; absent if it did not, or if a person decided. */
  spamReason: z.optional(z.string()),
  /** In the order of the form; absent if there are none. */
  files: z.optional(z.array(SubmittedFile)),
  /** Absent if it did not have to be confirmed. */
  confirmedAt: z.optional(z.string()),
  /** The encoding of its text, if it was a guess or did not fit all bytes. */
  charset: z.optional(z.string()),
};

/** A submission without its data, in the responses of create and update. */
export const Submission = z.object({
  id: z.string(),
  endpointId: z.string(),
  location: z.string(),
  isSpam: z.boolean(),
  isRead: z.boolean(),
  ...OptionalFields,
});
export type Submission = z.output<typeof Submission>;

/** A submission with its data, in the responses of retrieve and list. */
export const SubmissionWithData = z.object({
  id: z.string(),
  endpointId: z.string(),
  data: z.custom<SubmissionData>(isObject).check(z.meta({ type: 'object', additionalProperties: true })),
  /** Absent if the order of the data's names is the sender's. */
  fieldOrder: z.optional(z.array(z.string())),
  location: z.string(),
  isSpam: z.boolean(),
  isRead: z.boolean(),
  ...OptionalFields,
});
export type SubmissionWithData = z.output<typeof SubmissionWithData>;

export const SubmissionList = z.object({ _metadata: PageMetadata, submissions: z.array(SubmissionWithData) });
