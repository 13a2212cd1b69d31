import { isUtf8 } from 'node:buffer';
import { isCharsetField } from '../contract/controlFields.ts';
import { ApiError } from '../contract/errors.ts';
import { orderInJson, orderUnlessKept } from '../contract/fieldOrder.ts';
import { BODY_BYTES_MAX, FORM_BODY_BYTES_MAX, FORM_VALUES_MAX } from '../contract/limits.ts';
import { isObject } from '../contract/schemas/common.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import type { SentFile } from '../files/sentFile.ts';
import { type BodyContent, type BodyHeaders, type BodyParsers, jsonObjectIn, mimeType, parseJson } from './body.ts';
import { decodeTexts, type EncodedText, isEscaped } from './formTexts.ts';
import { bodyPartsOf, percentDecoded } from './multipart.ts';
import { decodeUtf8 } from './utf8.ts';

/** Parsers of everything that forms, and scripts of their pages, send. Only multipart bodies may be large. */
export const FORM_PARSERS: BodyParsers = {
  'application/json': { parse: parseJsonForm, bytesMax: BODY_BYTES_MAX },
  'application/x-www-form-urlencoded': { parse: parseUrlEncoded, bytesMax: BODY_BYTES_MAX },
  'multipart/form-data': { parse: parseMultipart, bytesMax: FORM_BODY_BYTES_MAX },
  'text/plain': { parse: parsePlainText, bytesMax: BODY_BYTES_MAX },
};

type Form = BodyContent & { fields: SubmissionData };

function parseJsonForm(bytes: Buffer<ArrayBuffer>): BodyContent {
  const text = decodeUtf8(bytes);
  const fields = parseJson(text);
  return { fields, ...(isObject(fields) && { fieldOrder: orderInJson(text, fields) }) };
}

/**
 * Parses an `application/x-www-form-urlencoded` body.
 * @throws ApiError PAYLOAD_TOO_LARGE for more fields than a submission can have
 */
export async function parseUrlEncoded(bytes: Buffer<ArrayBuffer>, headers: BodyHeaders): Promise<Form> {
  const utf8 = isUtf8(bytes) ? parseUtf8(decodeUtf8(bytes)) : undefined;
  if (utf8) return jsonFormIn(utf8) ?? collect(utf8);
  const pairs = bytes.toString('latin1').split('&').filter(Boolean);
  if (pairs.length > FORM_VALUES_MAX) throw new ApiError('PAYLOAD_TOO_LARGE', 'The body has too many fields.');
  const texts = pairs.flatMap((pair) => {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    return [name, value].map((text) => ({ bytes: percentDecoded(text.replaceAll('+', ' ')) }));
  });
  const decoded = await decodeTexts(texts, { ...hintsOf(headers), charsetField: charsetIn(texts) });
  return { ...collect(inPairs(decoded.texts)), charset: decoded.charset };
}

/** The JSON that was given to `URLSearchParams`, which takes it for a name without a value. */
function jsonFormIn([first, ...more]: [string, string][]): Form | undefined {
  const [text = '', value = ''] = first ?? [];
  const fields = more.length === 0 && value === '' ? jsonObjectIn(text) : undefined;
  return fields && { fields, fieldOrder: orderInJson(text, fields) };
}

/** The fields of a form in UTF-8, which takes one pass of native code; undefined for another encoding. */
function parseUtf8(text: string): [string, string][] | undefined {
  const fields = [...new URLSearchParams(text)];
  const all = fields.flat().join('');
  // Invalid UTF-8 silently becomes U+FFFD: more of them than in the body means another encoding.
  if (countReplacements(all) > countReplacements(text) + (text.match(/%EF%BF%BD/gi)?.length ?? 0)) return undefined;
  const charsetField = fields.find(([name]) => isCharsetField(name))?.[1];
  return isEscaped(charsetField, () => all) ? undefined : fields;
}

const countReplacements = (text: string): number => text.split('\uFFFD').length - 1;

/**
 * Parses a `multipart/form-data` body. Empty file inputs are ignored.
 * @throws ApiError BAD_REQUEST when the body is truncated; PAYLOAD_TOO_LARGE for more text than other forms may have
 */
