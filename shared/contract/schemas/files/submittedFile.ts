import * as z from 'zod/mini';
import { FILE_TYPES_DEFAULT } from '../../choices.ts';
import { FILE_BYTES_DEFAULT, FILE_BYTES_MAX, FILE_TYPES_MAX, FILES_DEFAULT, FILES_MAX } from '../../limits.ts';
import { listOf } from '../common.ts';

/** Characters of a media type: 127 on each side of the slash (RFC 6838). */
export const FILE_TYPE_LENGTH_MAX = 255;

/** A type such as `image/png`, a pattern with a trailing wildcard (`image/*`), or an ending such as `.step`. */
const TYPE_PATTERN =
  /^(?:[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:[a-z0-9][a-z0-9!#$&^_.+-]*\*?|\*)|\.[a-z0-9][a-z0-9_+-]{0,15})$/;

const TypePattern = z
  .string()
  .check(
    z.maxLength(FILE_TYPE_LENGTH_MAX, { error: `must have at most ${FILE_TYPE_LENGTH_MAX} characters`, abort: true }),
    z.regex(
      TYPE_PATTERN,
      'must be a lower-case media type such as application/pdf or image/*, or an ending such as .step',
    ),
  );

const count = (max: number) => {
  const error = `must be from 1 to ${max}`;
  return z.int(error).check(z.minimum(1, error), z.maximum(max, error));
};

/** A form's settings for files, in requests. */
export const FileSettings = z.object({
  maxCount: z._default(count(FILES_MAX), FILES_DEFAULT),
  maxBytes: z._default(count(FILE_BYTES_MAX), FILE_BYTES_DEFAULT),
  types: z._default(listOf(TypePattern, 1, FILE_TYPES_MAX, 'types'), [...FILE_TYPES_DEFAULT]),
});

/** A form's settings for files, in responses. */
export const ShownFileSettings = z.object({ maxCount: z.int(), maxBytes: z.int(), types: z.array(z.string()) });
export type ShownFileSettings = z.output<typeof ShownFileSettings>;

/** States of a malware scan. Without a scanner, it stays `not scanned`. */
export const SCAN_STATES = ['not scanned', 'pending', 'clean', 'infected', 'unscannable'] as const;
export type ScanState = (typeof SCAN_STATES)[number];

export const SubmittedFile = z.object({
  id: z.string(),
  field: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  scan: z.enum(SCAN_STATES),
});
export type SubmittedFile = z.output<typeof SubmittedFile>;
