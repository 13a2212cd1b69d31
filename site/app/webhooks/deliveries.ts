import type { DeliveryState } from '../../../shared/contract/schemas/deliveries.ts';
import type { WebhookDelivery } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { call, type RequestOptions } from '../api/client.ts';

const PAGE = 20;

/** A page of a webhook's deliveries, newest event first, and the next cursor. */
export interface DeliveryPage {
  deliveries: readonly WebhookDelivery[];
  unreadable: readonly string[];
  cursor: string | undefined;
}

/**
 * Reads deliveries from a cursor until it finds some or reaches the end.
 * @throws RequestFailed
 */
export async function readDeliveries(
  id: string,
  state: DeliveryState | undefined,
  from: string | undefined,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  const unreadable: string[] = [];
  for (let cursor = from; ; ) {
    const query = { limit: PAGE, ...(state && { state }), ...(cursor !== undefined && { cursor }) };
    const answer = await call('listWebhookDeliveries', { params: { id }, query, signal });
    const { done } = answer._metadata;
    unreadable.push(...(answer._metadata.unreadable ?? []));
    cursor = done ? undefined : answer._metadata.cursor;
    if (cursor === undefined || answer.deliveries.length > 0)
      return { deliveries: answer.deliveries, unreadable, cursor };
  }
}

type Range = { failedAfter: string; failedBefore?: string };

/**
 * Replays the failed deliveries of a period.
 * @returns their number
 * @throws RequestFailed
 */
export async function replayRange(id: string, range: Range, onProgress: (count: number) => void): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const body: RequestOptions<'replayWebhookDeliveries'>['body'] = {
      ...range,
      ...(cursor !== undefined && { cursor }),
    };
    const { results, _metadata } = await call('replayWebhookDeliveries', { params: { id }, body });
    count += results.filter(({ status }) => status === 'replayed').length;
    onProgress(count);
    cursor = _metadata.done ? undefined : _metadata.cursor;
    if (cursor === undefined) return count;
  }
}