export async function parseMultipart(bytes: Buffer<ArrayBuffer>, headers: BodyHeaders) {
  const parts = bodyPartsOf(bytes, headers.contentType);
  const texts = parts.flatMap(({ name, fileName, type, bytes: content }) => [
    name,
    fileName ?? { bytes: content, charset: mimeType(type)?.params.get('charset') ?? undefined },
  ]);
  // Bounds the time of decoding.
  if (texts.reduce((sum, text) => sum + text.bytes.length, 0) > BODY_BYTES_MAX) {
    throw new ApiError('PAYLOAD_TOO_LARGE', `The fields have more than ${BODY_BYTES_MAX} bytes.`);
  }
  const decoded = await decodeTexts(texts, { ...hintsOf(headers), charsetField: charsetIn(texts) });
  const pairs = inPairs(decoded.texts).values();
  const fields: [string, string][] = [];
  const files: SentFile[] = [];
  for (const { fileName, type, bytes: content } of parts) {
    const [field, text] = pairs.next().value ?? ['', ''];
    if (fileName === undefined) fields.push([field, text]);
    else if (content.length > 0 || text !== '') files.push({ field, name: text, type, content });
  }
  return { ...collect(fields), files, charset: decoded.charset };
}

/**
 * Parses `text/plain`: a JSON object, fields as HTML writes them, the URL-encoded fields of a string given to `fetch`, or any
 * other text as one field.
 */
export async function parsePlainText(bytes: Buffer<ArrayBuffer>, headers: BodyHeaders): Promise<Form> {
  const charsetField = /(?:^|\r\n)_charset_=([^\r\n]*)/i.exec(bytes.toString('latin1'))?.[1];
  const decoded = await decodeTexts([{ bytes }], { ...hintsOf(headers), charsetField });
  const text = decoded.texts.join('').replace(/^\ufeff/, '');
  const { charset } = decoded;
  const object = jsonObjectIn(text);
  if (object) return { fields: object, fieldOrder: orderInJson(text, object), charset };
  const fields = plainFields(text);
  if (!fields && URL_ENCODED_PAIRS.test(text)) return parseUrlEncoded(bytes, headers);
  return { ...collect(fields ?? [['message', text]]), charset };
}

/**
 * Pairs `name=value` without blanks and with valid escapes. A name has no characters of a URL's start, nor is it a sum, so that
 * `https://example.com/?a=1&b=2` and `1+1=2` stay text.
 */
const URL_ENCODED_PAIRS = /^(?!\d+\+)(?:(?:[^\s=&%:/?#<>"]|%[\da-f]{2})+=(?:[^\s&%]|%[\da-f]{2})*(?:&(?!$)|$))+$/i;

/** Fields in lines `name=value` (HTML, "Plain text form data"). A line without a name continues a value. */
function plainFields(text: string): [string, string][] | undefined {
  if (!text.endsWith('\r\n')) return undefined;
  const fields: [string, string][] = [];
  for (const line of text.slice(0, -2).split('\r\n')) {
    const nameEnd = line.indexOf('=');
    const last = fields.at(-1);
    if (nameEnd > 0) fields.push([line.slice(0, nameEnd), line.slice(nameEnd + 1)]);
    else if (last) last[1] += `\r\n${line}`;
    else return undefined;
  }
  return fields;
}

/** The content of the first field `_charset_` among names and values. */
function charsetIn(texts: readonly EncodedText[]): string | undefined {
  const latin1 = texts
    .map(({ bytes }) => bytes)
    .map((bytes) => (bytes.length <= 40 ? Buffer.from(bytes).toString('latin1') : ''));
  const at = latin1.findIndex((text, index) => index % 2 === 0 && isCharsetField(text));
  return at < 0 ? undefined : latin1[at + 1];
}

const hintsOf = ({ contentType, acceptLanguage }: BodyHeaders) => ({
  contentCharset: mimeType(contentType)?.params.get('charset') ?? undefined,
  acceptLanguage,
});

const inPairs = (texts: readonly string[]): [string, string][] =>
  Array.from({ length: texts.length / 2 }, (_, index) => [texts[2 * index] ?? '', texts[2 * index + 1] ?? '']);

/** Repeated fields become lists, and so do those that PHP reads as one: with a name that ends in `[]`. Names such as `__proto__` become ordinary own properties. */
function collect(fields: [string, string][]): Form {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const earlier = values.get(name);
    if (earlier) earlier.push(value);
    else values.set(name, [value]);
  }
  const data = Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 && !name.endsWith('[]') ? all[0] : all]),
  );
  return { fields: data, fieldOrder: orderUnlessKept([...values.keys()], data) };
}
