import type { WebhookEvent } from '../../../contract/schemas/webhook.ts';
import { isoTimeOf } from '../../../contract/time.ts';
import { log } from '../../../runtime/log.ts';
import type { Delivery, DeliveryRecord } from '../../../storage/deliveryRecords.ts';
import type { StoredSubmission } from '../../../storage/submissions.ts';
import type { WebhookParts, WebhookState } from '../../../storage/webhookParts.ts';
import type { Channel, Prepared, SendResult } from '../../channel.ts';
import { SWITCH_OFF_AFTER_MS } from '../../timing.ts';
import { deletedData, requestOf, submissionData } from './message.ts';
import type { Post, PostResult } from './post.ts';
import type { SwitchOff } from './switchOff.ts';
import { createWebhookPlanner, laneFor, type WebhookPlannerDependencies } from './webhookPlanner.ts';

export interface WebhookChannelDependencies extends WebhookPlannerDependencies {
  state: WebhookState;
  switchOff: SwitchOff;
  post: Post;
  now?: () => number;
}

/** The status by which a receiver asks for no further deliveries: 410 Gone. */
const GONE = 410;

/** Signed requests to webhooks. */
export function createWebhookChannel(dependencies: WebhookChannelDependencies): Channel {
  const { state, switchOff } = dependencies;
  return {
    ...createWebhookPlanner(dependencies),
    prepare: async (webhookId, records) => {
      const parts = await state.read(
        webhookId,
        records.map(({ about }) => about),
      );
      if (!parts) return undefined;
      const { endpoint, webhook } = parts;
      // If the function died after it disabled the webhook, its next delivery has the mail sent.
      await switchOff.tellOnce(endpoint, webhook);
      const prepared: Prepared = { ready: [], skipped: [], lane: laneFor(webhook), group: endpoint.workspaceId };
      for (const record of records) {
        const submission = parts.submissions.get(record.about);
        if (isUnreadable(record, parts))
          prepared.ready.push({ delivery: record, record, send: async () => UNREADABLE });
        else if (isWanted(record, parts, submission))
          prepared.ready.push({ delivery: record, record, send: () => send(record, parts, submission, dependencies) });
        else prepared.skipped.push(record);
      }
      return prepared;
    },
  };
}

/** The result for a submission that cannot be parsed: no later attempt would change that, and no other waits for it. */
const UNREADABLE: SendResult = {
  state: 'failed',
  attempt: { durationMs: 0, error: 'interrupted' },
  reason: 'unreadable',
  isFinal: true,
};

const isUnreadable = ({ event, about }: DeliveryRecord, { webhook, unreadable }: WebhookParts): boolean =>
  webhook.isEnabled && event !== 'submission.deleted' && unreadable.has(about);

/** Whether there is still something to send, and a webhook that wants it. */
function isWanted(
  { event }: DeliveryRecord,
  { webhook }: WebhookParts,
  submission: StoredSubmission | undefined,
): boolean {
  if (!webhook.isEnabled) return false;
  if (event === 'submission.deleted') return true;
  return submission !== undefined && (webhook.includeSpam || !submission.isHeld);
}

async function send(
  { id, event, about, createdAt, hops }: Delivery,
  parts: WebhookParts,
  submission: StoredSubmission | undefined,
  dependencies: WebhookChannelDependencies,
): Promise<SendResult> {
  const { post, now = Date.now } = dependencies;
  const { webhook, secrets } = parts;
  const data = submission ? submissionData(submission) : deletedData(webhook.endpointId, about);
  const message = { id, type: event as WebhookEvent, at: createdAt, data, hops };
  const result = await post({ url: webhook.url, ...requestOf(message, secrets, now()) });
  const { durationMs, status, error, answer, retryAfterSeconds } = result;
  const attempt = { durationMs, ...(status !== undefined && { status }) };
  if (error === undefined) {
    await noteSuccess(parts, dependencies);
    return { state: 'sent', attempt, answer };
  }
  await noteFailure(parts, result, dependencies);
  const isFinal = status === GONE;
  const failed = { state: 'failed' as const, attempt: { ...attempt, error }, answer, reason: error };
  return { ...failed, isFinal, retryAfterS: retryAfterSeconds };
}

/** A note that cannot be written is written after the next success. */
async function noteSuccess({ webhook }: WebhookParts, { state }: WebhookChannelDependencies): Promise<void> {
  try {
    await state.noteSuccess(webhook);
  } catch (error) {
    log('warn', 'the recovery of a webhook could not be noted', { webhookId: webhook.id }, error);
  }
}

/** Notes since when the webhook fails, and disables it if its receiver is gone or has failed for too long. */
async function noteFailure(
  parts: WebhookParts,
  { status }: PostResult,
  { state, switchOff, now = Date.now }: WebhookChannelDependencies,
): Promise<void> {
  if (status === GONE) return switchOff.switchOff(parts, 'gone');
  const failingSince = await state.noteFailure(parts.webhook);
  if (Date.parse(isoTimeOf(failingSince)) + SWITCH_OFF_AFTER_MS <= now()) await switchOff.switchOff(parts, 'failing');
}
