import { WEBHOOK_SECRET_HEADER } from '../../shared/contract/headers.ts';
import { createWebhook } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { Reply } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { Webhooks } from '../../shared/storage/webhooks.ts';
import { newSecret } from '../../shared/webhooks/signatures.ts';

export const createHandler = serve(createWebhook, async ({ body, caller }, { endpoints, table }) => {
  const endpoint = await endpoints.findOwned(body.endpointId, caller);
  const secret = newSecret();
  const webhook = await new Webhooks(table, endpoints).create(endpoint, body, secret);
  return new Reply(webhook, { headers: { [WEBHOOK_SECRET_HEADER]: secret } });
});

export const handler = operationFromEnvironment(createHandler);
