import * as z from 'zod/mini';

/** What a submission is marked as, or taken for. */
export const Kind = z.enum(['spam', 'ham']);
export type Kind = z.output<typeof Kind>;

/** What a stored submission says about learning. */
export const Learning = z.object({
  /** A mark that is not learned yet. */
  toLearn: z.optional(Kind),
  /** What it was learned as, and by which filter: its generation. */
  learnedAs: z.optional(Kind),
  learnedIn: z.optional(z.string()),
  /** The period of that filter's record in which it was learned. */
  learnedDuring: z.optional(z.number()),
});
export type Learning = z.output<typeof Learning>;
export const LEARNING_ATTRIBUTES = Object.keys(Learning.shape);

/** A submission that a filter learns: as what, and what was stored about learning when it was read. */
export interface Lesson {
  submissionId: string;
  kind: Kind;
  before: Learning;
}
