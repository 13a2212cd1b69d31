import type { Context } from 'aws-lambda';
import { DeliveryRecords } from '../storage/deliveries/deliveryRecords.ts';
import { DueMessages } from '../storage/deliveries/dueMessages.ts';
import { EndpointReader } from '../storage/endpoints/endpointReader.ts';
import type { TableAccess } from '../storage/table/table.ts';
import { DeliveryQueues, type LaneQueues } from './deliveryQueues.ts';
import { DeliveryEngine } from './engine.ts';
import type { InvocationTime } from './invocation.ts';
import type { DeliveryMetrics } from './metrics.ts';

export interface EngineParts {
  table: TableAccess;
  lanes: LaneQueues;
  now?: () => number;
  random?: () => number;
}

/** Creates a function's delivery engine, and the records, queues and endpoints that its channels share with it. */
export function createEngine<Name extends string>(
  { table, lanes, now = Date.now, ...parts }: EngineParts,
  metrics: DeliveryMetrics<Name>,
) {
  const records = new DeliveryRecords(table, now);
  const queues = new DeliveryQueues({ lanes, due: new DueMessages(table), now });
  const engine = new DeliveryEngine({ table, records, queues, metrics, now, ...parts });
  const endpoints = new EndpointReader(table);
  /** Without its time no attempt can start, so no invocation uses endpoints that an earlier one read. */
  const startInvocation = (context: Pick<Context, 'getRemainingTimeInMillis'>): InvocationTime => {
    endpoints.clear();
    return { startedAt: Date.now(), remainingMs: () => context.getRemainingTimeInMillis() };
  };
  return { engine, records, queues, metrics, endpoints, startInvocation };
}
