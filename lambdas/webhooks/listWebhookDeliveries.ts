import { listWebhookDeliveries } from '../../shared/contract/operations/webhooks.ts';
import { shownUnreadable } from '../../shared/contract/schemas/common.ts';
import { operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { cursorAt, placeOf } from '../../shared/search/cursor.ts';
import { shownDelivery, WebhookLog } from '../../shared/storage/webhooks/webhookLog.ts';
import { ownedWebhook } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(
  listWebhookDeliveries,
  async ({ params, query: { state, limit, cursor }, authenticate }, { table }) => {
    const { webhook } = await authenticate({ webhook: ownedWebhook(params.id) });
    const { id } = webhook;
    const list = ['deliveries', id, state];
    const after = cursor === undefined ? undefined : placeOf(cursor, list);
    const { records, unreadable, examined, next } = await new WebhookLog(table).list(id, { state, limit, after });
    return {
      _metadata: {
        examined,
        done: next === undefined,
        ...(next && { cursor: cursorAt(next, list) }),
        ...shownUnreadable(unreadable),
      },
      deliveries: records.map(shownDelivery),
    };
  },
);

export const handler = operationFromEnvironment(createHandler);
