import type { TableAccess } from '../storage/table/table.ts';
import { addWords } from './addWords.ts';
import { INDEX_SIZES, type IndexSizes } from './segments.ts';
import { StatisticsUpdater } from './statisticsUpdater.ts';
import { IndexUpdater } from './updater.ts';

export interface BuildOptions {
  recount: boolean;
  sizes?: IndexSizes;
  /** Called after each part with the number of segments counted or sealed. */
  onPart: (segments: number) => void;
}

/**
 * Indexes all submissions of an endpoint, makes the filters of words that are missing, and rebuilds its statistics, all while
 * the endpoint is in use. May be interrupted and restarted: finished segments are kept.
 */
export async function buildIndex(table: TableAccess, endpointId: string, options: BuildOptions): Promise<void> {
  const { recount, sizes = INDEX_SIZES, onPart } = options;
  const updater = new IndexUpdater(table, sizes);
  if (recount) await updater.recount(endpointId, onPart);
  for (let hasMore = true; hasMore; ) {
    const growth = await updater.grow(endpointId);
    onPart(growth.sealed);
    hasMore = growth.hasMore;
  }
  await addWords(table, endpointId, recount ? 'all' : 'missing', () => onPart(0), sizes);
  await new StatisticsUpdater(table).rebuild(endpointId);
}
