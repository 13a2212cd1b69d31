import { ApiError } from '../contract/errors.ts';
import { FORM_PAGES } from '../contract/formPages.ts';
import type { ShownFileSettings } from '../contract/schemas/files/submittedFile.ts';

/** An error about a form's files, with the page that says so to its sender. */
export const filesError = (code: 'BAD_REQUEST' | 'UNSUPPORTED_MEDIA_TYPE', text: string): ApiError =>
  new ApiError(code, text, { page: FORM_PAGES.files });

/** The same error for an upload that was never sent, belongs to another endpoint, is claimed, or has expired. */
export const uploadGone = (): ApiError =>
  filesError('BAD_REQUEST', 'An uploaded file was not found or was already submitted: upload it again.');

/** `fetch` would decompress it, and the checked bytes would differ from the stored ones. */
export const encodedUpload = (): ApiError =>
  filesError('UNSUPPORTED_MEDIA_TYPE', 'An uploaded file has a Content-Encoding: upload it again without.');

export const filesNotTaken = (): ApiError =>
  filesError('UNSUPPORTED_MEDIA_TYPE', 'The form has a file, but this endpoint accepts no files.');

/** @throws ApiError PAYLOAD_TOO_LARGE when a file exceeds the endpoint's limit */
export function requireSize(bytes: number, { maxBytes }: Pick<ShownFileSettings, 'maxBytes'>): void {
  if (bytes <= maxBytes) return;
  const text = `A file has ${bytes} bytes; this form accepts at most ${maxBytes} per file.`;
  throw new ApiError('PAYLOAD_TOO_LARGE', text, { page: FORM_PAGES.tooLarge });
}
