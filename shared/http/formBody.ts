import { ApiError } from '../contract/errors.ts';
import { BODY_BYTES_MAX, FORM_BODY_BYTES_MAX } from '../contract/limits.ts';
import type { SubmissionData } from '../contract/schemas/submission.ts';
import type { SentFile } from '../files/sentFile.ts';
import type { BodyParsers } from './body.ts';
import { bodyPartsOf } from './multipart.ts';
import { decodeUtf8, decodeUtf8Part } from './utf8.ts';

/**
 * Parses an `application/x-www-form-urlencoded` body.
 * @throws ApiError BAD_REQUEST when percent-encoded bytes are not UTF-8
 */
export function parseUrlEncoded(text: string): SubmissionData {
  const fields = [...new URLSearchParams(text)];
  // Invalid UTF-8 silently becomes U+FFFD: more of them than in the body means that data was lost.
  const replaced = countReplacements(fields.flat().join(''));
  if (replaced > countReplacements(text) + (text.match(/%EF%BF%BD/gi)?.length ?? 0)) {
    throw new ApiError('BAD_REQUEST', 'The form is not encoded in UTF-8: add accept-charset="utf-8" to the <form>.');
  }
  return collect(fields);
}

const countReplacements = (text: string): number => text.split('\uFFFD').length - 1;

/** Parsers for the encodings of HTML forms. Only multipart bodies may be large. */
export const FORM_PARSERS: BodyParsers = {
  'application/x-www-form-urlencoded': {
    parse: (bytes) => ({ fields: parseUrlEncoded(decodeUtf8(bytes)) }),
    bytesMax: BODY_BYTES_MAX,
  },
  'multipart/form-data': { parse: parseMultipart, bytesMax: FORM_BODY_BYTES_MAX },
};

export interface FormContent {
  fields: SubmissionData;
  files: SentFile[];
}

/**
 * Parses a `multipart/form-data` body. Empty file inputs are ignored.
 * @throws ApiError BAD_REQUEST when the body is truncated or a field is not UTF-8
 */
export function parseMultipart(bytes: Buffer<ArrayBuffer>, contentType: string): FormContent {
  const fields: [string, string][] = [];
  const files: SentFile[] = [];
  for (const { name, fileName, type, bytes: content } of bodyPartsOf(bytes, contentType)) {
    if (fileName === undefined) fields.push([name, decodeUtf8Part(content)]);
    else if (content.length > 0 || fileName !== '') files.push({ field: name, name: fileName, type, content });
  }
  return { fields: collect(fields), files };
}

/** Repeated fields become lists. Names such as `__proto__` become ordinary own properties. */
function collect(fields: [string, string][]): SubmissionData {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const earlier = values.get(name);
    if (earlier) earlier.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}
