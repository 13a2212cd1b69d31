import { MIMEType } from 'node:util';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ApiError } from '../contract/errors.ts';
import { BODY_BYTES_MAX } from '../contract/limits.ts';
import type { BodyType, Operation } from '../contract/operations/define.ts';
import { parseMultipart, parseUrlEncoded } from './formBody.ts';
import { type MiddlewareRequest, middleware } from './middleware.ts';
import { decodeUtf8 } from './utf8.ts';

const PARSERS: Record<BodyType, (bytes: Buffer, contentType: string) => unknown> = {
  'application/json': (bytes) => parseJson(decodeUtf8(bytes)),
  'application/x-www-form-urlencoded': (bytes) => parseUrlEncoded(decodeUtf8(bytes)),
  'multipart/form-data': parseMultipart,
};

/** Parses the body by its content type. The gateway hands bodies on as base64, so every byte is as it was sent. */
export const body = ({ bodyTypes }: Operation) =>
  middleware({
    before: async ({ event, internal }: MiddlewareRequest): Promise<void> => {
      if (bodyTypes.length === 0) return;
      const bytes = bytesOf(event);
      if (bytes.length > BODY_BYTES_MAX) {
        throw new ApiError(
          'PAYLOAD_TOO_LARGE',
          `The body has ${bytes.length} bytes; at most ${BODY_BYTES_MAX} are accepted.`,
        );
      }
      if (bytes.length === 0) throw new ApiError('BAD_REQUEST', 'The body is empty.');
      const contentType = internal.headers['content-type'] ?? '';
      internal.body = await PARSERS[acceptedType(contentType, bodyTypes)](bytes, contentType);
    },
  });

const bytesOf = ({ body: text, isBase64Encoded }: APIGatewayProxyEvent): Buffer =>
  Buffer.from(text ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE for another type, or for a charset that is not UTF-8 */
function acceptedType(contentType: string, accepted: readonly BodyType[]): BodyType {
  const mime = parseMime(contentType);
  const type = accepted.find((candidate) => candidate === mime?.essence);
  if (mime === undefined || type === undefined) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `The header Content-Type must be ${accepted.join(' or ')}.`);
  }
  const charset = mime.params.get('charset') ?? 'utf-8';
  if (/^(?:utf-?8|us-ascii)$/i.test(charset)) return type;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be in UTF-8; the charset in Content-Type is another.');
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
