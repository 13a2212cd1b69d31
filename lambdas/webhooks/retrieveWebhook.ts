import { retrieveWebhook } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { shownTo } from '../../shared/storage/webhooks/storedWebhook.ts';
import { ownedWebhook } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(retrieveWebhook, async ({ params, authenticate }) => {
  const { webhook, caller } = await authenticate({ webhook: ownedWebhook(params.id) });
  return shownTo(caller, webhook);
});

export const handler = operationFromEnvironment(createHandler);
