import { functionName } from './environment.ts';

export const METRICS_NAMESPACE = 'FormsBackend';

export type MetricValue = readonly [name: string, value: number, unit: 'Count' | 'Milliseconds'];

/**
 * Writes this function's metrics as one line in CloudWatch's embedded metric format. Zeros are omitted: CloudWatch
 * bills each metric for the hours in which it is reported.
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
  // Bypasses the console: the runtime would nest the line in a message, where CloudWatch does not look for metrics.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
