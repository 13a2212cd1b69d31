import { formatTime } from '../../../contract/time.ts';
import { mailId } from '../../../storage/deliveries/deliveryKeys.ts';
import type { Delivery } from '../../../storage/deliveries/storedDelivery.ts';
import { submittedAt } from '../../../storage/table/itemKeys.ts';
import type { DeliveryEvent } from '../../events.ts';
import { parseDigestId } from './digests/digestId.ts';
import { DIGEST_DUE, WEBHOOK_DISABLED } from './mailEvents.ts';
import { switchOffTime } from './switchOff/switchOffId.ts';

export interface MailName {
  about: string;
  endpointId: string;
  recipient: string;
  /** For a mail that asks to confirm: the number of times that the sender had requested another one. */
  resends?: number | undefined;
  /** A name of the network of the sender who is asked to confirm. */
  network?: string | undefined;
}

/** Represents all recipients of a submission that cannot be read. */
export const ANY_RECIPIENT = '*';

export function mailEvent({ about, endpointId }: Omit<MailName, 'recipient'>): DeliveryEvent {
  const common = { endpointId, about, isOfSpam: false, hops: 0 };
  const digest = parseDigestId(about);
  if (digest) return { ...common, event: DIGEST_DUE, at: digest.endMs };
  const disabledAt = switchOffTime(about);
  if (disabledAt !== undefined) return { ...common, event: WEBHOOK_DISABLED, at: disabledAt };
  return { ...common, event: 'submission.created', at: submittedAt(about) };
}

export function mailDelivery({ about, endpointId, recipient }: MailName): Delivery {
  const { event, at, hops } = mailEvent({ about, endpointId });
  const createdAt = formatTime(new Date(at));
  return {
    channel: 'mail',
    target: endpointId,
    id: mailId(about, recipient),
    endpointId,
    about,
    event,
    createdAt,
    hops,
  };
}
