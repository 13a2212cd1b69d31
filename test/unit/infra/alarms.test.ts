import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ALARM_KINDS } from '../../../infra/constructs/monitoring/alarmKinds.ts';
import {
  METRICS_NAMESPACE,
  NOTIFICATION_METRICS,
  OLDEST_UNSENT_METRIC,
} from '../../../shared/notifications/metrics.ts';
import { EVERYTHING } from '../../support/settings.ts';
import { functionsOf, only, type SynthesizedStack, synthesizeStacks } from '../../support/stack.ts';

let stack: SynthesizedStack;
let everything: SynthesizedStack;

beforeAll(() => {
  [stack, everything] = synthesizeStacks({}, EVERYTHING);
});

const ofType = (type: string) => stack.template.ofType(type);
const idOf = (name: string) => functionsOf(stack).find((each) => each.name === name)?.logicalId ?? '';

interface Alarm {
  name: string;
  description: string;
  namespace: string;
  metric: string;
  statistic: string;
  dimensions: Record<string, string>;
  above: number;
  /** For how long it has to be. */
  seconds: number;
}

const alarms = (): Alarm[] =>
  ofType('AWS::CloudWatch::Alarm').map(({ properties }) => ({
    name: String(properties.AlarmName),
    description: String(properties.AlarmDescription),
    namespace: String(properties.Namespace),
    metric: String(properties.MetricName),
    statistic: String(properties.Statistic ?? properties.ExtendedStatistic),
    dimensions: Object.fromEntries(
      ((properties.Dimensions ?? []) as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
    ),
    above: Number(properties.Threshold),
    seconds: Number(properties.Period) * Number(properties.EvaluationPeriods),
  }));

const FIVE_MINUTES_MS = 5 * 60_000;

/** Every alarm that there is to be besides the functions' own. */
function expectedAlarms(): Record<string, Omit<Alarm, 'name' | 'description'>> {
  const table = only(ofType('AWS::DynamoDB::GlobalTable')).logicalId;
  const api = { ApiName: stack.name };
  const queueNamed = (part: string) => ofType('AWS::SQS::Queue').find(({ path }) => path.includes(part))?.logicalId;
  const common = { statistic: 'Sum', above: 0, seconds: 300 };
  const lambda = { ...common, namespace: 'AWS/Lambda' };
  const oldest = { statistic: 'Maximum', above: FIVE_MINUTES_MS, seconds: 300 };
  const ofReader = (name: string) => {
    const mapping = ofType('AWS::Lambda::EventSourceMapping').find(
      ({ properties: { FunctionName, EventSourceArn } }) =>
        FunctionName === idOf(name) && String(EventSourceArn).includes('/stream'),
    );
    const dimensions = { EventSourceMappingUUID: String(mapping?.logicalId) };
    return {
      [`StreamAge-${name}`]: { ...lambda, ...oldest, metric: 'IteratorAge', dimensions: { FunctionName: idOf(name) } },
      [`PutAside-${name}`]: { ...lambda, metric: 'OnFailureDestinationDeliveredEventCount', dimensions },
    };
  };
  const own = (name: string) => ({ namespace: METRICS_NAMESPACE, dimensions: { functionName: idOf(name) } });
  const queue = (part: string) => ({
    ...common,
    namespace: 'AWS/SQS',
    metric: 'ApproximateNumberOfMessagesVisible',
    statistic: 'Maximum',
    dimensions: { QueueName: `${queueNamed(part)}.QueueName` },
  });
  const ses = { ...common, namespace: 'AWS/SES', statistic: 'Maximum', dimensions: {} };
  const ofTable = { ...common, namespace: 'AWS/DynamoDB', dimensions: { TableName: table } };
  const ofApi = { ...common, namespace: 'AWS/ApiGateway', dimensions: api };
  return {
    FunctionThrottles: { ...lambda, metric: 'Throttles', dimensions: {} },
    GatewayErrors: { ...ofApi, metric: '5XXError', above: 5 },
    Latency: { ...ofApi, metric: 'Latency', statistic: 'p99', above: 3_000, seconds: 900 },
    'TableThrottles-Read': { ...ofTable, metric: 'ReadThrottleEvents' },
    'TableThrottles-Write': { ...ofTable, metric: 'WriteThrottleEvents' },
    ...ofReader('notifySubmission'),
    ...ofReader('indexSubmissions'),
    'DeadLetters-events': queue('/DeadLetters/'),
    'DeadLetters-purge': queue('/Upkeep/Failed/'),
    'DeadLetters-notifications': queue('/Notifications/Failed/'),
    MailQueueAge: { ...queue('/Notifications/Queue/'), metric: 'ApproximateAgeOfOldestMessage', above: 20 * 60 },
    OverMailBudget: { ...common, ...own('notifySubmission'), metric: NOTIFICATION_METRICS.overBudget },
    OldestUnsent: { ...own('notifySubmission'), ...oldest, metric: OLDEST_UNSENT_METRIC },
    'NotificationsFailed-sending': { ...common, ...own('notifySubmission'), metric: NOTIFICATION_METRICS.failed },
    'NotificationsFailed-afterwards': { ...common, ...own('recordMailEvent'), metric: NOTIFICATION_METRICS.failed },
    // SES puts an account under review at 5 % and 0.1 %.
    BounceRate: { ...ses, metric: 'Reputation.BounceRate', above: 0.03 },
    ComplaintRate: { ...ses, metric: 'Reputation.ComplaintRate', above: 0.0005 },
  };
}

describe('alarms', () => {
  test('watch the API, the table, the stream, the queues, the notifications and the reputation', () => {
    const found = alarms().filter(({ name }) => !name.includes('-FunctionErrors-'));
    expect(Object.fromEntries(found.map(({ name, description: _, ...rest }) => [name, rest]))).toEqual(
      Object.fromEntries(Object.entries(expectedAlarms()).map(([name, rest]) => [`Forms-${name}`, rest])),
    );
  });

  test('watch every function for crashes, within the minutes that a canary has', () => {
    const found = alarms().filter(({ name }) => name.includes('-FunctionErrors-'));
    const expected = functionsOf(stack).map(({ name, logicalId }) => ({
      name: `Forms-FunctionErrors-${name}`,
      namespace: 'AWS/Lambda',
      metric: 'Errors',
      statistic: 'Sum',
      dimensions: { FunctionName: logicalId },
      above: 0,
      seconds: 60,
    }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(found.map(({ description: _, ...rest }) => rest).sort(byName)).toEqual(expected.sort(byName));
  });

  test('go off above their threshold, are silent when nothing happens, and all tell the one topic', () => {
    const topic = only(ofType('AWS::SNS::Topic')).logicalId;
    for (const { properties } of ofType('AWS::CloudWatch::Alarm')) {
      expect(properties).toMatchObject({
        ComparisonOperator: 'GreaterThanThreshold',
        TreatMissingData: 'notBreaching',
        AlarmActions: [topic],
      });
      expect(properties.ActionsEnabled ?? true).toBe(true);
    }
  });
});

/** `Forms-StreamAge-notifySubmission` is a StreamAge. */
const kindOf = (alarmName: string): string => alarmName.split('-')[1] ?? '';

describe('the runbook', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, alarmPart = ''] = /\n## Alarms\n(.*?)\n## /s.exec(text) ?? [];
  const sections = new Map(
    alarmPart
      .split(/\n### /)
      .slice(1)
      .map((section) => [/^`(\w+)`/.exec(section)?.[1] ?? section.slice(0, 40), section]),
  );

  test('has exactly one section for each kind of alarm in the template', () => {
    const headings = [...alarmPart.matchAll(/^### `(\w+)`/gm)].map(([, kind]) => kind);
    expect([...headings].sort()).toEqual([...new Set(alarms().map(({ name }) => kindOf(name)))].sort());
    expect([...headings].sort()).toEqual(Object.keys(ALARM_KINDS).sort());
  });

  test.each(Object.keys(ALARM_KINDS))('says of %s what it means, what to look at and what to do', (kind) => {
    const section = sections.get(kind) ?? '';
    for (const part of ['**Means.**', '**Look at.**', '**Do.**']) expect(section).toContain(part);
  });

  test('is what the mail of an alarm refers to', () => {
    for (const { name, description } of alarms()) {
      const kind = kindOf(name) as keyof typeof ALARM_KINDS;
      expect(description).toBe(`${ALARM_KINDS[kind]} What to do: docs/operations.md, "${kind}".`);
    }
  });

  test('names no setting, output or command that does not exist', () => {
    const scripts = Object.keys(
      JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).scripts,
    );
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, script]) => script);
    expect(named.length).toBeGreaterThan(3);
    for (const script of named) expect(scripts).toContain(script);
    const outputs = [...text.matchAll(/\$\(output (\w+)\)/g)].map(([, output]) => output);
    expect(outputs.length).toBeGreaterThan(2);
    for (const output of outputs) expect(Object.keys(stack.outputs)).toContain(output);
  });
});

