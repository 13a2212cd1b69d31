import { Stack } from 'aws-cdk-lib';
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Settings } from '../../settings.ts';
import { ALARMS_BY_SETTING, type AlarmKind, ESSENTIAL_ALARMS, noticeOf } from './alarmKinds.ts';

const IN_ESSENTIAL = new Set([...ESSENTIAL_ALARMS, ...ALARMS_BY_SETTING]);

export interface AlarmsProps {
  topic: ITopic;
  monitoring: Settings['monitoring'];
}

export interface AlarmOptions extends Pick<AlarmProps, 'metric' | 'threshold'> {
  /** Which of several the alarm is about, such as a function. */
  of?: string;
  /** The version of a function that the alarm is about: a new version has a new alarm. */
  version?: string;
  /** Periods of the metric, one after another, that must be above the threshold. Default 1. */
  periods?: number;
  /** What a period without data means. Default: that nothing is wrong. */
  missingData?: TreatMissingData;
}

/** The alarms of the stack. Each notifies the topic when it goes above its threshold, and when it is over. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  readonly #props: AlarmsProps;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#props = props;
  }

  /** Adds an alarm, unless the stack is watched for the essential alone and this one is not among it. */
  add(kind: AlarmKind, { of, version, periods = 1, missingData, ...options }: AlarmOptions): void {
    const name = of === undefined ? kind : `${kind}-${of}`;
    if (this.#props.monitoring === 'essential' && !IN_ESSENTIAL.has(name)) return;
    const fullName = [Stack.of(this).stackName, name, ...(version === undefined ? [] : [version])].join('-');
    const alarm = new Alarm(this, name, {
      ...options,
      alarmName: fullName,
      alarmDescription: `${noticeOf(kind, of)} What to do: docs/operations.md, "${kind}".`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: missingData ?? TreatMissingData.NOT_BREACHING,
    });
    const mail = new SnsAction(this.#props.topic);
    alarm.addAlarmAction(mail);
    alarm.addOkAction(mail);
    this.all.push(alarm);
  }

  /** Those of a kind. */
  ofKind(kind: AlarmKind): Alarm[] {
    return this.all.filter(({ node }) => node.id === kind || node.id.startsWith(`${kind}-`));
  }
}
