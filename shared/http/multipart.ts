import { MIMEType } from 'node:util';
import { ApiError } from '../contract/errors.ts';
import { FORM_VALUES_MAX } from '../contract/limits.ts';
import type { EncodedText } from './formTexts.ts';

/** A part whose texts are not decoded. */
export interface BodyPart {
  name: EncodedText;
  /** Absent for ordinary fields; empty if no file was chosen. */
  fileName: EncodedText | undefined;
  /** The type declared by the sender; empty if none. */
  type: string;
  /** A view into the body. */
  bytes: Buffer<ArrayBuffer>;
}

/** RFC 2046, 5.1.1. */
const BOUNDARY_LENGTH_MAX = 70;
/** Limit for the headers of one part. */
const HEADERS_BYTES_MAX = 64 * 1024;
const CRLF = Buffer.from('\r\n');
const LF = CRLF.subarray(1);

const incomplete = (): ApiError => new ApiError('BAD_REQUEST', 'The body is not complete multipart/form-data.');
const tooMuch = (what: string): ApiError => new ApiError('PAYLOAD_TOO_LARGE', `The body has too many ${what}.`);

/**
 * The parts of a `multipart/form-data` body (RFC 7578), in order. Ignores text before the first part; lines may also end in LF
 * only. Runs in linear time and copies no contents.
 * @throws ApiError BAD_REQUEST when the body is truncated; PAYLOAD_TOO_LARGE for more parts than a submission can have
 */
export function bodyPartsOf(body: Buffer<ArrayBuffer>, contentType: string): BodyPart[] {
  const { delimiter, position: first } = firstDelimiter(body, contentType);
  const lineEnd = lineEndAt(body, first, CRLF) === undefined ? LF : CRLF;
  const headersEndBytes = Buffer.concat([lineEnd, lineEnd]);
  const parts: BodyPart[] = [];
  let position = first;
  while (!isLast(body, position)) {
    const start = lineEndAt(body, position, lineEnd);
    if (start === undefined) throw incomplete();
    // For a part without headers, the line end before them is also the terminator.
    const headersEnd = body.indexOf(headersEndBytes, start - lineEnd.length);
    if (headersEnd < 0) throw incomplete();
    if (headersEnd - start > HEADERS_BYTES_MAX) throw tooMuch('headers');
    if (parts.length === FORM_VALUES_MAX) throw tooMuch('parts');
    const contentStart = headersEnd + headersEndBytes.length;
    const contentEnd = delimiterFrom(body, Buffer.concat([lineEnd, delimiter]), contentStart);
    const headers = body.toString('latin1', start, Math.max(start, headersEnd));
    parts.push({ ...describe(headers), bytes: body.subarray(contentStart, contentEnd) });
    position = contentEnd + lineEnd.length + delimiter.length;
  }
  return parts;
}

/** The delimiter, and the position behind its first occurrence at the start of a line. */
function firstDelimiter(body: Buffer, contentType: string) {
  const boundary = new MIMEType(contentType).params.get('boundary') ?? boundaryIn(body);
  if (boundary === '' || boundary.length > BOUNDARY_LENGTH_MAX) throw incomplete();
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  if (body.subarray(0, delimiter.length).equals(delimiter)) return { delimiter, position: delimiter.length };
  const wanted = Buffer.concat([LF, delimiter]);
  return { delimiter, position: delimiterFrom(body, wanted, 0) + wanted.length };
}

/** Scripts that set `Content-Type` themselves leave out the boundary: the body begins with it. */
const boundaryIn = (body: Buffer): string =>
  /^--([^\r\n]+)\r?\n/.exec(body.toString('latin1', 0, BOUNDARY_LENGTH_MAX + 4))?.[1]?.trimEnd() ?? '';

const isLast = (body: Buffer, position: number): boolean => body.toString('latin1', position, position + 2) === '--';

/** The start of the line after a delimiter; undefined if other text follows the delimiter. */
function lineEndAt(body: Buffer, position: number, lineEnd: Buffer): number | undefined {
  let end = position;
  while (body[end] === 0x20 || body[end] === 0x09) end++;
  return body.subarray(end, end + lineEnd.length).equals(lineEnd) ? end + lineEnd.length : undefined;
}

