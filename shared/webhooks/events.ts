import type { DynamoDBRecord } from 'aws-lambda';
import type { WebhookEvent } from '../contract/schemas/webhook.ts';
import { formatTime } from '../contract/time.ts';
import { endpointIdOf, SORT_PREFIX, submissionIdOf, submittedAt } from '../storage/itemKeys.ts';
import { keysOf, newImageOf, oldImageOf } from '../storage/streamRecords.ts';
import type { DeliveryTurn } from '../storage/webhookDeliveries.ts';
import type { StoredWebhook } from '../storage/webhooks.ts';
import { deliveryIdFor } from './deliveryId.ts';

/** What happened to a submission. */
export interface SubmissionEvent {
  event: WebhookEvent;
  endpointId: string;
  submissionId: string;
  /** In milliseconds since 1970. */
  at: number;
  sequence?: string | undefined;
  /** It was kept as spam: only who wants spam knows of it. */
  isOfSpam: boolean;
}

/** What a record of the table's stream means to webhooks; nothing, for what the service itself writes. */
export function eventsOf(record: DynamoDBRecord): SubmissionEvent[] {
  const keys = keysOf(record);
  if (!keys.SK.startsWith(SORT_PREFIX.submission)) return [];
  const ids = { endpointId: endpointIdOf(keys), submissionId: submissionIdOf(keys) };
  const [before, after] = [oldImageOf(record), newImageOf(record)];
  const isOfSpam = before.isHeld === true;
  // A submission is created once, whether it is told of at once or when it turns out to be no spam.
  const created = { ...ids, event: 'submission.created' as const, at: submittedAt(ids.submissionId) };
  if (record.eventName === 'INSERT') return [{ ...created, isOfSpam: after.isHeld === true }];
  const { ApproximateCreationDateTime = Date.now() / 1_000, SequenceNumber: sequence } = record.dynamodb ?? {};
  const at = Math.round(ApproximateCreationDateTime * 1_000);
  if (record.eventName === 'REMOVE') return [{ ...ids, event: 'submission.deleted', at, isOfSpam }];
  const isReleased = isOfSpam && after.isHeld !== true;
  const isMarked = (['isRead', 'isSpam'] as const).some((name) => (before[name] === true) !== (after[name] === true));
  return [
    ...(isReleased ? [{ ...created, isOfSpam: false }] : []),
    ...(isMarked ? [{ ...ids, event: 'submission.updated' as const, at, sequence, isOfSpam }] : []),
  ];
}

interface EventsDependencies {
  /** All webhooks of an endpoint. */
  readWebhooks: (endpointId: string) => Promise<StoredWebhook[]>;
  /** Takes turns that are to be taken now. @returns those that it may not have */
  turns: { sendAll: (turns: readonly DeliveryTurn[]) => Promise<readonly DeliveryTurn[]> };
  /** How many webhooks an endpoint has; undefined for one that is gone. */
  webhookCountOf: (endpointId: string) => Promise<number | undefined>;
}

/** How telling the webhooks of one endpoint ended. */
interface EndpointOutcome {
  endpointId: string;
  error?: unknown;
}

/**
 * Has the webhooks of endpoints told of what happened. Any event may be repeated. Endpoints are handled in parallel, and
 * one that fails delays no other.
 */
export function tellWebhooks(
  events: readonly SubmissionEvent[],
  dependencies: EventsDependencies,
): Promise<EndpointOutcome[]> {
  const endpointIds = [...new Set(events.map(({ endpointId }) => endpointId))];
  return Promise.all(
    endpointIds.map(async (endpointId) => {
      try {
        const ofEndpoint = events.filter((event) => event.endpointId === endpointId);
        await tellEndpoint(endpointId, ofEndpoint, dependencies);
        return { endpointId };
      } catch (error) {
        return { endpointId, error };
      }
    }),
  );
}

async function tellEndpoint(
  endpointId: string,
  events: SubmissionEvent[],
  { readWebhooks, turns, webhookCountOf }: EventsDependencies,
): Promise<void> {
  if (((await webhookCountOf(endpointId)) ?? 0) === 0) return;
  const all = await readWebhooks(endpointId);
  const due = events.flatMap((event) =>
    all.filter((webhook) => wants(webhook, event)).map((webhook) => firstTurn(webhook, event)),
  );
  const failed = await turns.sendAll(due);
  if (failed.length > 0) throw new Error('the queue of webhooks could not be reached');
}

const wants = ({ isEnabled, events, includeSpam }: StoredWebhook, { event, isOfSpam }: SubmissionEvent): boolean =>
  isEnabled && events.includes(event) && (includeSpam || !isOfSpam);

const firstTurn = (
  { id: webhookId }: StoredWebhook,
  { event, submissionId, at, sequence }: SubmissionEvent,
): DeliveryTurn => ({
  webhookId,
  id: deliveryIdFor({ webhookId, submissionId, event, at, sequence }),
  event,
  submissionId,
  createdAt: formatTime(new Date(at)),
  turn: 0,
});
