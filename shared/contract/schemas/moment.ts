import * as z from 'zod/mini';
import { MOMENT_PATTERN, momentOf } from '../time.ts';

export const Moment = z.pipe(
  z.string().check(
    z.refine((text) => momentOf(text) !== undefined, 'must be a date such as 2026-11-22, or a time in UTC'),
    z.meta({ pattern: MOMENT_PATTERN.source }),
  ),
  z.transform((text) => momentOf(text) as number),
);

export const CREATED_WITHIN = { createdAfter: z.optional(Moment), createdBefore: z.optional(Moment) };
