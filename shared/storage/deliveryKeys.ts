import { LAST_PLACE, placeAtTime } from './itemKeys.ts';
import { CHANNEL_PREFIX, type ChannelName, DUE_MESSAGES, FAILED_DELIVERIES, type ItemKey } from './partitions.ts';

/** The keys of deliveries, and of what is kept about them. */

/** What names a delivery: its channel, its target there (an endpoint for mail, a webhook), and its id among the target's. */
export interface DeliveryName {
  channel: ChannelName;
  target: string;
  id: string;
}

/** The record of a delivery. */
export const deliveryKey = ({ channel, target, id }: DeliveryName): ItemKey => ({
  PK: `${CHANNEL_PREFIX[channel]}${target}`,
  SK: id,
});

/** The id of a mail about a submission, a digest or a webhook that was disabled (`sub_…`, `dig_…`, `off_…`). */
export const mailId = (about: string, recipient: string): string => `${about}#${recipient}`;

/** The record of a mail to one of the endpoint's recipients. */
export const mailKey = (endpointId: string, about: string, recipient: string): ItemKey =>
  deliveryKey({ channel: 'mail', target: endpointId, id: mailId(about, recipient) });

/** What a mail is about, and its recipient. */
export function mailOf(id: string): { about: string; recipient: string } {
  const [about = '', recipient = ''] = id.split(/#(.*)/s);
  return { about, recipient };
}

/** The record of a delivery to a webhook. */
export const webhookDeliveryKey = (webhookId: string, id: string): ItemKey =>
  deliveryKey({ channel: 'webhook', target: webhookId, id });

/** The range of ids of deliveries to webhooks, of events from a period (milliseconds since 1970, end excluded). */
export const deliveryIdsBetween = (fromMs = 0, endMs = Number.POSITIVE_INFINITY): [from: string, to: string] => [
  `msg_${placeAtTime(fromMs)}`,
  endMs <= 0 ? 'msg_' : `msg_${placeAtTime(endMs - 1)}${LAST_PLACE}`,
];

/** The record of a digest, beside its endpoint's mails. */
export const digestKey = (endpointId: string, digestId: string): ItemKey => ({
  PK: mailKey(endpointId, '', '').PK,
  SK: `DIGEST#${digestId}`,
});

/** A delivery that failed and needs an operator. The list of these is one partition, which is small unless most mails fail. */
export const failedDeliveryKey = (about: string, recipient: string): ItemKey => ({
  PK: FAILED_DELIVERIES,
  SK: mailId(about, recipient),
});

/** A queue message that is due at a time, as the contract writes it. */
export const dueMessageKey = (dueAt: string, name: string): ItemKey => ({ PK: DUE_MESSAGES, SK: `${dueAt}#${name}` });

/** The range of sort keys of messages that are due by a time, as the contract writes it. */
export const dueSortKeys = (through: string): [from: string, to: string] => ['', `${through}${LAST_PLACE}`];
