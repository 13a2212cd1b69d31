import type { ApiError, ErrorBody } from '../errors.ts';
import { docsUrl } from '../sitePages.ts';

/** The contract's four fields. */
export const errorBody = ({ code, message }: ApiError, siteUrl: string, requestId: string): ErrorBody => ({
  code,
  message,
  docs: docsUrl(siteUrl, code),
  requestId,
});
