import { WEBHOOK_SECRET_HEADER } from '../../shared/contract/headers.ts';
import { createWebhook } from '../../shared/contract/operations/webhooks.ts';
import { requireReceiver } from '../../shared/deliveries/channels/webhook/receiver.ts';
import { newWebhookSecret } from '../../shared/deliveries/channels/webhook/signatures.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { CustomResponse } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { type Reach, reachOf } from '../../shared/runtime/reach.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints.ts';
import { shownWebhook, Webhooks } from '../../shared/storage/webhooks.ts';

export const createHandler = serve(
  createWebhook,
  async ({ body, authenticate }, { table, reach }: Dependencies & { reach: Reach }) => {
    requireReceiver(body.url, reach);
    const { endpoint } = await authenticate({ endpoint: ownedEndpoint(body.endpointId) });
    const secret = newWebhookSecret();
    const webhook = await new Webhooks(table).create(endpoint, body, secret);
    return new CustomResponse(shownWebhook(webhook), { headers: { [WEBHOOK_SECRET_HEADER]: secret } });
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['loopbackReceivers'],
  make: ({ loopbackReceivers }) => ({ reach: reachOf(loopbackReceivers) }),
});
