import { Stack } from 'aws-cdk-lib';
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ALARM_KINDS, type AlarmKind } from './alarmKinds.ts';

export interface AlarmOptions extends Pick<AlarmProps, 'metric' | 'threshold'> {
  /** Which of several the alarm is about, such as a function. */
  of?: string;
  /** Periods of the metric, one after another, that must be above the threshold. Default 1. */
  periods?: number;
}

/** The alarms of the stack. Each goes off above its threshold, is silent when nothing happens, and tells the topic. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  readonly #topic: ITopic;

  constructor(scope: Construct, id: string, { topic }: { topic: ITopic }) {
    super(scope, id);
    this.#topic = topic;
  }

  add(kind: AlarmKind, { of, periods = 1, ...options }: AlarmOptions): Alarm {
    const name = of === undefined ? kind : `${kind}-${of}`;
    const alarm = new Alarm(this, name, {
      ...options,
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${ALARM_KINDS[kind]} What to do: docs/operations.md, "${kind}".`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.all.push(alarm);
    return alarm;
  }
}
