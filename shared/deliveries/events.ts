import * as z from 'zod/mini';
import { type Change, isOfSubmission, type SubmissionChange } from '../changes/change.ts';
import { isId } from '../contract/ids.ts';
import { submittedAt } from '../storage/itemKeys.ts';
import { hasTooManyHops } from '../storage/submissions.ts';
import { parseDigestId } from './digestId.ts';
import { parseSwitchOffId } from './switchOffId.ts';

/** What deliveries are about. A mail may be about a digest, or about webhooks that were disabled. */
const DELIVERY_EVENTS = [
  'submission.created',
  'submission.updated',
  'submission.deleted',
  'digest.due',
  'webhook.disabled',
] as const;

/** Whether this is the id of something that deliveries are about. */
export const isAbout = (id: string): boolean =>
  isId('submission', id) || parseDigestId(id) !== undefined || parseSwitchOffId(id) !== undefined;

/** Something that people or programs are notified of, by ids alone: queue messages contain it. */
export const DeliveryEvent = z.object({
  event: z.enum(DELIVERY_EVENTS),
  endpointId: z.string().check(z.refine((id) => isId('endpoint', id), 'must be the id of an endpoint')),
  about: z.string().check(z.refine(isAbout, 'must be the id of a submission, a digest or a disabled webhook')),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The stream record's number, where the same event may happen to a submission repeatedly. */
  sequence: z.optional(z.string()),
  /** Whether the submission was held as spam when it happened. */
  isOfSpam: z.boolean(),
  /** Webhook deliveries that led to the submission. */
  hops: z.number(),
  /** Milliseconds since 1970 by which the submission was surely stored. */
  storedBefore: z.optional(z.number()),
});
export type DeliveryEvent = z.output<typeof DeliveryEvent>;

/**
 * The events of a change. A submission has one creation without spam: as it arrives, or when it is released. A submission
 * that webhooks led to too often has none for webhooks, by its `hops`.
 */
export const eventsOf = (change: Change): DeliveryEvent[] =>
  isOfSubmission(change) ? EVENTS_OF[change.kind](change) : [];

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

const commonOf = ({ endpointId, submissionId, before, after }: SubmissionChange) => ({
  endpointId,
  about: submissionId,
  hops: Number(after.hops ?? before.hops ?? 0),
});

const wasHeld = ({ before }: SubmissionChange): boolean => before.isHeld === true;

const isFlagged = ({ before, after }: SubmissionChange): boolean =>
  (['isRead', 'isSpam'] as const).some((name) => (before[name] === true) !== (after[name] === true));

/** Whether people are told of the event by mail. */
export const isForMail = ({ event, isOfSpam }: DeliveryEvent): boolean =>
  event === 'submission.created' ? !isOfSpam : event === 'digest.due' || event === 'webhook.disabled';

/** Whether webhooks get the event: none if so many deliveries led to the submission that it may be part of a loop. */
export const isForWebhooks = (event: DeliveryEvent): boolean =>
  event.event.startsWith('submission.') && !hasTooManyHops(event);