describe('the topic', () => {
  test('is encrypted by a key that CloudWatch may use, for this account alone, and that changes each year', () => {
    const key = only(ofType('AWS::KMS::Key'));
    expect(only(ofType('AWS::SNS::Topic')).properties.KmsMasterKeyId).toContain(key.logicalId);
    expect(key.properties.EnableKeyRotation).toBe(true);
    const { Statement } = key.properties.KeyPolicy as { Statement: Record<string, unknown>[] };
    expect(Statement.find(({ Principal }) => JSON.stringify(Principal).includes('cloudwatch'))).toMatchObject({
      Effect: 'Allow',
      Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
    });
  });

  test('takes messages of CloudWatch for this account alone, and none without TLS', () => {
    const { PolicyDocument } = only(ofType('AWS::SNS::TopicPolicy')).properties as {
      PolicyDocument: { Statement: Record<string, unknown>[] };
    };
    expect(PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
      }),
    ]);
  });

  test('mails whom the operator names, nobody otherwise', () => {
    expect(ofType('AWS::SNS::Subscription')).toEqual([]);
    expect(only(everything.template.ofType('AWS::SNS::Subscription')).properties).toMatchObject({
      Protocol: 'email',
      Endpoint: EVERYTHING.alarmAddress,
      RedrivePolicy: { deadLetterTargetArn: expect.stringMatching(/:DeadLetters\w+$/) },
    });
  });
});

