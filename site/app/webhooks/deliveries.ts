import { call, type RequestOptions } from '../api/client.ts';

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
