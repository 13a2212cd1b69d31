import { testWebhook } from '../../shared/contract/operations/webhooks.ts';
import { TEST_EVENT } from '../../shared/contract/schemas/webhooks/webhook.ts';
import { formatTime } from '../../shared/contract/time.ts';
import { dashboardUrlOf, requestOf, type WebhookMessage } from '../../shared/deliveries/channels/webhook/message.ts';
import { createPoster, type Post } from '../../shared/deliveries/channels/webhook/post.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { newMessageId } from '../../shared/runtime/newId.ts';
import { reachOf } from '../../shared/runtime/reach.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { endpointIdOfWebhook } from '../../shared/storage/webhooks/webhookKeys.ts';
import { currentCredentials } from '../../shared/storage/webhooks/webhookSecrets.ts';
import { ownedWebhook } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(
  testWebhook,
  async ({ params, authenticate }, { siteUrl, post }: Dependencies & { post: Post }) => {
    const { webhook, endpoint, credentials } = await authenticate({
      webhook: ownedWebhook(params.id),
      endpoint: ownedEndpoint(endpointIdOfWebhook(params.id)),
      credentials: currentCredentials(params.id),
    });
    const now = Date.now();
    const { id: webhookId, endpointId } = webhook;
    const message: WebhookMessage = {
      id: newMessageId(now),
      type: TEST_EVENT,
      at: formatTime(new Date(now)),
      data: { webhookId, endpointId },
      endpoint: { id: endpointId, name: endpoint.name ?? '' },
      dashboardUrl: dashboardUrlOf(siteUrl, endpointId),
      hops: 0,
    };
    const { retryAfterSeconds: _, isGone: _g, ...result } = await post(requestOf(message, webhook, credentials, now));
    return { isDelivered: result.error === undefined, ...result };
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['loopbackReceivers'],
  make: ({ loopbackReceivers }) => ({ post: createPoster(reachOf(loopbackReceivers)) }),
});
