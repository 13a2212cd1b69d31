import { ApiError } from '../contract/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const utf8WithMarks = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes a whole body, without its byte order mark.
 * @throws ApiError BAD_REQUEST when the bytes are not UTF-8
 */
export const decodeUtf8 = (bytes: Uint8Array): string => decode(utf8, bytes);

/**
 * Decodes a part of a body, keeping every character.
 * @throws ApiError BAD_REQUEST when the bytes are not UTF-8
 */
export const decodeUtf8Part = (bytes: Uint8Array): string => decode(utf8WithMarks, bytes);

function decode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'The body is not valid UTF-8.', { cause });
  }
}
