import { daysKept } from '../../../contract/keeping.ts';
import { CONFIRMATION_WAITS } from '../../../contract/schemas/deliveries.ts';
import { networkName, type WaitingConfirmation } from '../../../storage/confirmations/waitingConfirmations.ts';
import { resendsOf } from '../../../storage/deliveries/deliveryKeys.ts';
import type { Delivery, DeliveryRecord } from '../../../storage/deliveries/storedDelivery.ts';
import type { StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';
import { pendingEndsAt, submittedAt } from '../../../storage/table/itemKeys.ts';
import { ConditionFailed } from '../../../storage/table/table.ts';
import type { Hold, SendResult } from '../../channel.ts';
import type { MailSender } from '../mail/sending/mailSender.ts';
import type { Addressee } from './admission.ts';
import type { Bounds, Obstacle } from './bounds.ts';
import { ASKED } from './confirmationEvents.ts';
import { type ConfirmingEndpoint, composeConfirmation } from './confirmationMessage.ts';
import { CONFIRMATION_AGE_MAX_MS } from './confirmationTiming.ts';
import { confirmToken, unsubscribeToken } from './tokens.ts';
import type { WaitingList } from './waitingList.ts';

export interface ConfirmationSettings {
  confirmationsPerHour: number;
  /** Addresses that this service sends from, which get no confirmations. */
  senders: readonly string[];
  siteUrl: string;
  apiUrl: string;
}

/** A submission whose sender gets a mail if all checks pass. */
export interface Confirmable {
  delivery: Delivery;
  submission: StoredSubmission;
}

export interface Addressed extends Confirmable {
  addressee: Addressee;
  /** The HMAC of its mailbox. */
  mailbox: string;
}

/** An addressed confirmation, with its limits and its sender. */
export interface Judged {
  endpoint: ConfirmingEndpoint;
  candidate: Addressed;
  bounds: Bounds;
  roomFor: ReturnType<WaitingList['roomAt']>;
  /** The secret of the service's confirmations. */
  key: string;
  waitingList: Pick<WaitingList, 'add'>;
  sender: Pick<MailSender, 'send'>;
  settings: ConfirmationSettings;
}

/** Terms for holding a confirmation back; undefined if it would wait too long, or too many of its network already wait. */
export async function holdingOf(
  { endpoint, candidate, roomFor, waitingList }: Judged,
  { until }: Obstacle,
  record?: DeliveryRecord,
): Promise<Hold | undefined> {
  const { delivery, submission, mailbox } = candidate;
  const { id } = submission;
  const endsAt =
    delivery.event === ASKED ? pendingEndsAt(id, daysKept(endpoint)) : submittedAt(id) + CONFIRMATION_AGE_MAX_MS;
  if (until === undefined || until >= endsAt) return undefined;
  const network = submission.network ?? networkName(mailbox);
  const hadTurn = CONFIRMATION_WAITS.includes(record?.reason ?? '');
  const room: WaitingConfirmation | undefined = await roomFor({ network, deliveryId: delivery.id, hadTurn });
  return room && (() => waitingList.add(endpoint, room, { until, endsAt }));
}

/** Sends a judged confirmation, unless a limit was reached since. */
export async function sendJudged(judged: Judged, record: DeliveryRecord | undefined): Promise<SendResult> {
  const { endpoint, candidate, bounds, key, sender, settings } = judged;
  const { delivery, submission, addressee, mailbox } = candidate;
  const counted = countedOf(candidate);
  // It was counted but has no outcome: SES may have accepted it.
  const isUncertain = bounds.wasCounted(counted) && (record === undefined || record.startedAt !== undefined);
  if (isUncertain) return { state: 'skipped', reason: 'interrupted' };
  const obstacle = bounds.obstacleTo(counted, record === undefined);
  if (obstacle) {
    const { reason } = obstacle;
    const hold = await holdingOf(judged, obstacle, record);
    return hold ? { state: 'waiting', reason, hold } : { state: 'skipped', reason };
  }
  try {
    await bounds.count(counted);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return { state: 'failed', attempt: { error: 'busy' }, reason: 'busy', isFinal: false };
  }
  const isAsked = delivery.event === ASKED;
  const tokens = {
    unsubscribe: unsubscribeToken(key, mailbox),
    ...(isAsked && { confirm: confirmToken(key, endpoint.id, submission.id) }),
  };
  const { network } = submission;
  const name = { ...delivery, ...(isAsked && { resends: resendsOf(delivery.id), network }) };
  return sender.send(name, addressee.address, () => composeConfirmation(endpoint, submission, { ...settings, tokens }));
}

export const countedOf = ({ delivery, mailbox, submission: { network } }: Addressed) => ({
  deliveryId: delivery.id,
  mailbox,
  network,
});
