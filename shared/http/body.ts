import { MIMEType } from 'node:util';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { BODY_BYTES_MAX } from '../contract/limits.ts';
import type { BodyType, Operation } from '../contract/operations/define.ts';
import { FORM_PAGES } from '../contract/sitePages.ts';
import type { SentFile } from '../files/sentFile.ts';
import { type MiddlewareRequest, middleware } from './middleware.ts';
import { decodeUtf8 } from './utf8.ts';

export interface BodyContent {
  fields: unknown;
  files?: SentFile[];
}

export interface BodyParser {
  parse: (bytes: Buffer<ArrayBuffer>, contentType: string) => BodyContent;
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
export const body = ({ bodyTypes }: Operation, ofForms: BodyParsers = {}) => {
  const parsers = { ...JSON_PARSERS, ...ofForms };
  const largest = Math.max(...bodyTypes.map((type) => parsers[type]?.bytesMax ?? 0));
  return middleware({
    before: ({ event, internal }: MiddlewareRequest): void => {
      if (bodyTypes.length === 0) return;
      const bytes = bytesOf(event);
      const contentType = internal.headers['content-type'] ?? '';
      // Size errors take precedence over the media type.
      if (bytes.length > largest) throw tooLarge(bytes, largest, FORM_PAGES.tooLarge);
      if (bytes.length === 0) throw new ApiError('BAD_REQUEST', 'The body is empty.');
      const type = acceptedType(contentType, bodyTypes);
      const { parse, bytesMax } = parsers[type] as BodyParser;
      if (bytes.length > bytesMax) throw tooLarge(bytes, bytesMax);
      const { fields, files } = parse(bytes, contentType);
      internal.body = fields;
      if (files) internal.files = files;
    },
  });
};

const tooLarge = ({ length }: Buffer, max: number, page?: string): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `The body has ${length} bytes; at most ${max} are accepted.`, { page });

const bytesOf = ({ body: text, isBase64Encoded }: APIGatewayProxyEvent): Buffer<ArrayBuffer> =>
  Buffer.from(text ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE for an unsupported type or a charset other than UTF-8 */
function acceptedType(contentType: string, accepted: readonly BodyType[]): BodyType {
  const mime = parseMime(contentType);
  const type = accepted.find((candidate) => candidate === mime?.essence);
  if (mime === undefined || type === undefined) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The header Content-Type must be ${accepted.join(' or ')}.`);
  }
  const charset = mime.params.get('charset') ?? 'utf-8';
  if (/^(?:utf-?8|us-ascii)$/i.test(charset)) return type;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be UTF-8, but Content-Type declares another charset.');
}

function parseMime(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'The body is not valid JSON.', { cause });
  }
}
