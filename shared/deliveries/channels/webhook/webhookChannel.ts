import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookEvent } from '../../../contract/schemas/webhooks/webhook.ts';
import { isoTimeOf } from '../../../contract/time.ts';
import { formatOf } from '../../../messages/formats/formats.ts';
import { log } from '../../../runtime/log.ts';
import type { Delivery, DeliveryRecord } from '../../../storage/deliveries/storedDelivery.ts';
import type { StoredSubmission } from '../../../storage/submissions/storedSubmission.ts';
import type { WebhookHealth, WebhookParts } from '../../../storage/webhooks/webhookHealth.ts';
import type { Channel, Prepared, SendResult } from '../../channel.ts';
import { dashboardUrlOf, deletedData, requestOf, submissionData, type WebhookMessage } from './message.ts';
import type { Post, PostResult } from './post.ts';
import type { SwitchOff } from './switchOff.ts';
import { createWebhookPlanner, laneFor, type WebhookPlannerDependencies } from './webhookPlanner.ts';
import { SWITCH_OFF_AFTER_MS } from './webhookTiming.ts';

export interface WebhookChannelDependencies extends WebhookPlannerDependencies {
  state: WebhookHealth;
  switchOff: SwitchOff;
  post: Post;
  siteUrl: string;
  now?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

export function createWebhookChannel(dependencies: WebhookChannelDependencies): Channel {
  const { state, switchOff } = dependencies;
  return {
    ...createWebhookPlanner(dependencies),
    // Their receivers set the pace. Failures of the service are noted apart.
    mayGrowOld: () => true,
    prepare: async (webhookId, records) => {
      const parts = await state.read(
        webhookId,
        records.map(({ about }) => about),
      );
      if (!parts) return undefined;
      const { endpoint, webhook } = parts;
      // If the function died after disabling the webhook, its next delivery sends the mail.
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

/** A submission that cannot be parsed: retries would not help, and no other delivery depends on it. */
const UNREADABLE: SendResult = {
  state: 'failed',
  attempt: { durationMs: 0, error: 'interrupted' },
  reason: 'unreadable',
  isFinal: true,
};

const isUnreadable = ({ event, about }: DeliveryRecord, { webhook, unreadable }: WebhookParts): boolean =>
  webhook.isEnabled && event !== 'submission.deleted' && unreadable.has(about);

/** True if there is still something to send, and a webhook for it. */
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
  delivery: Delivery,
  parts: WebhookParts,
  submission: StoredSubmission | undefined,
  dependencies: WebhookChannelDependencies,
): Promise<SendResult> {
  const { post, now = Date.now, pause = sleep } = dependencies;
  const { webhook, credentials } = parts;
  const startedAt = now();
  const result = await post(
    requestOf(messageOf(delivery, parts, submission, dependencies), webhook, credentials, startedAt),
  );
  const restMs = startedAt + formatOf(webhook.format).paceMs - now();
  if (restMs > 0) await pause(restMs);
  const { durationMs, status, error, answer, retryAfterSeconds } = result;
  const attempt = { durationMs, ...(status !== undefined && { status }) };
  if (error === undefined) {
    await noteSuccess(parts, dependencies);
    return { state: 'sent', attempt, answer };
  }
  const isFinal = await noteFailure(parts, result, dependencies);
  const failed = { state: 'failed' as const, attempt: { ...attempt, error }, answer, reason: error };
  return { ...failed, isFinal, retryAfterS: retryAfterSeconds };
}

function messageOf(
  { id, event, about, createdAt: at, hops }: Delivery,
  { endpoint }: WebhookParts,
  submission: StoredSubmission | undefined,
  { siteUrl }: WebhookChannelDependencies,
): WebhookMessage {
  const shown = submission && submissionData(submission);
  const data = shown ?? deletedData(endpoint.id, about);
  const dashboardUrl = dashboardUrlOf(siteUrl, endpoint.id, shown?.id);
  return { id, type: event as WebhookEvent, at, hops, data, endpoint, submission: shown, dashboardUrl };
}

/** If this write fails, the next success repeats it. */
async function noteSuccess({ webhook }: WebhookParts, { state }: WebhookChannelDependencies): Promise<void> {
  try {
    await state.noteSuccess(webhook);
  } catch (error) {
    log('warn', 'the recovery of a webhook could not be recorded', { webhookId: webhook.id }, error);
  }
}

/**
 * Records since when the webhook has failed, and disables it if its receiver is gone or has failed for too long.
 * @returns whether its receiver is gone
 */
async function noteFailure(
  parts: WebhookParts,
  { isGone }: PostResult,
  { state, switchOff, now = Date.now }: WebhookChannelDependencies,
): Promise<boolean> {
  if (isGone) return switchOff.switchOff(parts, 'gone');
  const failingSince = await state.noteFailure(parts.webhook);
  if (Date.parse(isoTimeOf(failingSince)) + SWITCH_OFF_AFTER_MS <= now()) await switchOff.switchOff(parts, 'failing');
  return false;
}
