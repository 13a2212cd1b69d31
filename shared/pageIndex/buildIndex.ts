import type { TableAccess } from '../storage/table.ts';
import { INDEX_SIZES, type IndexSizes } from './segments.ts';
import { StatisticsUpdater } from './statisticsUpdater.ts';
import { IndexUpdater } from './updater.ts';

export interface BuildOptions {
  /** Whether segments that exist are counted again. */
  recount: boolean;
  /** Others than these are for tests. */
  sizes?: IndexSizes;
  now?: () => number;
  /** Called after each part with the segments that it counted or sealed. */
  onPart: (segments: number) => void;
}

/**
 * Indexes all submissions of an endpoint, counts the states of those that were indexed before states were counted, and
 * makes its statistics, all while it is in use. May be interrupted and started again at any time: what is counted stays.
 */
export async function buildIndex(table: TableAccess, endpointId: string, options: BuildOptions): Promise<void> {
  const { recount, sizes = INDEX_SIZES, now = Date.now, onPart } = options;
  const updater = new IndexUpdater(table, sizes, now);
  await updater.recount(endpointId, recount ? 'all' : 'unknown', onPart);
  for (let hasMore = true; hasMore; ) {
    const growth = await updater.grow(endpointId);
    onPart(growth.sealed);
    hasMore = growth.hasMore;
  }
  await new StatisticsUpdater(table).rebuild(endpointId);
}
