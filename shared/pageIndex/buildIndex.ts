import type { IndexUpdater } from './updater.ts';

export interface BuildOptions {
  /** Whether segments that exist are counted again. */
  recount: boolean;
  /** Called after each part with the segments that it counted or sealed. */
  onPart: (segments: number) => void;
}

/**
 * Indexes what an endpoint holds, however much, beside whatever else happens to it. It can be cut short and begun
 * again at any time: what is there is kept.
 */
export async function buildIndex(updater: IndexUpdater, endpointId: string, { recount, onPart }: BuildOptions) {
  if (recount) await updater.recount(endpointId, onPart);
  for (let goOn = true; goOn; ) {
    const growth = await updater.grow(endpointId);
    onPart(growth.sealed);
    goOn = growth.goOn;
  }
}
