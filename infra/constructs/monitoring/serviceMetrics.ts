import { Duration } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { type Alias, type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { DeliveryMetric } from '../../../shared/deliveries/channels/metrics.ts';
import { METRICS_NAMESPACE } from '../../../shared/runtime/metrics.ts';

/** The alarms' evaluation interval. */
export const PERIOD = Duration.minutes(5);
/** A canary is rolled back within its five minutes. */
export const CANARY_PERIOD = Duration.minutes(1);
/** SES updates its rates rarely: AWS recommends an hour (Amazon SES, "Creating reputation monitoring alarms"). */
const REPUTATION_PERIOD = Duration.hours(1);
const DAY = Duration.days(1);

type Access = 'Read' | 'Write';

/** The metrics of the alarms and the dashboard. */
export const serviceMetrics = {
  requests: (api: RestApiBase) => api.metricCount({ period: PERIOD }),
  clientErrors: (api: RestApiBase) => api.metricClientError({ period: PERIOD }),
  serverErrors: (api: RestApiBase) => api.metricServerError({ period: PERIOD }),
  latency: (api: RestApiBase, percent: number) =>
    api.metricLatency({ period: PERIOD, statistic: Stats.percentile(percent) }),
  invocations: (target: IFunction) => target.metricInvocations({ period: PERIOD }),
  errors: (target: IFunction) => target.metricErrors({ period: CANARY_PERIOD }),
  /** The sum over several functions: at most ten, the number of metrics that an alarm may read. */
  errorsOf: (targets: readonly IFunction[]) =>
    new MathExpression({
      expression: 'SUM(FILL(METRICS(), 0))',
      usingMetrics: Object.fromEntries(targets.map((target, i) => [`errors${i}`, serviceMetrics.errors(target)])),
      period: CANARY_PERIOD,
    }),
  /** Invocations that failed, or that AWS Lambda did not start. */
  notRun: (target: IFunction) =>
    new MathExpression({
      expression: 'FILL(errors, 0) + FILL(throttles, 0)',
      usingMetrics: {
        errors: target.metricErrors({ period: PERIOD }),
        throttles: target.metricThrottles({ period: PERIOD }),
      },
      period: PERIOD,
    }),
  /** For one version, while it shares the requests with another one. */
  errorsOfVersion: ({ aliasName, version: { lambda, version } }: Alias) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      statistic: Stats.SUM,
      period: CANARY_PERIOD,
      dimensionsMap: {
        FunctionName: lambda.functionName,
        Resource: `${lambda.functionName}:${aliasName}`,
        ExecutedVersion: version,
      },
    }),
  /** For all functions of the account in this region, which share its concurrency limit. */
  throttles: () => LambdaFunction.metricAllThrottles({ period: PERIOD, statistic: Stats.SUM }),
  concurrency: () => LambdaFunction.metricAllConcurrentExecutions({ period: PERIOD, statistic: Stats.MAXIMUM }),
  streamAge: (reader: IFunction) => reader.metric('IteratorAge', { period: PERIOD, statistic: Stats.MAXIMUM }),
  putAside: (mappingId: string) => ofMapping(mappingId, 'OnFailureDestinationDeliveredEventCount'),
  dropped: (mappingId: string) => ofMapping(mappingId, 'DroppedEventCount'),
  tableUnits: (table: ITable, access: Access) =>
    table.metric(`Consumed${access}CapacityUnits`, { period: PERIOD, statistic: Stats.SUM }),
  tableThrottles: (table: ITable, access: Access) =>
    table.metric(`${access}ThrottleEvents`, { period: PERIOD, statistic: Stats.SUM }),
  messages: (queue: IQueue) =>
    queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: Stats.MAXIMUM }),
  messageAge: (queue: IQueue) =>
    queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: Stats.MAXIMUM }),
  /** Metrics that the delivering functions write themselves. */
  deliveries: (target: IFunction, metricName: DeliveryMetric, statistic: string = Stats.SUM) =>
    new Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      statistic,
      period: PERIOD,
      dimensionsMap: { functionName: target.functionName },
    }),
  /** Rates of the whole account, which SES monitors. */
  reputation: (metricName: 'Reputation.BounceRate' | 'Reputation.ComplaintRate') =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.MAXIMUM, period: REPUTATION_PERIOD }),
  /** For the whole account in this region. */
  mailsOfDay: () => new Metric({ namespace: 'AWS/SES', metricName: 'Send', statistic: Stats.SUM, period: DAY }),
};

/** A metric of an event source mapping, which must be enabled on it. */
const ofMapping = (mappingId: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    statistic: Stats.SUM,
    period: PERIOD,
    dimensionsMap: { EventSourceMappingUUID: mappingId },
  });
