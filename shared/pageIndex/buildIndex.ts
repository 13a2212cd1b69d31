import type { IndexUpdater } from './updater.ts';

export interface BuildOptions {
  /** Whether segments that exist are counted again. */
  recount: boolean;
  /** Called after each part with the segments that it counted or sealed. */
  onPart: (segments: number) => void;
}

/**
 * Indexes all submissions of an endpoint, while it is in use. May be interrupted and started again at any time: what is
 * indexed stays.
 */
export async function buildIndex(updater: IndexUpdater, endpointId: string, { recount, onPart }: BuildOptions) {
  if (recount) await updater.recount(endpointId, onPart);
  for (let hasMore = true; hasMore; ) {
    const growth = await updater.grow(endpointId);
    onPart(growth.sealed);
    hasMore = growth.hasMore;
  }
}
