import type { StreamReaderName } from '../../../shared/changes/kinds.ts';
import type { QueueName } from '../../support/simulator/services.ts';
import { functionsOf, type SynthesizedStack } from '../../support/stack.ts';
import type { FunctionSettings } from '../faults/functions.ts';
import type { ReaderOptions } from './shard.ts';

interface EventSourceMapping {
  FunctionName: string;
  EventSourceArn: string;
  BatchSize: number;
  MaximumBatchingWindowInSeconds?: number;
  ParallelizationFactor?: number;
  FilterCriteria?: { Filters: { Pattern: string }[] };
  ScalingConfig?: { MaximumConcurrency: number };
}

export interface StreamMapping extends Pick<ReaderOptions, 'batchSize' | 'windowMs' | 'parallelBatches' | 'patterns'> {
  reader: StreamReaderName;
}

export interface QueueMapping {
  reader: 'notifySubmission' | 'sendWebhook';
  queue: QueueName;
  batchSize: number;
  concurrency: number;
}

const LANE_QUEUES: [logicalIdStart: string, queue: QueueName][] = [
  ['DeliveriesMail', 'mail'],
  ['DeliveriesWebhook', 'webhook'],
  ['DeliveriesFailingWebhook', 'failingWebhook'],
];

/** How the stack's functions read the stream and the queues of deliveries, as it would be deployed. */
export function mappingsOf(stack: SynthesizedStack): { streams: StreamMapping[]; queues: QueueMapping[] } {
  const streams: StreamMapping[] = [];
  const queues: QueueMapping[] = [];
  for (const { properties } of stack.template.ofType('AWS::Lambda::EventSourceMapping')) {
    const mapping = properties as unknown as EventSourceMapping;
    const reader = functionsOf(stack).find(({ logicalId }) => logicalId === mapping.FunctionName)?.name ?? '';
    const { BatchSize: batchSize, ParallelizationFactor: parallelBatches = 1, FilterCriteria } = mapping;
    const [, queue] = LANE_QUEUES.find(([start]) => mapping.EventSourceArn.includes(`:${start}`)) ?? [];
    const concurrency = mapping.ScalingConfig?.MaximumConcurrency ?? 0;
    if (queue) queues.push({ reader: reader as QueueMapping['reader'], queue, batchSize, concurrency });
    if (!mapping.EventSourceArn.endsWith('/stream')) continue;
    const windowMs = 1_000 * (mapping.MaximumBatchingWindowInSeconds ?? 0);
    const patterns = (FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern));
    streams.push({ reader: reader as StreamReaderName, batchSize, windowMs, parallelBatches, patterns });
  }
  return { streams, queues };
}

/** The environment variables that the stack sets for the functions that the simulation creates. */
export function settingsOf(stack: SynthesizedStack): FunctionSettings {
  const { Variables = {} } =
    functionsOf(stack).find(({ name }) => name === 'notifySubmission')?.properties.Environment ?? {};
  return {
    mailsPerHour: Number(Variables.MAILS_PER_HOUR),
    confirmationsPerHour: Number(Variables.CONFIRMATIONS_PER_HOUR),
    streamMailsPerSecond: Number(Variables.STREAM_MAILS_PER_SECOND),
    queueMailsPerSecond: Number(Variables.QUEUE_MAILS_PER_SECOND),
  };
}

export function limitsOf(stack: SynthesizedStack, name: string): { timeoutMs: number; memoryGb: number } {
  const { Timeout, MemorySize } = functionsOf(stack).find((each) => each.name === name)?.properties ?? {};
  return { timeoutMs: 1_000 * (Timeout ?? 0), memoryGb: (MemorySize ?? 0) / 1_024 };
}
