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
  /** The alarm's subject, such as a function, if a kind has several. */
  of?: string;
  /** The function version that the alarm watches: a new version has a new alarm. */
  version?: string;
  /** Consecutive periods of the metric that must exceed the threshold. Default 1. */
  periods?: number;
  /** Treatment of a period without data. Default: OK. */
  missingData?: TreatMissingData;
}

/** The alarms of the stack. Each notifies the topic when it goes off and when it returns to OK. */
export class AlarmSet extends Construct {
  readonly all: Alarm[] = [];
  readonly #props: AlarmsProps;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#props = props;
  }

  /** Adds an alarm, unless only essential alarms are wanted and this is not one. */
  add(kind: AlarmKind, { of, version, periods = 1, missingData, ...options }: AlarmOptions): void {
    const name = of === undefined ? kind : `${kind}-${of}`;
    if (this.#props.monitoring === 'essential' && !IN_ESSENTIAL.has(name)) return;
    const fullName = [Stack.of(this).stackName, name, ...(version === undefined ? [] : [version])].join('-');
    const alarm = new Alarm(this, name, {
      ...options,
      alarmName: fullName,
      alarmDescription: `${noticeOf(kind, of)} What to do: docs/alarms.md#${kind.toLowerCase()}`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: missingData ?? TreatMissingData.NOT_BREACHING,
    });
    const mail = new SnsAction(this.#props.topic);
    alarm.addAlarmAction(mail);
    alarm.addOkAction(mail);
    this.all.push(alarm);
  }

  ofKind(kind: AlarmKind): Alarm[] {
    return this.all.filter(({ node }) => node.id === kind || node.id.startsWith(`${kind}-`));
  }
}
