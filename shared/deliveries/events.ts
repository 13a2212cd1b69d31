import * as z from 'zod/mini';
import { type Change, isOfSubmission, type PendingChange, type SubmissionChange } from '../changes/change.ts';
import { isId } from '../contract/ids.ts';
import { submittedAt } from '../storage/table/itemKeys.ts';

/** An event to notify about; contains only ids, since it is stored in queue messages. */
export const DeliveryEvent = z.object({
  /** A submission's id, or an id known only to the channel. */
  event: z.string(),
  endpointId: z.string().check(z.refine((id) => isId('endpoint', id), 'must be the id of an endpoint')),
  /** The id of a submission, or of another subject of its channel's. */
  about: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /**
   * Distinguishes events that can happen repeatedly: the stream record's sequence number, or how often the sender asked.
   */
  sequence: z.optional(z.string()),
  isOfSpam: z.boolean(),
  /** The number of deliveries to programs that led to the submission. */
  hops: z.number(),
  /** A time by which the submission was certainly stored, in milliseconds since 1970. */
  storedBefore: z.optional(z.number()),
});
export type DeliveryEvent = z.output<typeof DeliveryEvent>;

export interface ChannelEvents {
  /** True if an event leads to deliveries of this channel; false if its ids are malformed. */
  isAbout(event: DeliveryEvent): boolean;
  /** Events of a change that only this channel has. */
  ownEventsOf?(change: Change): DeliveryEvent[];
}

export const eventsFor = (channel: ChannelEvents, change: Change): DeliveryEvent[] =>
  [...(isOfSubmission(change) ? EVENTS_OF[change.kind](change) : []), ...(channel.ownEventsOf?.(change) ?? [])].filter(
    (event) => channel.isAbout(event),
  );

/** A submission is created once without spam: on arrival or on release. */
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

export const commonOf = ({ endpointId, submissionId, before, after }: SubmissionChange | PendingChange) => ({
  endpointId,
  about: submissionId,
  hops: Number(after.hops ?? before.hops ?? 0),
});

const wasHeld = ({ before }: SubmissionChange): boolean => before.isHeld === true;

const isFlagged = ({ before, after }: SubmissionChange): boolean =>
  (['isRead', 'isSpam'] as const).some((name) => (before[name] === true) !== (after[name] === true));

/** When its submission was released, if that was longer after its id than a request takes. */
export function arrivalOf({ at, storedBefore = at }: Pick<DeliveryEvent, 'at' | 'storedBefore'>): number | undefined {
  return storedBefore - at > LATE_MS ? storedBefore : undefined;
}

/** Requests take less, also with clock skew. */
const LATE_MS = 2 * 60_000;

export const isWanted = ({ event, isOfSpam, about }: DeliveryEvent): boolean =>
  event === 'submission.created' && !isOfSpam && isId('submission', about);
