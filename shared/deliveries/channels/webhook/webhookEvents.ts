import { isId } from '../../../contract/ids.ts';
import { WEBHOOK_EVENTS } from '../../../contract/schemas/webhooks/webhook.ts';
import { hasTooManyHops } from '../../../storage/submissions/storedSubmission.ts';
import type { ChannelEvents } from '../../events.ts';

export const webhookEvents: ChannelEvents = {
  // Stops after many deliveries in a row, which may be a loop.
  isAbout: (event) =>
    WEBHOOK_EVENTS.some((name) => name === event.event) && isId('submission', event.about) && !hasTooManyHops(event),
};
