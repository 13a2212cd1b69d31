import { testWebhook } from '../../shared/contract/operations/webhooks.ts';
import { TEST_EVENT } from '../../shared/contract/schemas/webhook.ts';
import { formatTime } from '../../shared/contract/time.ts';
import { requestOf, type WebhookMessage } from '../../shared/deliveries/channels/webhook/message.ts';
import { createPoster, type Post } from '../../shared/deliveries/channels/webhook/post.ts';
import { type Dependencies, webhookOperationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { newMessageId } from '../../shared/runtime/newId.ts';
import { readSecrets } from '../../shared/storage/webhookSecrets.ts';
import { Webhooks } from '../../shared/storage/webhooks.ts';

export const createHandler = serve(
  testWebhook,
  async ({ params, caller }, { endpoints, table, post }: Dependencies & { post: Post }) => {
    const [webhook, secrets] = await Promise.all([
      new Webhooks(table, endpoints).findOwned(params.id, caller),
      readSecrets(table, params.id),
    ]);
    const now = Date.now();
    const { id: webhookId, endpointId, url } = webhook;
    const message: WebhookMessage = {
      id: newMessageId(now),
      type: TEST_EVENT,
      at: formatTime(new Date(now)),
      data: { webhookId, endpointId },
      hops: 0,
    };
    const { retryAfterSeconds: _, ...result } = await post({ url, ...requestOf(message, secrets, now) });
    return { isDelivered: result.error === undefined, ...result };
  },
);

export const handler = webhookOperationFromEnvironment((dependencies) =>
  createHandler({ ...dependencies, post: createPoster(dependencies.reach) }),
);
