import { WEBHOOK_SECRET_HEADER } from '../../shared/contract/headers.ts';
import { createWebhook } from '../../shared/contract/operations/webhooks.ts';
import { requireReceiver } from '../../shared/deliveries/channels/webhook/receiver.ts';
import { newWebhookSecret } from '../../shared/deliveries/channels/webhook/signatures.ts';
import { createOnce } from '../../shared/http/createOnce.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { CustomResponse } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { type Reach, reachOf } from '../../shared/runtime/reach.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';
import { type StoredWebhook, shownWebhook } from '../../shared/storage/webhooks/storedWebhook.ts';
import { Webhooks } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(
  createWebhook,
  async ({ body, authenticate, ...request }, { table, reach }: Dependencies & { reach: Reach }) => {
    requireReceiver(body.url, reach);
    const { endpoint, caller } = await authenticate({ endpoint: ownedEndpoint(body.endpointId) });
    return createOnce(createWebhook, request, { table, caller }, async (recordOf) => {
      const secret = newWebhookSecret();
      const record = (webhook: StoredWebhook) => recordOf(shownWebhook(webhook));
      const webhook = await new Webhooks(table).create(endpoint, body, secret, record);
      return new CustomResponse(shownWebhook(webhook), { headers: { [WEBHOOK_SECRET_HEADER]: secret } });
    });
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['loopbackReceivers'],
  make: ({ loopbackReceivers }) => ({ reach: reachOf(loopbackReceivers) }),
});
