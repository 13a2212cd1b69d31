import { Duration } from 'aws-cdk-lib';
import { Alarm, type AlarmProps, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { METRICS_NAMESPACE, NOTIFICATION_METRICS, OLDEST_UNSENT_METRIC } from '../../shared/notifications/metrics.ts';

const PERIOD = Duration.minutes(5);
const MINUTE_MS = 60_000;

/** Above these rates SES puts an account under review (Amazon SES, "Reputation metrics"): alarm well below. */
const BOUNCE_RATE_MAX = 0.03;
const COMPLAINT_RATE_MAX = 0.0005;

export interface NotificationAlarmsProps {
  notifier: IFunction;
  /** Ids of the event source mappings of the stream, by the name of their reader. */
  mappings: Record<string, string>;
}

/** What an operator has to be told about notifications. */
export class NotificationAlarms extends Construct {
  constructor(scope: Construct, id: string, { notifier, mappings }: NotificationAlarmsProps) {
    super(scope, id);
    const own = (metricName: string, statistic: string) =>
      new Metric({
        namespace: METRICS_NAMESPACE,
        metricName,
        statistic,
        period: PERIOD,
        dimensionsMap: { functionName: notifier.functionName },
      });
    const reputation = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: PERIOD });
    this.#alarm('OldestUnsent', 'A submission has waited for its notification for over 5 minutes.', {
      metric: own(OLDEST_UNSENT_METRIC, 'Maximum'),
      threshold: 5 * MINUTE_MS,
    });
    this.#alarm('StreamAge', 'The notification function is over 5 minutes behind the stream.', {
      metric: notifier.metric('IteratorAge', { statistic: 'Maximum', period: PERIOD }),
      threshold: 5 * MINUTE_MS,
    });
    this.#alarm('Failed', 'Notifications failed for good: see `npm run notifications -- failed`.', {
      metric: own(NOTIFICATION_METRICS.failed, 'Sum'),
      threshold: 0,
    });
    for (const [reader, mappingId] of Object.entries(mappings)) this.#alarmOnPutAside(reader, mappingId);
    this.#alarm('BounceRate', 'Too many messages of this account bounce.', {
      metric: reputation('Reputation.BounceRate'),
      threshold: BOUNCE_RATE_MAX,
    });
    this.#alarm('ComplaintRate', 'Too many recipients of this account complain.', {
      metric: reputation('Reputation.ComplaintRate'),
      threshold: COMPLAINT_RATE_MAX,
    });
  }

  #alarmOnPutAside(reader: string, mappingId: string): void {
    this.#alarm(
      `PutAside-${reader}`,
      `Stream records that ${reader} could not handle were put into the bucket FailedRecords.`,
      {
        metric: new Metric({
          namespace: 'AWS/Lambda',
          metricName: 'OnFailureDestinationDeliveredEventCount',
          statistic: 'Sum',
          period: PERIOD,
          dimensionsMap: { EventSourceMappingUUID: mappingId },
        }),
        threshold: 0,
      },
    );
  }

  #alarm(id: string, alarmDescription: string, props: Pick<AlarmProps, 'metric' | 'threshold'>): void {
    new Alarm(this, id, {
      ...props,
      alarmDescription,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
