import { ApiError } from '../contract/errors.ts';
import { BODY_BYTES_MAX, FORM_BODY_BYTES_MAX } from '../contract/limits.ts';
import type { SubmissionData } from '../contract/schemas/submission.ts';
import type { SentFile } from '../files/sentFile.ts';
import type { BodyParsers } from './body.ts';
import { partsOf } from './multipart.ts';
import { decodeUtf8, decodeUtf8Part } from './utf8.ts';

/**
 * The fields of an `application/x-www-form-urlencoded` body.
 * @throws ApiError BAD_REQUEST when percent-encoded bytes are not UTF-8
 */
export function parseUrlEncoded(text: string): SubmissionData {
  const fields = [...new URLSearchParams(text)];
  // Bytes that are not UTF-8 become U+FFFD in silence: more of them than were sent means that something is lost.
  const replaced = countReplacements(fields.flat().join(''));
  if (replaced > countReplacements(text) + (text.match(/%EF%BF%BD/gi)?.length ?? 0)) {
    throw new ApiError('BAD_REQUEST', 'The form is not encoded in UTF-8: give the <form> accept-charset="utf-8".');
  }
  return collect(fields);
}

const countReplacements = (text: string): number => text.split('\uFFFD').length - 1;

/** Reads what browsers send for forms. Only one with files may be large. */
export const FORM_PARSERS: BodyParsers = {
  'application/x-www-form-urlencoded': {
    parse: (bytes) => ({ fields: parseUrlEncoded(decodeUtf8(bytes)) }),
    bytesMax: BODY_BYTES_MAX,
  },
  'multipart/form-data': { parse: parseMultipart, bytesMax: FORM_BODY_BYTES_MAX },
};

/** What a form sent. */
export interface FormContent {
  fields: SubmissionData;
  files: SentFile[];
}

/**
 * The fields and files of a `multipart/form-data` body. A file input that was left empty counts as neither.
 * @throws ApiError BAD_REQUEST when the body is not complete, or a field is not UTF-8
 */
export function parseMultipart(bytes: Buffer<ArrayBuffer>, contentType: string): FormContent {
  const fields: [string, string][] = [];
  const files: SentFile[] = [];
  for (const { name, fileName, type, bytes: content } of partsOf(bytes, contentType)) {
    if (fileName === undefined) fields.push([name, decodeUtf8Part(content)]);
    else if (content.length > 0 || fileName !== '') files.push({ field: name, name: fileName, type, content });
  }
  return { fields: collect(fields), files };
}

/** A field that is there more than once becomes a list. Names such as `__proto__` become ordinary own properties. */
function collect(fields: [string, string][]): SubmissionData {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const earlier = values.get(name);
    if (earlier) earlier.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}
