import { type Change, isOfSubmission, type SubmissionChange } from '../../../changes/change.ts';
import type { Work } from '../../../changes/handleRecords.ts';
import type { WebhookEvent } from '../../../contract/schemas/webhook.ts';
import { formatTime } from '../../../contract/time.ts';
import { submittedAt } from '../../../storage/itemKeys.ts';
import { hasTooManyHops } from '../../../storage/submissions.ts';
import type { DeliveryTurn } from '../../../storage/webhookDeliveries.ts';
import type { StoredWebhook } from '../../../storage/webhooks.ts';
import { deliveryIdFor } from './deliveryId.ts';

/** An event about a submission, as webhooks get it. */
export interface SubmissionEvent {
  event: WebhookEvent;
  endpointId: string;
  submissionId: string;
  /** In milliseconds since 1970. */
  at: number;
  sequence?: string | undefined;
  /** It was kept as spam: only webhooks that include spam get it. */
  isOfSpam: boolean;
  /** Deliveries that led to the submission. */
  hops: number;
}

/** The events for webhooks that a change makes: none if the service itself made it, or if the submission has too many hops. */
export const eventsOf = (change: Change): SubmissionEvent[] =>
  isOfSubmission(change) && !hasTooManyHops({ hops: hopsOf(change) }) ? EVENTS_OF[change.kind](change) : [];

const EVENTS_OF: Record<SubmissionChange['kind'], (change: SubmissionChange) => SubmissionEvent[]> = {
  submissionCreated: (change) => [created(change, change.after.isHeld === true)],
  // Webhooks get one creation of a submission: as it arrives, or when it is released from spam.
  submissionReleased: (change) => [created(change, false), updated(change)],
  submissionChanged: (change) => (isFlagged(change) ? [updated(change)] : []),
  submissionRemoved: (change) => [
    { ...idsOf(change), event: 'submission.deleted', at: change.at, isOfSpam: wasHeld(change) },
  ],
};

const created = (change: SubmissionChange, isOfSpam: boolean): SubmissionEvent => ({
  ...idsOf(change),
  event: 'submission.created',
  at: submittedAt(change.submissionId),
  isOfSpam,
});

const updated = (change: SubmissionChange): SubmissionEvent => ({
  ...idsOf(change),
  event: 'submission.updated',
  at: change.at,
  // The same may happen to a submission again and again.
  sequence: change.sequence,
  isOfSpam: wasHeld(change),
});

const idsOf = (change: SubmissionChange) => ({
  endpointId: change.endpointId,
  submissionId: change.submissionId,
  hops: hopsOf(change),
});

const hopsOf = ({ before, after }: SubmissionChange): number => Number(after.hops ?? before.hops ?? 0);

const wasHeld = ({ before }: SubmissionChange): boolean => before.isHeld === true;

const isFlagged = ({ before, after }: SubmissionChange): boolean =>
  (['isRead', 'isSpam'] as const).some((name) => (before[name] === true) !== (after[name] === true));

export interface EventsDependencies {
  /** All webhooks of an endpoint. */
  readWebhooks: (endpointId: string) => Promise<StoredWebhook[]>;
  /** Has turns taken as soon as possible. */
  plan: (turns: readonly DeliveryTurn[]) => Promise<void>;
  /** How many webhooks an endpoint has; undefined for one that is gone. */
  webhookCountOf: (endpointId: string) => Promise<number | undefined>;
}

/** Plans deliveries of events to webhooks. Any event may be repeated. */
export const webhookWork = (dependencies: EventsDependencies): Work => ({
  name: 'webhooks',
  needsTable: true,
  isAbout: (change) => eventsOf(change).length > 0,
  perform: (endpointId, changes) => tellWebhooks(endpointId, changes.flatMap(eventsOf), dependencies),
});

/** Plans deliveries of events to the webhooks of an endpoint. */
export async function tellWebhooks(
  endpointId: string,
  events: readonly SubmissionEvent[],
  { readWebhooks, plan, webhookCountOf }: EventsDependencies,
): Promise<void> {
  if (((await webhookCountOf(endpointId)) ?? 0) === 0) return;
  const all = await readWebhooks(endpointId);
  const due = events.flatMap((event) =>
    all.filter((webhook) => wants(webhook, event)).map((webhook) => firstTurn(webhook, event)),
  );
  await plan(due);
}

const wants = ({ isEnabled, events, includeSpam }: StoredWebhook, { event, isOfSpam }: SubmissionEvent): boolean =>
  isEnabled && events.includes(event) && (includeSpam || !isOfSpam);

const firstTurn = (
  { id: webhookId }: StoredWebhook,
  { event, submissionId, at, sequence, hops }: SubmissionEvent,
): DeliveryTurn => ({
  webhookId,
  id: deliveryIdFor({ webhookId, submissionId, event, at, sequence }),
  event,
  submissionId,
  createdAt: formatTime(new Date(at)),
  turn: 0,
  hops,
});
