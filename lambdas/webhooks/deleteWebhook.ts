import { deleteWebhook } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { Webhooks } from '../../shared/storage/webhooks.ts';

export const createHandler = serve(deleteWebhook, async ({ params, caller }, { endpoints, table }) => {
  const webhooks = new Webhooks(table, endpoints);
  await webhooks.delete(await webhooks.findOwned(params.id, caller));
  return {};
});

export const handler = operationFromEnvironment(createHandler);
