import { deleteWebhook } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { deletableWebhook, Webhooks } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(deleteWebhook, async ({ params, authenticate }, { table }) => {
  const { webhook } = await authenticate({ webhook: deletableWebhook(params.id) });
  await new Webhooks(table).delete(webhook);
  return {};
});

export const handler = operationFromEnvironment(createHandler);
