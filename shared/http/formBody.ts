import { ApiError } from '../contract/errors.ts';
import type { SubmissionData } from '../contract/schemas/submission.ts';
import { decodeUtf8 } from './utf8.ts';

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

/**
 * The fields of a `multipart/form-data` body. A file input that was left empty counts as no field.
 * @throws ApiError BAD_REQUEST when the body is not complete, UNSUPPORTED_MEDIA_TYPE when it has a file
 */
export async function parseMultipart(bytes: Buffer, contentType: string): Promise<SubmissionData> {
  const fields: [string, string][] = [];
  for (const [name, value] of await readMultipart(tripleMarks(bytes), contentType)) {
    if (typeof value === 'string') fields.push([singleMarks(name), singleMarks(value)]);
    else if (value.size > 0 || value.name !== '') {
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The field "${shown(name)}" is a file; files are not accepted.`);
    }
  }
  decodeUtf8(bytes);
  return collect(fields);
}

/** Enough of a name to know it by: it may be as long as the body. */
const shown = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}…` : name);

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The parser drops up to two byte order marks at the start of a name or value: where each is there thrice, one stays. */
function tripleMarks(bytes: Buffer): Buffer {
  if (!bytes.includes(BYTE_ORDER_MARK)) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll(BYTE_ORDER_MARK.toString('latin1'), '$&$&$&'), 'latin1');
}

const singleMarks = (text: string): string => text.replace(/\ufeff{1,3}/g, '\ufeff');

/** The platform's own parser of the format. */
async function readMultipart(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } }).formData();
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'The body is not complete multipart/form-data.', { cause });
  }
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
