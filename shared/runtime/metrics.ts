import { functionName } from './environment.ts';

/** Namespace of the service's own metrics. */
export const METRICS_NAMESPACE = 'FormsBackend';

/** What is counted or measured, and in which of CloudWatch's units. */
export type MetricValue = readonly [name: string, value: number, unit: 'Count' | 'Milliseconds'];

/**
 * Writes metrics of this function as one line in CloudWatch's embedded metric format. What is 0 is left out: CloudWatch
 * bills each metric for the hours in which it is told of it.
 */
export function writeMetrics(all: readonly MetricValue[]): void {
  const told = all.filter(([, value]) => value > 0);
  if (told.length === 0) return;
  const definition = {
    Namespace: METRICS_NAMESPACE,
    Dimensions: [['functionName']],
    Metrics: told.map(([Name, , Unit]) => ({ Name, Unit })),
  };
  const line = {
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [definition] },
    functionName: functionName(),
    ...Object.fromEntries(told.map(([name, value]) => [name, value])),
  };
  // Not through the console: the runtime would put it into a message, where CloudWatch does not look for metrics.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
