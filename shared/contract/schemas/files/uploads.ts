import * as z from 'zod/mini';
import { CAPTCHA_ANSWER_LENGTH_MAX, FILE_FIELD_BYTES_MAX, SENT_FILE_NAME_LENGTH_MAX } from '../../limits.ts';
import { isObject, textOfLength } from '../common.ts';
import { FILE_TYPE_LENGTH_MAX } from './submittedFile.ts';

export const UploadCreate = z.object({
  name: textOfLength(1, SENT_FILE_NAME_LENGTH_MAX),
  type: z._default(
    z.string().check(z.maxLength(FILE_TYPE_LENGTH_MAX, `must have at most ${FILE_TYPE_LENGTH_MAX} characters`)),
    '',
  ),
  bytes: z.int('is too large').check(z.minimum(1, 'must be 1 or more')),
  // Percent-encoded, the names of file and field must fit into the 2 kB of an object's metadata in Amazon S3.
  field: z._default(
    textOfLength(1, FILE_FIELD_BYTES_MAX).check(
      z.refine(
        (text) => new TextEncoder().encode(text).length <= FILE_FIELD_BYTES_MAX,
        `must have at most ${FILE_FIELD_BYTES_MAX} bytes`,
      ),
    ),
    'file',
  ),
  captcha: z.optional(textOfLength(1, CAPTCHA_ANSWER_LENGTH_MAX)),
});
export type UploadCreate = z.output<typeof UploadCreate>;

export const Upload = z.object({
  id: z.string(),
  url: z.string(),
  // z.record would add two kilobytes to a browser's bundle.
  headers: z
    .custom<Record<string, string>>(isObject)
    .check(z.meta({ type: 'object', additionalProperties: { type: 'string' } })),
  expiresAt: z.string(),
  pass: z.optional(z.string()),
});
export type Upload = z.output<typeof Upload>;

/** True to also return a file that was not found clean. */
export const FileQuery = z.object({ unscanned: z.optional(z.enum(['true', 'false'])) });

export const FileUrl = z.object({ url: z.string(), expiresAt: z.string() });
export type FileUrl = z.output<typeof FileUrl>;
