import { openUnsubscribePage } from '../../shared/contract/operations/confirmations.ts';
import { unsubscribePageUrl } from '../../shared/contract/sitePages.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { CustomResponse } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';

export const createHandler = serve(openUnsubscribePage, async ({ query: { token } }, { siteUrl }) => {
  const url = unsubscribePageUrl(siteUrl, token);
  return new CustomResponse({ url }, { redirectUrl: url });
});

export const handler = operationFromEnvironment(createHandler);
