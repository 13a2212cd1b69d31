import { retrieveWebhook } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedWebhook } from '../../shared/storage/webhooks.ts';

export const createHandler = serve(retrieveWebhook, async ({ params, authenticate }) => {
  const { webhook } = await authenticate({ webhook: ownedWebhook(params.id) });
  return webhook;
});

export const handler = operationFromEnvironment(createHandler);