/** The start of the next line end and delimiter. A longer line with the same prefix is content. */
function delimiterFrom(body: Buffer, wanted: Buffer, from: number): number {
  for (let at = body.indexOf(wanted, from); at >= 0; at = body.indexOf(wanted, at + 1)) {
    const behind = at + wanted.length;
    if (isLast(body, behind) || [CRLF, LF].some((lineEnd) => lineEndAt(body, behind, lineEnd) !== undefined)) return at;
  }
  throw incomplete();
}

/** Parses a part's headers, which are decoded as Latin-1 so far. */
function describe(headers: string): Omit<BodyPart, 'bytes'> {
  const lines = new Map(
    unfolded(headers)
      .split(/\r?\n/)
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  const parameters = parametersOf(lines.get('content-disposition') ?? '');
  const name = textOf(parameters, 'name');
  if (name === undefined) throw incomplete();
  return { name, fileName: textOf(parameters, 'filename'), type: (lines.get('content-type') ?? '').toLowerCase() };
}

/** A line that begins with space continues the header before it (RFC 5322, 2.2.3). */
const unfolded = (headers: string): string => headers.replace(/\r?\n[ \t]+/g, ' ');

/** Names beyond ASCII as .NET's `HttpClient` writes them, with or without an extended parameter. */
const ENCODED_WORD = /^=\?utf-8\?B\?([a-z0-9+/=]*)\?=$/i;

function textOf(parameters: Parameters, key: 'name' | 'filename'): EncodedText | undefined {
  const plain = parameters[key];
  const extended = parameters[`${key}*`];
  const [, base64] = ENCODED_WORD.exec(plain ?? '') ?? [];
  if (extended !== undefined && (plain === undefined || base64 !== undefined)) return extendedText(extended);
  if (base64 !== undefined) return { bytes: Buffer.from(base64, 'base64'), charset: 'utf-8' };
  return plain === undefined ? undefined : { bytes: Buffer.from(unescaped(plain), 'latin1') };
}

/** Decodes `UTF-8''na%C3%AFve.txt` (RFC 8187, 3.2). */
function extendedText(value: string): EncodedText {
  const [, charset, encoded = ''] = /^([^']*)'[^']*'(.*)$/s.exec(value) ?? [];
  return { bytes: percentDecoded(charset === undefined ? value : encoded), charset };
}

/** The bytes of percent-encoded text (URL, "Percent-decode"). */
export const percentDecoded = (latin1: string): Buffer =>
  Buffer.from(
    latin1.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

type Parameters = Partial<Record<string, string>>;

/** The parameters of `form-data; name="a"; filename="b"`. */
function parametersOf(disposition: string): Parameters {
  const found: Record<string, string> = {};
  const [kind = ''] = disposition.split(';', 1);
  if (kind.trim().toLowerCase() !== 'form-data') return found;
  let position = kind.length;
  while (position < disposition.length) {
    const equals = disposition.indexOf('=', position);
    if (equals < 0) break;
    const name = disposition
      .slice(position, equals)
      .replace(/^[;\s]+/, '')
      .trim()
      .toLowerCase();
    let start = equals + 1;
    while (disposition[start] === ' ') start++;
    const isQuoted = disposition[start] === '"';
    const end = isQuoted ? quoteEnd(disposition, start + 1) : tokenEnd(disposition, start);
    found[name] = isQuoted ? disposition.slice(start + 1, end) : disposition.slice(start, end).trim();
    position = end + (isQuoted ? 1 : 0);
  }
  return found;
}

/** The closing quote of a parameter. A quote followed by other text belongs to the name: some clients do not escape it. */
function quoteEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    const behind = text.slice(at + 1, at + 3).trimStart();
    if (behind === '' || behind.startsWith(';')) return at;
  }
  throw incomplete();
}

function tokenEnd(text: string, from: number): number {
  const end = text.indexOf(';', from);
  return end < 0 ? text.length : end;
}

/** Reverses the escaping of browsers (HTML, "Multipart form data") and curl. */
const unescaped = (name: string): string =>
  name.replace(/%22|%0D|%0A|\\"/gi, (found) => ESCAPES[found.toUpperCase()] ?? found);

const ESCAPES: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n', '\\"': '"' };
