import { LAST_PLACE, placeAtTime } from '../table/itemKeys.ts';
import {
  CHANNEL_PREFIX,
  type ChannelName,
  DUE_MESSAGES,
  FAILED_DELIVERIES,
  type ItemKey,
} from '../table/partitions.ts';

/**
 * Identifies a delivery by its channel, its target (an endpoint for mail, a webhook), and its id among the target's.
 */
export interface DeliveryName {
  channel: ChannelName;
  target: string;
  id: string;
}

export const deliveryKey = ({ channel, target, id }: DeliveryName): ItemKey => ({
  PK: `${CHANNEL_PREFIX[channel]}${target}`,
  SK: id,
});

/** The id of a mail about a submission, a digest or a disabled webhook (`sub_…`, `dig_…`, `off_…`). */
export const mailId = (about: string, recipient: string): string => `${about}#${recipient}`;

export const mailKey = (endpointId: string, about: string, recipient: string): ItemKey =>
  deliveryKey({ channel: 'mail', target: endpointId, id: mailId(about, recipient) });

export function mailOf(id: string): { about: string; recipient: string } {
  const [about = '', recipient = ''] = id.split(/#(.*)/s);
  return { about, recipient };
}

/** True if this service could have generated the id of a webhook's delivery (`deliveryIdFor`). */
export const isWebhookDeliveryId = (id: string): boolean => /^msg_[0-9A-Z]{30}$/.test(id);

export const webhookDeliveryKey = (webhookId: string, id: string): ItemKey =>
  deliveryKey({ channel: 'webhook', target: webhookId, id });

/** The id of a submission's confirmation. @param resends how often the sender had asked for it again */
export const confirmationId = (submissionId: string, resends = 0): string =>
  resends === 0 ? submissionId : `${submissionId}#${resends}`;

export const resendsOf = (id: string): number => Number(id.split('#')[1] ?? 0);

export const confirmationKey = (endpointId: string, id: string): ItemKey =>
  deliveryKey({ channel: 'confirmation', target: endpointId, id });

/** The id range of webhook deliveries for events from a period (milliseconds since 1970, end excluded). */
export const deliveryIdsBetween = (fromMs = 0, endMs = Number.POSITIVE_INFINITY): [from: string, to: string] => [
  `msg_${placeAtTime(fromMs)}`,
  endMs <= 0 ? 'msg_' : `msg_${placeAtTime(endMs - 1)}${LAST_PLACE}`,
];

/** The record of a digest, in the partition of its endpoint's mails. */
export const digestKey = (endpointId: string, digestId: string): ItemKey => ({
  PK: mailKey(endpointId, '', '').PK,
  SK: `DIGEST#${digestId}`,
});

/** A failed delivery that needs an operator. All share one partition, which is small unless most mails fail. */
export const failedDeliveryKey = (about: string, recipient: string): ItemKey => ({
  PK: FAILED_DELIVERIES,
  SK: mailId(about, recipient),
});

/** A queue message due at a time in the contract's format. */
export const dueMessageKey = (dueAt: string, name: string): ItemKey => ({ PK: DUE_MESSAGES, SK: `${dueAt}#${name}` });

/** The sort key range of messages due by a time in the contract's format. DynamoDB compares no key with an empty text. */
export const dueSortKeys = (through: string): [from: string, to: string] => ['0', `${through}${LAST_PLACE}`];
