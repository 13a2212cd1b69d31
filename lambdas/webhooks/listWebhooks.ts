import { listWebhooks } from '../../shared/contract/operations/webhooks.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { Webhooks } from '../../shared/storage/webhooks.ts';

export const createHandler = serve(listWebhooks, async ({ params, query, caller }, { endpoints, table }) => {
  const endpoint = await endpoints.findOwned(params.endpointId, caller);
  const { items, totalPages } = await new Webhooks(table, endpoints).list(endpoint.id, query);
  return { _metadata: pageMetadata(query, totalPages), webhooks: items };
});

export const handler = operationFromEnvironment(createHandler);
