import * as z from 'zod/mini';
import { isBlankValue } from '../../blank.ts';
import { SUBMISSION_DEPTH_MAX, SUBMISSION_FIELDS_MAX } from '../../limits.ts';
import { isObject } from '../common.ts';
import type { SubmissionData } from './submission.ts';

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

const isFewFields = (data: SubmissionData): boolean => {
  const values = Object.values(data);
  const isFew = (some: unknown[]) => some.length <= SUBMISSION_FIELDS_MAX;
  return isFew(values) || isFew(values.filter((value) => !isBlankValue(value)));
};

/** The body of create-submission. Its size is checked when it is stored, because that error has its own code. */
export const SubmissionCreate = z.custom<SubmissionData>(isObject, 'must be a JSON object').check(
  // First, since the other checks visit every level.
  z.refine((data) => depthOf(data) <= SUBMISSION_DEPTH_MAX, {
    error: `may be at most ${SUBMISSION_DEPTH_MAX} levels deep`,
    abort: true,
  }),
  z.refine(isFewFields, { error: `may have at most ${SUBMISSION_FIELDS_MAX} fields that are not blank`, abort: true }),
  z.refine((data) => !hasInfinity(data), 'has a number that is too large'),
  z.meta({ type: 'object', additionalProperties: true }),
);
