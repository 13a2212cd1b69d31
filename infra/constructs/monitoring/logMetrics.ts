import { Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { METRICS_NAMESPACE } from '../../../shared/runtime/metrics.ts';
import { CANARY_PERIOD, PERIOD } from './serviceMetrics.ts';
import type { Watched } from './watched.ts';

const THROTTLED = 'RequestsThrottled';
const SERVER_ERRORS = 'ServerErrors';

/**
 * Metrics that CloudWatch counts in logs, because AWS has none of them: it counts 429 with all 4xx, and what a function
 * answers by itself, even a 500, is no error to AWS Lambda. They exist, and cost, only while there is something to count.
 */
export class LogMetrics extends Construct {
  readonly throttled: Metric;
  /** Answers with 5xx of one version of a function. */
  readonly serverErrorsOfVersion: Metric;

  constructor(scope: Construct, id: string, { accessLog, receiver }: Pick<Watched, 'accessLog' | 'receiver'>) {
    super(scope, id);
    // Of this stack alone: another stage counts the same in the same account.
    const metricNamespace = `${METRICS_NAMESPACE}/${Stack.of(this).stackName}`;
    const common = { metricNamespace, metricValue: '1' };
    new MetricFilter(this, 'Throttled', {
      ...common,
      logGroup: accessLog,
      metricName: THROTTLED,
      // The access log has all values as text.
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    });
    new MetricFilter(this, 'ServerErrors', {
      ...common,
      logGroup: receiver.log,
      metricName: SERVER_ERRORS,
      filterPattern: FilterPattern.numberValue('$.message.status', '>=', 500),
      dimensions: { functionVersion: '$.message.functionVersion' },
    });
    const sum = { namespace: metricNamespace, statistic: Stats.SUM };
    this.throttled = new Metric({ ...sum, metricName: THROTTLED, period: PERIOD });
    const { version: functionVersion } = receiver.alias.version;
    this.serverErrorsOfVersion = new Metric({
      ...sum,
      metricName: SERVER_ERRORS,
      period: CANARY_PERIOD,
      dimensionsMap: { functionVersion },
    });
  }
}
