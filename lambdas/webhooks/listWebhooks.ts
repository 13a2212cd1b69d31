import { listWebhooks } from '../../shared/contract/operations/webhooks.ts';
import { pageMetadata } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { shownTo } from '../../shared/storage/webhooks/storedWebhook.ts';
import { Webhooks } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(listWebhooks, async ({ params, query, authenticate }, { table }) => {
  const { endpoint, caller } = await authenticate({ endpoint: ownedEndpoint(params.endpointId) });
  const { items, ...part } = await new Webhooks(table).list(endpoint.id, query);
  return { _metadata: pageMetadata(query, part), webhooks: items.map((webhook) => shownTo(caller, webhook)) };
});

export const handler = operationFromEnvironment(createHandler);
