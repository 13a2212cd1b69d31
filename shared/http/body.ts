import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { FORM_PAGES } from '../contract/formPages.ts';
import { BODY_BYTES_MAX } from '../contract/limits.ts';
import { type BodyType, type Operation, takesForms } from '../contract/operations/define.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import type { SentContent } from '../receiving/sent.ts';
import { type MiddlewareRequest, middleware } from './middleware.ts';
import { decodeUtf8 } from './utf8.ts';

export interface BodyContent extends SentContent {
  fields: unknown;
}

export interface BodyHeaders {
  contentType: string;
  acceptLanguage?: string | undefined;
}

export interface BodyParser {
  parse: (bytes: Buffer<ArrayBuffer>, headers: BodyHeaders) => BodyContent | Promise<BodyContent>;
  bytesMax: number;
}
export type BodyParsers = Partial<Record<BodyType, BodyParser>>;

const JSON_PARSERS: BodyParsers = {
  'application/json': { parse: (bytes) => ({ fields: parseJson(decodeUtf8(bytes)) }), bytesMax: BODY_BYTES_MAX },
};

/**
 * Parses the body by its content type. The gateway encodes bodies as base64, so every byte is preserved.
 * @param ofForms parsers of types other than JSON, which only a few functions load
 */
export const body = (operation: Operation, ofForms: BodyParsers = {}) => {
  const { bodyTypes } = operation;
  const parsers = { ...JSON_PARSERS, ...ofForms };
  const largest = Math.max(...bodyTypes.map((type) => parsers[type]?.bytesMax ?? 0));
  return middleware({
    before: async ({ event, internal }: MiddlewareRequest): Promise<void> => {
      if (bodyTypes.length === 0) return;
      const bytes = bytesOf(event);
      const { 'content-type': contentType = '', 'accept-language': acceptLanguage } = internal.headers;
      if (COMPRESSED.test(internal.headers['content-encoding'] ?? '')) throw compressed();
      // Size errors take precedence over the media type.
      if (bytes.length > largest) throw tooLarge(bytes, largest, FORM_PAGES.tooLarge);
      if (bytes.length === 0) throw new ApiError('BAD_REQUEST', 'The body is empty.');
      const type = takesForms(operation) ? formType(contentType, bytes) : jsonType(contentType);
      const parser = type && parsers[type];
      if (!parser) {
        throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The header Content-Type must be ${bodyTypes.join(' or ')}.`);
      }
      if (bytes.length > parser.bytesMax) throw tooLarge(bytes, parser.bytesMax);
      const { fields, ...content } = await parser.parse(bytes, { contentType, acceptLanguage });
      internal.body = fields;
      if (takesForms(operation)) internal.content = content;
    },
  });
};

/** The codings of HTTP (RFC 9110, 8.4.1, and IANA's registry). Some clients send a charset in this header. */
const COMPRESSED = /\b(?:gzip|deflate|br|zstd|compress)\b/i;

const compressed = (): ApiError =>
  new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed, as the header Content-Encoding says it is.');

const tooLarge = ({ length }: Buffer, max: number, page?: string): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `The body has ${length} bytes; at most ${max} are accepted.`, { page });

export const bytesOf = ({ body: text, isBase64Encoded }: APIGatewayProxyEvent): Buffer<ArrayBuffer> =>
  Buffer.from(text ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE for a charset other than UTF-8 */
function jsonType(contentType: string): BodyType | undefined {
  const mime = mimeType(contentType);
  if (mime?.essence !== 'application/json') return undefined;
  if (/^(?:utf-?8|us-ascii)$/i.test(mime.params.get('charset') ?? 'utf-8')) return mime.essence;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be UTF-8, but Content-Type declares another charset.');
}

/** Forms may also send variants of JSON, no type at all, or the type that their library adds to any body. */
function formType(contentType: string, bytes: Buffer): BodyType | undefined {
  const essence = contentType.trim() === '' ? URL_ENCODED : (mimeType(contentType)?.essence ?? '');
  if ((essence === URL_ENCODED || essence === 'text/plain') && MULTIPART_START.test(startOf(bytes)))
    return 'multipart/form-data';
  if (essence === URL_ENCODED && jsonObjectIn(bytes)) return 'application/json';
  return (JSON_VARIANT.test(essence) ? 'application/json' : essence) as BodyType;
}

const URL_ENCODED = 'application/x-www-form-urlencoded';
/** The start of a `FormData` in the body of browsers and libraries. A script may have declared another type for it. */
const MULTIPART_START = /^--[^\r\n]{1,70}\r\nContent-Disposition: *form-data *;/i;

const startOf = (bytes: Buffer): string => bytes.toString('latin1', 0, 120);

const JSON_VARIANT = /^application\/[^+]+\+json$/;

export function mimeType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'The body is not valid JSON.', { cause });
  }
}

/** The JSON object that a text, or UTF-8, is as a whole, if any. */
export function jsonObjectIn(content: string | Buffer): SubmissionData | undefined {
  if (typeof content !== 'string' && !(OBJECT_START.test(startOf(content)) && isUtf8(content))) return undefined;
  const text = content.toString().replace(/^\ufeff/, '');
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Matches the start of a JSON object, or only white space, as Latin-1 and after an optional byte order mark. */
const OBJECT_START = /^(?:\xef\xbb\xbf)?\s*(?:\{|$)/;
