import { DeliveryRecords } from '../storage/deliveryRecords.ts';
import { DueMessages } from '../storage/dueMessages.ts';
import { EndpointReader } from '../storage/endpointReader.ts';
import type { TableAccess } from '../storage/table.ts';
import { DeliveryQueues, type LaneQueues } from './deliveryQueues.ts';
import { DeliveryEngine } from './engine.ts';
import { DeliveryMetrics } from './metrics.ts';

export interface EngineParts {
  table: TableAccess;
  lanes: LaneQueues;
  now?: () => number;
  random?: () => number;
}

/** Creates a function's delivery engine, and the records, queues and metrics that its channels share with it. */
export function createEngine({ table, lanes, now = Date.now, ...parts }: EngineParts) {
  const records = new DeliveryRecords(table, now);
  const queues = new DeliveryQueues({ lanes, due: new DueMessages(table), now });
  const metrics = new DeliveryMetrics();
  const engine = new DeliveryEngine({ table, records, queues, metrics, now, ...parts });
  return { engine, records, queues, metrics, endpoints: new EndpointReader(table) };
}
