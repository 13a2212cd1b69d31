import { Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { createSubmission } from '../../../shared/contract/operations/submissions.ts';
import { METRICS_NAMESPACE } from '../../../shared/runtime/metrics.ts';
import type { GuardedFunction } from '../functions/serviceFunction.ts';
import { CANARY_PERIOD, PERIOD } from './serviceMetrics.ts';

const FORMS_THROTTLED = 'FormsThrottled';
const SERVER_ERRORS = 'ServerErrors';
const GATEWAY_ERRORS = 'GatewayErrors';

const { method, path } = createSubmission;
/** All values of the access log are text. */
const isFormPost = FilterPattern.all(
  FilterPattern.stringValue('$.method', '=', method),
  FilterPattern.stringValue('$.resource', '=', path),
);

/**
 * Metrics that CloudWatch counts in logs, because AWS does not provide them: it counts 429 with all 4xx, and AWS Lambda
 * does not count a returned 5xx as an error, and API Gateway counts requests that are too large for AWS Lambda as its own. They only exist, and cost, while there is something to count.
 */
export class LogMetrics extends Construct {
  /** Share of form posts rejected with 429, in percent. */
  readonly formsThrottled: Metric;
  /** 5xx responses of the API, except to bodies that AWS Lambda rejects with 413 because they exceed 6 MB as an event. */
  readonly serverErrors: Metric;
  /** 5xx responses of one function version. */
  readonly serverErrorsOfVersion: Metric;

  constructor(
    scope: Construct,
    id: string,
    { accessLog, receiver }: { accessLog: ILogGroup; receiver: GuardedFunction },
  ) {
    super(scope, id);
    // For this stack only: other stages in the account have the same metrics.
    const metricNamespace = `${METRICS_NAMESPACE}/${Stack.of(this).stackName}`;
    // Both publish to one metric, whose average is the percentage of throttled posts.
    for (const [name, comparison, percent] of [
      ['FormsThrottled', '=', '100'],
      ['FormsNotThrottled', '!=', '0'],
    ] as const) {
      new MetricFilter(this, name, {
        metricNamespace,
        metricName: FORMS_THROTTLED,
        metricValue: percent,
        logGroup: accessLog,
        filterPattern: FilterPattern.all(isFormPost, FilterPattern.stringValue('$.status', comparison, '429')),
      });
    }
    new MetricFilter(this, 'ServerErrors', {
      metricNamespace,
      metricName: SERVER_ERRORS,
      metricValue: '1',
      logGroup: receiver.log,
      filterPattern: FilterPattern.numberValue('$.message.status', '>=', 500),
      dimensions: { functionVersion: '$.message.functionVersion' },
    });
    new MetricFilter(this, 'GatewayErrors', {
      metricNamespace,
      metricName: GATEWAY_ERRORS,
      metricValue: '1',
      logGroup: accessLog,
      filterPattern: FilterPattern.all(
        FilterPattern.stringValue('$.status', '=', '5*'),
        FilterPattern.stringValue('$.integrationStatus', '!=', '413'),
      ),
    });
    this.serverErrors = new Metric({
      namespace: metricNamespace,
      metricName: GATEWAY_ERRORS,
      statistic: Stats.SUM,
      period: PERIOD,
    });
    this.formsThrottled = new Metric({
      namespace: metricNamespace,
      metricName: FORMS_THROTTLED,
      statistic: Stats.AVERAGE,
      period: PERIOD,
    });
    const { version: functionVersion } = receiver.alias.version;
    this.serverErrorsOfVersion = new Metric({
      namespace: metricNamespace,
      metricName: SERVER_ERRORS,
      statistic: Stats.SUM,
      period: CANARY_PERIOD,
      dimensionsMap: { functionVersion },
    });
  }
}
