import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENT } from '../../../shared/runtime/environment.ts';
import { synthesize } from '../../localService/synthesize.ts';
import type { Resource, Template } from '../../localService/template.ts';

/** The facts of a stack that cost something or affect other costs. */
export interface StackFacts {
  /** Memory of each function in GB, by name. */
  memoryGb: Record<string, number>;
  /** Share of requests that X-Ray records. */
  tracedShare: number;
  hasAccessLog: boolean;
  alarmMetrics: number;
  /** Dashboards with up to 50 metrics, some of which are free, and larger ones. */
  dashboards: number;
  largeDashboards: number;
  /** Event source mappings with metrics enabled. */
  mappingsWithMetrics: number;
  /** Queues with pollers. */
  polledQueues: number;
  /** Seconds for which `indexSubmissions` gathers changes. */
  indexWindowS: number;
  /** Scheduled invocations a minute. */
  wakeUpsPerMinute: number;
  /** Mails an hour about single submissions, per endpoint. */
  mailsPerHour: number;
  /** Methods of the API, each throttled separately. */
  apiMethods: number;
  distributions: number;
  topics: number;
  webAcls: number;
  webAclRules: number;
  encryptionKeys: number;
  /** Buckets whose files GuardDuty scans. */
  scannedBuckets: number;
}

/** The facts of the stack as deployed with these settings. */
export async function readStackFacts(settings: Record<string, unknown>): Promise<StackFacts> {
  const folder = mkdtempSync(join(tmpdir(), 'forms-cost-'));
  try {
    return factsOf(await synthesize(folder, settings));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function factsOf(template: Template): StackFacts {
  const propertiesOf = (type: string) => template.ofType(type).map(({ properties }) => properties);
  const functions = template.ofType('AWS::Lambda::Function');
  const mappings = propertiesOf('AWS::Lambda::EventSourceMapping');
  const webAcls = propertiesOf('AWS::WAFv2::WebACL');
  const dashboards = propertiesOf('AWS::CloudWatch::Dashboard').map(metricsShownIn);
  return {
    memoryGb: Object.fromEntries(
      functions.map(({ path, properties }) => [path.split('/').at(-3) ?? '', Number(properties.MemorySize) / 1_024]),
    ),
    tracedShare: propertiesOf('AWS::XRay::SamplingRule').map(shareOf)[0] ?? 0,
    hasAccessLog: propertiesOf('AWS::ApiGateway::Stage').some(({ AccessLogSetting }) => AccessLogSetting !== undefined),
    alarmMetrics: propertiesOf('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    dashboards: dashboards.filter((metrics) => metrics <= DASHBOARD_METRICS_FREE).length,
    largeDashboards: dashboards.filter((metrics) => metrics > DASHBOARD_METRICS_FREE).length,
    mappingsWithMetrics: mappings.filter(({ MetricsConfig }) => MetricsConfig !== undefined).length,
    polledQueues: mappings.filter(({ EventSourceArn }) => String(EventSourceArn).includes(':sqs:')).length,
    indexWindowS: Math.max(
      0,
      ...mappings.map(({ MaximumBatchingWindowInSeconds = 0 }) => Number(MaximumBatchingWindowInSeconds)),
    ),
    wakeUpsPerMinute: propertiesOf('AWS::Events::Rule').filter(
      ({ ScheduleExpression }) => ScheduleExpression === 'rate(1 minute)',
    ).length,
    mailsPerHour: functions.map(mailsPerHourOf).find((mails) => mails !== undefined) ?? 0,
    apiMethods: propertiesOf('AWS::ApiGateway::RestApi').flatMap(({ Body }) =>
      Object.values((Body as { paths: Record<string, object> }).paths).flatMap(Object.keys),
    ).length,
    distributions: propertiesOf('AWS::CloudFront::Distribution').length,
    topics: propertiesOf('AWS::SNS::Topic').length,
    webAcls: webAcls.length,
    webAclRules: webAcls.reduce((sum, { Rules = [] }) => sum + (Rules as unknown[]).length, 0),
    encryptionKeys: propertiesOf('AWS::KMS::Key').length,
    scannedBuckets: propertiesOf('AWS::GuardDuty::MalwareProtectionPlan').length,
  };
}

function mailsPerHourOf({ properties }: Resource): number | undefined {
  const { Variables } = (properties.Environment ?? {}) as { Variables?: Record<string, string> };
  const mails = Variables?.[ENVIRONMENT.mailsPerHour];
  return mails === undefined ? undefined : Number(mails);
}

/** Most metrics that a dashboard may show to be in CloudWatch's free tier. */
const DASHBOARD_METRICS_FREE = 50;

function metricsShownIn({ DashboardBody = '{}' }: Record<string, unknown>): number {
  const { widgets = [] } = JSON.parse(String(DashboardBody)) as { widgets?: { properties: { metrics?: unknown[] } }[] };
  return widgets.reduce((sum, { properties: { metrics = [] } }) => sum + metrics.length, 0);
}

const shareOf = ({ SamplingRule }: Record<string, unknown>): number =>
  Number((SamplingRule as { FixedRate: number }).FixedRate);

/** An alarm on an expression is billed by the metrics it reads. */
const metricsOf = ({ Metrics }: Record<string, unknown>): number =>
  Array.isArray(Metrics) ? Metrics.filter(({ MetricStat }) => MetricStat !== undefined).length : 1;