describe('the dashboard', () => {
  const body = () => String(only(ofType('AWS::CloudWatch::Dashboard')).properties.DashboardBody);

  test('shows every alarm, every function, the table, the stream, notifications and mail', () => {
    const { widgets } = JSON.parse(body()) as { widgets: { properties: { title: string; alarms?: string[] } }[] };
    expect(widgets[0]?.properties.alarms).toHaveLength(alarms().length);
    expect(widgets.map(({ properties }) => properties.title)).toEqual([
      'Alarms',
      'Requests',
      'Latency',
      'Calls of each function',
      'Crashes and time-outs of each function',
      'Units used of the table',
      'Refused by the table, and starts of functions in this account',
      'Notifications',
      'How far the readers are behind the stream (ms)',
      'Notifications in the queue',
      'Messages that failed',
      'Mail',
    ]);
    for (const { logicalId } of functionsOf(stack)) expect(body()).toContain(`"${logicalId}"`);
  });

  test('is told where it is', () => {
    const { DashboardName } = only(ofType('AWS::CloudWatch::Dashboard')).properties;
    expect(DashboardName).toBe('Forms-us-east-1');
    expect(JSON.stringify(stack.outputs.DashboardUrl)).toContain('#dashboards/dashboard/Forms-');
  });
});

describe('the budget', () => {
  test('is there only when the operator sets it, and warns before and when it is spent', () => {
    expect(ofType('AWS::Budgets::Budget')).toEqual([]);
    const { Budget, NotificationsWithSubscribers } = only(everything.template.ofType('AWS::Budgets::Budget'))
      .properties as {
      Budget: unknown;
      NotificationsWithSubscribers: { Notification: Record<string, unknown>; Subscribers: unknown }[];
    };
    expect(Budget).toMatchObject({ BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 20, Unit: 'USD' } });
    for (const { Subscribers } of NotificationsWithSubscribers) {
      expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: EVERYTHING.alarmAddress }]);
    }
    expect(
      NotificationsWithSubscribers.map(({ Notification }) => [Notification.NotificationType, Notification.Threshold]),
    ).toEqual([
      ['ACTUAL', 80],
      ['ACTUAL', 100],
      ['FORECASTED', 100],
    ]);
  });
});
