import { type Change, isOfEndpoint } from '../changes/change.ts';
import type { Work } from '../changes/handleRecords.ts';
import { log } from '../runtime/log.ts';
import { StorageUnavailable } from '../storage/table/failures.ts';
import type { Item } from '../storage/table/table.ts';
import type { Planner } from './channel.ts';
import type { DeliveryQueues } from './deliveryQueues.ts';
import type { DeliveryEngine, Pacing } from './engine.ts';
import { eventsFor } from './events.ts';

export interface DeliveryWorkDependencies {
  channel: Planner;
  engine: DeliveryEngine;
  queues: DeliveryQueues;
}

/** Delivers changes by a channel. While the table is unreachable, planning is deferred to the queue. */
export const deliveryWork = ({ channel, engine, queues }: DeliveryWorkDependencies, invocation: Pacing): Work => ({
  name: channel.name,
  needsTable: true,
  isAbout: (change) => eventsFor(channel, change).length > 0,
  perform: async (endpointId, changes) => {
    const events = changes.flatMap((change) => eventsFor(channel, change));
    try {
      await engine.plan(channel, endpointId, events, invocation, imagesOf(changes));
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      log('warn', 'deliveries will be planned later', { endpointId, channel: channel.name }, error);
      const message = { channel: channel.name, endpointId, group: endpointId, tries: 0, plan: events };
      await queues.send(channel.failingLane, message, Date.now() + PLAN_WAIT_MS);
    }
  },
});

const PLAN_WAIT_MS = 5_000;

const imagesOf = (changes: readonly Change[]): ReadonlyMap<string, Item> =>
  new Map(changes.flatMap((change) => (isOfEndpoint(change) ? [] : [[change.submissionId, change.after] as const])));
