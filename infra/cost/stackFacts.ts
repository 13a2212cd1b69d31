import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTIFICATION_METRICS } from '../../shared/notifications/metrics.ts';
import { synthesize } from '../local/synthesize.ts';
import type { Template } from '../local/template.ts';

/** What of the stack costs something, or decides how much something else costs. */
export interface StackFacts {
  /** Memory of each function in GB, by its name. */
  memoryGb: Record<string, number>;
  tracesRequests: boolean;
  hasAccessLog: boolean;
  alarmMetrics: number;
  dashboards: number;
  customMetrics: number;
  /** Event source mappings that are asked for metrics. */
  mappingsWithMetrics: number;
  /** Queues that a pipe asks for messages all the time. */
  polledQueues: number;
  /** Methods of the API, each of which is throttled by itself. */
  apiMethods: number;
  distributions: number;
  topics: number;
  webAcls: number;
  webAclRules: number;
  encryptionKeys: number;
}

/** The facts of the stack as it would be deployed with these settings. */
export function readStackFacts(settings: Record<string, unknown>): StackFacts {
  const folder = mkdtempSync(join(tmpdir(), 'forms-cost-'));
  try {
    return factsOf(synthesize(folder, settings));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function factsOf(template: Template): StackFacts {
  const propertiesOf = (type: string) => template.ofType(type).map(({ properties }) => properties);
  const functions = template.ofType('AWS::Lambda::Function');
  const mappings = propertiesOf('AWS::Lambda::EventSourceMapping');
  const webAcls = propertiesOf('AWS::WAFv2::WebACL');
  return {
    memoryGb: Object.fromEntries(
      functions.map(({ path, properties }) => [path.split('/').at(-3) ?? '', Number(properties.MemorySize) / 1_024]),
    ),
    tracesRequests: functions.some(
      ({ properties }) => (properties.TracingConfig as { Mode?: string })?.Mode === 'Active',
    ),
    hasAccessLog: propertiesOf('AWS::ApiGateway::Stage').some(({ AccessLogSetting }) => AccessLogSetting !== undefined),
    alarmMetrics: propertiesOf('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    dashboards: propertiesOf('AWS::CloudWatch::Dashboard').length,
    // Those counted by notifySubmission and by recordMailEvent, and the age of what waits longest.
    customMetrics: 2 * Object.keys(NOTIFICATION_METRICS).length + 1,
    mappingsWithMetrics: mappings.filter(({ MetricsConfig }) => MetricsConfig !== undefined).length,
    polledQueues: propertiesOf('AWS::Pipes::Pipe').filter(({ Source }) => String(Source).includes(':sqs:')).length,
    apiMethods: propertiesOf('AWS::ApiGateway::Method').length,
    distributions: propertiesOf('AWS::CloudFront::Distribution').length,
    topics: propertiesOf('AWS::SNS::Topic').length,
    webAcls: webAcls.length,
    webAclRules: webAcls.reduce((sum, { Rules = [] }) => sum + (Rules as unknown[]).length, 0),
    encryptionKeys: propertiesOf('AWS::KMS::Key').length,
  };
}

/** An alarm on an expression is billed by the metrics that the expression reads. */
const metricsOf = ({ Metrics }: Record<string, unknown>): number =>
  Array.isArray(Metrics) ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1;
