import { MIMEType } from 'node:util';
import { ApiError } from '../contract/errors.ts';
import { decodeUtf8Part } from './utf8.ts';

export interface BodyPart {
  name: string;
  /** Absent for ordinary fields; empty if no file was chosen. */
  fileName: string | undefined;
  /** The type declared by the sender; empty if none. */
  type: string;
  /** A view into the body. */
  bytes: Buffer<ArrayBuffer>;
}

/** RFC 2046, 5.1.1. */
const BOUNDARY_LENGTH_MAX = 70;
const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

const incomplete = (): ApiError => new ApiError('BAD_REQUEST', 'The body is not complete multipart/form-data.');

/**
 * The parts of a `multipart/form-data` body (RFC 7578, as browsers write it), in order. Runs in linear time and copies
 * no contents.
 * @throws ApiError BAD_REQUEST when the body is truncated or a name is not UTF-8
 */
export function bodyPartsOf(body: Buffer<ArrayBuffer>, contentType: string): BodyPart[] {
  const boundary = new MIMEType(contentType).params.get('boundary') ?? '';
  if (boundary === '' || boundary.length > BOUNDARY_LENGTH_MAX) throw incomplete();
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  if (!body.subarray(0, delimiter.length).equals(delimiter)) throw incomplete();
  const parts: BodyPart[] = [];
  let position = delimiter.length;
  while (!isLast(body, position)) {
    const start = lineEndAt(body, position);
    if (start === undefined) throw incomplete();
    // For a part without headers, the line end before them is also the terminator.
    const headersEnd = body.indexOf(HEADERS_END, start - LINE_END.length);
    if (headersEnd < 0) throw incomplete();
    const contentStart = headersEnd + HEADERS_END.length;
    const contentEnd = delimiterFrom(body, delimiter, contentStart);
    const headers = body.toString('latin1', start, Math.max(start, headersEnd));
    parts.push({ ...describe(headers), bytes: body.subarray(contentStart, contentEnd) });
    position = contentEnd + LINE_END.length + delimiter.length;
  }
  return parts;
}

const isLast = (body: Buffer, position: number): boolean => body.toString('latin1', position, position + 2) === '--';

/** The start of the line after a delimiter; undefined if other text follows the delimiter. */
function lineEndAt(body: Buffer, position: number): number | undefined {
  let end = position;
  while (body[end] === 0x20 || body[end] === 0x09) end++;
  return body.subarray(end, end + LINE_END.length).equals(LINE_END) ? end + LINE_END.length : undefined;
}

/** The start of the next delimiter including its line end. A longer line with the same prefix is content. */
function delimiterFrom(body: Buffer, delimiter: Buffer, from: number): number {
  const wanted = Buffer.concat([LINE_END, delimiter]);
  for (let at = body.indexOf(wanted, from); at >= 0; at = body.indexOf(wanted, at + 1)) {
    const behind = at + wanted.length;
    if (isLast(body, behind) || lineEndAt(body, behind) !== undefined) return at;
  }
  throw incomplete();
}

/** Parses a part's headers. Names are UTF-8 bytes, decoded as Latin-1 so far. */
function describe(headers: string): Omit<BodyPart, 'bytes'> {
  const lines = new Map(
    headers.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const { name, filename } = parametersOf(lines.get('content-disposition') ?? '');
  if (name === undefined) throw incomplete();
  return { name, fileName: filename, type: (lines.get('content-type') ?? '').toLowerCase() };
}

/** The parameters `name` and `filename` of `form-data; name="a"; filename="b"`. */
function parametersOf(disposition: string): { name?: string; filename?: string } {
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
    const isQuoted = disposition[equals + 1] === '"';
    const end = isQuoted ? quoteEnd(disposition, equals + 2) : tokenEnd(disposition, equals + 1);
    const value = disposition.slice(equals + (isQuoted ? 2 : 1), end);
    found[name] = unescaped(decodeUtf8Part(Buffer.from(value, 'latin1')));
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
