import * as z from 'zod/mini';
import {
  type Change,
  isOfPending,
  isOfSubmission,
  type PendingChange,
  type SubmissionChange,
} from '../changes/change.ts';
import { isId } from '../contract/ids.ts';
import { submittedAt } from '../storage/itemKeys.ts';
import type { ChannelName } from '../storage/partitions.ts';
import { hasTooManyHops } from '../storage/submissions.ts';
import { parseDigestId } from './digestId.ts';
import { parseSwitchOffId } from './switchOffId.ts';

/** A sender is asked to confirm a submission. */
export const ASKED = 'confirmation.asked';

/** More of an endpoint's waiting confirmations may be sent. */
export const RELEASE = 'confirmations.released';

/** Subjects of deliveries. A mail may be about a digest, about disabled webhooks, or ask a sender to confirm. */
const DELIVERY_EVENTS = [
  'submission.created',
  'submission.updated',
  'submission.deleted',
  'digest.due',
  'webhook.disabled',
  ASKED,
  RELEASE,
] as const;

/** Whether an id is a subject's. */
export const isAbout = (id: string): boolean =>
  isId('submission', id) || parseDigestId(id) !== undefined || parseSwitchOffId(id) !== undefined;

/** An event to notify about; contains only ids, since it is stored in queue messages. */
export const DeliveryEvent = z.object({
  event: z.enum(DELIVERY_EVENTS),
  endpointId: z.string().check(z.refine((id) => isId('endpoint', id), 'must be the id of an endpoint')),
  about: z
    .string()
    .check(z.refine((id) => isAbout(id) || isId('endpoint', id), 'must be the id of what a delivery can be about')),
  /** Milliseconds since 1970. */
  at: z.number(),
  /**
   * Distinguishes events that can happen repeatedly: the stream record's sequence number, or how often the mail was
   * requested.
   */
  sequence: z.optional(z.string()),
  /** Whether the submission was held as spam at the time. */
  isOfSpam: z.boolean(),
  /** The number of webhook deliveries that led to the submission. */
  hops: z.number(),
  /** A time by which the submission was certainly stored, in milliseconds since 1970. */
  storedBefore: z.optional(z.number()),
});
export type DeliveryEvent = z.output<typeof DeliveryEvent>;

/**
 * The events of a change. A submission is created once without spam: on arrival or on release. A submission after too
 * many webhooks in a row (`hops`) has no events for webhooks.
 */
export const eventsOf = (change: Change): DeliveryEvent[] =>
  isOfSubmission(change) ? EVENTS_OF[change.kind](change) : isOfPending(change) ? askedIn(change) : [];

/** The sender is asked to confirm: on arrival, and again on request. */
function askedIn(change: PendingChange): DeliveryEvent[] {
  const { kind, at, before, after } = change;
  const isAsked = kind === 'pendingCreated' || (kind === 'pendingChanged' && before.resends !== after.resends);
  if (!isAsked) return [];
  const sequence = String(after.resends ?? 0);
  return [{ ...commonOf(change), event: ASKED, at, sequence, isOfSpam: false }];
}

const EVENTS_OF: Record<SubmissionChange['kind'], (change: SubmissionChange) => DeliveryEvent[]> = {
  submissionCreated: (change) => [created(change, change.after.isHeld === true)],
  submissionReleased: (change) => [created(change, false), updated(change)],
  submissionChanged: (change) => (isFlagged(change) ? [updated(change)] : []),
  submissionRemoved: (change) => [
    { ...commonOf(change), event: 'submission.deleted', at: change.at, isOfSpam: wasHeld(change) },
  ],
};

const created = (change: SubmissionChange, isOfSpam: boolean): DeliveryEvent => ({
  ...commonOf(change),
  event: 'submission.created',
  at: submittedAt(change.submissionId),
  isOfSpam,
  // The time of a change is in whole seconds.
  storedBefore: change.at + 1_000,
});

const updated = (change: SubmissionChange): DeliveryEvent => ({
  ...commonOf(change),
  event: 'submission.updated',
  at: change.at,
  sequence: change.sequence,
  isOfSpam: wasHeld(change),
});

const commonOf = ({ endpointId, submissionId, before, after }: SubmissionChange | PendingChange) => ({
  endpointId,
  about: submissionId,
  hops: Number(after.hops ?? before.hops ?? 0),
});

const wasHeld = ({ before }: SubmissionChange): boolean => before.isHeld === true;

const isFlagged = ({ before, after }: SubmissionChange): boolean =>
  (['isRead', 'isSpam'] as const).some((name) => (before[name] === true) !== (after[name] === true));

/** Whether an event leads to deliveries of a channel. */
export const IS_FOR: Readonly<Record<ChannelName, (event: DeliveryEvent) => boolean>> = {
  mail: (event) => isWanted(event) || event.event === 'digest.due' || event.event === 'webhook.disabled',
  // Stops after many deliveries in a row, which may be a loop.
  webhook: (event) => event.event.startsWith('submission.') && !hasTooManyHops(event),
  confirmation: (event) => isWanted(event) || event.event === ASKED,
};

const isWanted = ({ event, isOfSpam }: DeliveryEvent): boolean => event === 'submission.created' && !isOfSpam;
