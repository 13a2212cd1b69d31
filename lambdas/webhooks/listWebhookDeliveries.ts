import { listWebhookDeliveries } from '../../shared/contract/operations/webhooks.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { cursorAt, placeOf } from '../../shared/search/cursor.ts';
import { shownDelivery, WebhookLog } from '../../shared/storage/webhookLog.ts';
import { Webhooks } from '../../shared/storage/webhooks.ts';

export const createHandler = serve(
  listWebhookDeliveries,
  async ({ params, query: { state, limit, cursor }, caller }, { endpoints, table }) => {
    const { id } = await new Webhooks(table, endpoints).findOwned(params.id, caller);
    const list = ['deliveries', id, state];
    const after = cursor === undefined ? undefined : placeOf(cursor, list);
    const { records, examined, next } = await new WebhookLog(table).list(id, { state, limit, after });
    return {
      _metadata: { examined, done: next === undefined, ...(next && { cursor: cursorAt(next, list) }) },
      deliveries: records.map(shownDelivery),
    };
  },
);

export const handler = operationFromEnvironment(createHandler);
