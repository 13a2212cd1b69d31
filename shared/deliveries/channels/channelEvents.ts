import type { ChannelName } from '../../storage/table/partitions.ts';
import type { ChannelEvents } from '../events.ts';
import { confirmationEvents } from './confirmation/confirmationEvents.ts';
import { mailEvents } from './mail/mailEvents.ts';
import { webhookEvents } from './webhook/webhookEvents.ts';

export const CHANNEL_EVENTS: Readonly<Record<ChannelName, ChannelEvents>> = {
  mail: mailEvents,
  webhook: webhookEvents,
  confirmation: confirmationEvents,
};
