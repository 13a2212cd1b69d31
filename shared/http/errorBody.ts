import type { ApiError, ErrorBody } from '../contract/errors.ts';
import { docsUrl } from '../contract/sitePages.ts';

export const errorBody = ({ code, message, issues }: ApiError, siteUrl: string, requestId: string): ErrorBody => ({
  code,
  message,
  docs: docsUrl(siteUrl, code),
  requestId,
  ...(issues && { issues }),
});
