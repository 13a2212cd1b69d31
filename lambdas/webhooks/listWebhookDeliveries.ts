import { listWebhookDeliveries } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { readLogPage } from '../../shared/search/logPage.ts';
import { shownDelivery, WebhookLog } from '../../shared/storage/webhooks/webhookLog.ts';
import { ownedWebhook } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(
  listWebhookDeliveries,
  async ({ params, query: { state, limit, cursor }, authenticate }, { table }) => {
    const { webhook } = await authenticate({ webhook: ownedWebhook(params.id) });
    const { id } = webhook;
    const { records, _metadata } = await readLogPage(cursor, ['deliveries', id, state], (after) =>
      new WebhookLog(table).list(id, { state, limit, after }),
    );
    return { _metadata, deliveries: records.map(shownDelivery) };
  },
);

export const handler = operationFromEnvironment(createHandler);
