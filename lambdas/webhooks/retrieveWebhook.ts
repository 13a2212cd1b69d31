import { retrieveWebhook } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { Webhooks } from '../../shared/storage/webhooks.ts';

export const createHandler = serve(retrieveWebhook, async ({ params, caller }, { endpoints, table }) =>
  new Webhooks(table, endpoints).findOwned(params.id, caller),
);

export const handler = operationFromEnvironment(createHandler);
