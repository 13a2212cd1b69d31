import * as z from 'zod/mini';
import { isEmailAddress } from '../emailAddress.ts';
import { EMAIL_LENGTH_MAX } from '../limits.ts';

export const Email = z
  .string()
  .check(
    z.maxLength(EMAIL_LENGTH_MAX, { error: `must have at most ${EMAIL_LENGTH_MAX} characters`, abort: true }),
    z.refine(isEmailAddress, 'must be an email address'),
    z.meta({ format: 'email' }),
  );
