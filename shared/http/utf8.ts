import { ApiError } from '../contract/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a whole body, without its byte order mark.
 * @throws ApiError BAD_REQUEST when the bytes are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ApiError('BAD_REQUEST', 'The body is not valid UTF-8.', { cause });
  }
}
