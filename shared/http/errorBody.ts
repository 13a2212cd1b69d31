import type { ApiError, ErrorBody } from '../contract/errors.ts';
import { docsUrl } from '../contract/sitePages.ts';

/** The contract's four fields. */
export const errorBody = ({ code, message }: ApiError, siteUrl: string, requestId: string): ErrorBody => ({
  code,
  message,
  docs: docsUrl(siteUrl, code),
  requestId,
});
