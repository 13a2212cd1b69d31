import * as z from 'zod/mini';
import { attributeNames } from '../table/written.ts';

export const Kind = z.enum(['spam', 'ham']);
export type Kind = z.output<typeof Kind>;

export const Learning = z.object({
  /** A spam mark that is not learned yet. */
  toLearn: z.optional(Kind),
  /** The kind that it was learned as, and the generation of the filter. */
  learnedAs: z.optional(Kind),
  learnedIn: z.optional(z.string()),
  /** The period of the filter's record in which it was counted. */
  learnedDuring: z.optional(z.number()),
});
export type Learning = z.output<typeof Learning>;
export const LEARNING_ATTRIBUTES = /* @__PURE__ */ attributeNames(Learning);

/** A submission to learn: its class, and its learning attributes when it was read. */
export interface Lesson {
  submissionId: string;
  kind: Kind;
  before: Learning;
}
