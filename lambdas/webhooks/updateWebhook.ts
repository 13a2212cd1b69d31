import { WEBHOOK_SECRET_HEADER } from '../../shared/contract/headers.ts';
import { updateWebhook } from '../../shared/contract/operations/webhooks.ts';
import { requireReceiver } from '../../shared/deliveries/channels/webhook/receiver.ts';
import { newWebhookSecret } from '../../shared/deliveries/channels/webhook/signatures.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { CustomResponse } from '../../shared/http/middleware.ts';
import { serve } from '../../shared/http/serve.ts';
import { type Reach, reachOf } from '../../shared/runtime/reach.ts';
import { shownWebhook } from '../../shared/storage/webhooks/storedWebhook.ts';
import { ownedWebhook, Webhooks } from '../../shared/storage/webhooks/webhooks.ts';

export const createHandler = serve(
  updateWebhook,
  async ({ params, body, authenticate }, { table, reach }: Dependencies & { reach: Reach }) => {
    if (body.url !== undefined) requireReceiver(body.url, reach);
    const { webhook } = await authenticate({ webhook: ownedWebhook(params.id) });
    const secret = body.rotateSecret ? newWebhookSecret() : undefined;
    const updated = await new Webhooks(table).update(webhook, body, secret);
    return new CustomResponse(shownWebhook(updated), {
      headers: secret === undefined ? {} : { [WEBHOOK_SECRET_HEADER]: secret },
    });
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: ['loopbackReceivers'],
  make: ({ loopbackReceivers }) => ({ reach: reachOf(loopbackReceivers) }),
});
