import * as z from 'zod/mini';
import { FIELD_TYPES, ISSUE_CODES } from '../../choices.ts';
import {
  FIELD_NAME_LENGTH_MAX,
  FIELD_OPTIONS_MAX,
  FIELD_RULES_MAX,
  FIELD_TEXT_LENGTH_MAX,
  PATTERN_LENGTH_MAX,
  SUBMISSION_BYTES_MAX,
} from '../../limits.ts';
import { listOf, textOfLength } from '../common.ts';

const text = textOfLength(1, FIELD_TEXT_LENGTH_MAX);
const lengthError = `must be a whole number from 0 to ${SUBMISSION_BYTES_MAX}`;
const length = z.int(lengthError).check(z.minimum(0, lengthError), z.maximum(SUBMISSION_BYTES_MAX, lengthError));
const boundError = 'must be a number, or a date or time as text';
export const FieldBound = z.union(
  [z.number(boundError), z.string(boundError).check(z.maxLength(40, boundError))],
  boundError,
);

export const FieldStep = z.union([z.number(), z.enum(['any'])], 'must be a number or "any"');

export const FieldOption = z.union([text, z.object({ value: text, label: text })], {
  error: `must be a text of 1 to ${FIELD_TEXT_LENGTH_MAX} characters, or an object with value and label`,
});

/** The constraints of a form field, in the terms of HTML's constraint validation. */
export const FieldRule = z.object({
  name: textOfLength(1, FIELD_NAME_LENGTH_MAX),
  label: z.optional(text),
  type: z.enum(FIELD_TYPES),
  required: z.optional(z.boolean()),
  minLength: z.optional(length),
  maxLength: z.optional(length),
  min: z.optional(FieldBound),
  max: z.optional(FieldBound),
  step: z.optional(FieldStep),
  pattern: z.optional(textOfLength(1, PATTERN_LENGTH_MAX)),
  options: z.optional(listOf(FieldOption, 1, FIELD_OPTIONS_MAX, 'options')),
  multiple: z.optional(z.boolean()),
  accept: z.optional(text),
  message: z.optional(text),
});
export type FieldRule = z.output<typeof FieldRule>;

/** Rules in requests. `requireSoundRules` checks constraints that depend on each other. */
export const FieldRules = listOf(FieldRule, 1, FIELD_RULES_MAX, 'fields');

export const FieldIssue = z.object({ field: z.string(), code: z.enum(ISSUE_CODES), message: z.string() });
export type FieldIssue = z.output<typeof FieldIssue>;

/** The query of a request that only validates a submission. */
export const FormQuery = z.object({
  validate: z.optional(z.enum(['only'])),
  /** Unknown languages are ignored, so that they lose no form. */
  lang: z.optional(z.custom<unknown>(() => true).check(z.meta({ type: 'string' }))),
});

export const ValidationResult = z.object({ issues: z.array(FieldIssue) });
