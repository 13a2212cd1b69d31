import { describe, expect, test } from '@jest/globals';
import {
  ALARM_KINDS,
  ALARMS_BY_SETTING,
  type AlarmKind,
  ESSENTIAL_ALARMS,
  noticeOf,
} from '../../../../../infra/constructs/monitoring/alarmKinds.ts';
import { isManagement } from '../../../../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { DELIVERY_METRICS } from '../../../../../shared/deliveries/channels/metrics.ts';
import { OLDEST_PENDING_METRIC } from '../../../../../shared/deliveries/metrics.ts';
import { METRICS_NAMESPACE } from '../../../../../shared/runtime/metrics.ts';
import { readDocument } from '../../../../support/documents.ts';
import { EVERYTHING } from '../../../../support/settings.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStacks } from '../../../../support/stack.ts';

const [stack, everything, probed] = await synthesizeStacks({}, EVERYTHING, { probeEndpoint: EVERYTHING.probeEndpoint });

const ofType = (type: string, given = stack) => given.template.ofType(type);
const idOf = (name: string) => functionsOf(everything).find((each) => each.name === name)?.logicalId ?? '';

interface Alarm {
  name: string;
  description: string;
  namespace: string;
  metric: string;
  statistic: string;
  dimensions: Record<string, string>;
  above: number;
  /** How long the condition must hold. */
  seconds: number;
}

const alarms = (given: SynthesizedStack): Alarm[] =>
  ofType('AWS::CloudWatch::Alarm', given).map(({ path, properties }) => ({
    name: path.split('/').at(-2) ?? '',
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

const HOUR_S = 3_600;

function expectedAlarms(): Record<string, Omit<Alarm, 'name' | 'description'>> {
  const table = single(ofType('AWS::DynamoDB::GlobalTable', everything)).logicalId;
  const api = { ApiName: stack.name };
  const queueNamed = (part: string) =>
    ofType('AWS::SQS::Queue', everything).find(({ path }) => path.includes(part))?.logicalId;
  const common = { statistic: 'Sum', above: 0, seconds: 300 };
  const lambda = { ...common, namespace: 'AWS/Lambda' };
  const oldest = { statistic: 'Maximum', above: FIVE_MINUTES_MS, seconds: 300 };
  const ofReader = (name: string) => {
    const mapping = ofType('AWS::Lambda::EventSourceMapping', everything).find(
      ({ properties: { FunctionName, EventSourceArn } }) =>
        FunctionName === idOf(name) && String(EventSourceArn).includes('/stream'),
    );
    const dimensions = { EventSourceMappingUUID: String(mapping?.logicalId) };
    return {
      [`StreamAge-${name}`]: { ...lambda, ...oldest, metric: 'IteratorAge', dimensions: { FunctionName: idOf(name) } },
      [`PutAside-${name}`]: { ...lambda, metric: 'OnFailureDestinationDeliveredEventCount', dimensions },
      [`RecordsDropped-${name}`]: { ...lambda, metric: 'DroppedEventCount', dimensions },
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
  const ses = { ...common, namespace: 'AWS/SES', statistic: 'Maximum', dimensions: {}, seconds: HOUR_S };
  const version = `${single(ofType('AWS::Lambda::Version', everything)).logicalId}.Version`;
  const counted = { ...common, namespace: `${METRICS_NAMESPACE}/Forms` };
  const ofTable = { ...common, namespace: 'AWS/DynamoDB', dimensions: { TableName: table } };
  const ofApi = { ...common, namespace: 'AWS/ApiGateway', dimensions: api };
  return {
    'NewVersion-crashes': {
      ...lambda,
      metric: 'Errors',
      seconds: 60,
      dimensions: {
        FunctionName: idOf('createSubmission'),
        Resource: `${idOf('createSubmission')}:live`,
        ExecutedVersion: version,
      },
    },
    'NewVersion-errors': { ...counted, metric: 'ServerErrors', seconds: 60, dimensions: { functionVersion: version } },
    Probe: { ...lambda, metric: 'Errors', seconds: 600, dimensions: { FunctionName: idOf('probeForms') } },
    FormsThrottled: { ...counted, metric: 'FormsThrottled', statistic: 'Average', above: 5, dimensions: {} },
    FunctionThrottles: { ...lambda, metric: 'Throttles', dimensions: {} },
    GatewayErrors: { ...ofApi, metric: '5XXError', above: 0 },
    Latency: { ...ofApi, metric: 'Latency', statistic: 'p99', above: 3_000, seconds: 900 },
    'TableThrottles-Read': { ...ofTable, metric: 'ReadThrottleEvents' },
    'TableThrottles-Write': { ...ofTable, metric: 'WriteThrottleEvents' },
    ...ofReader('notifySubmission'),
    ...ofReader('indexSubmissions'),
    'DeadLetters-events': queue('/DeadLetters/'),
    'DeadLetters-messages': queue('/Deliveries/Failed/'),
    WebhookQueueAge: { ...queue('/Deliveries/Webhook/'), metric: 'ApproximateAgeOfOldestMessage', above: 5 * 60 },
    ConfirmationsStopped: { ...common, ...own('recordMailEvent'), metric: DELIVERY_METRICS.confirmationsStopped },
    WebhooksSwitchedOff: { ...common, ...own('sendWebhook'), metric: DELIVERY_METRICS.disabled },
    MailQueueAge: { ...queue('/Deliveries/Mail/'), metric: 'ApproximateAgeOfOldestMessage', above: 20 * 60 },
    RemovalQueueAge: { ...queue('/Upkeep/Queue/'), metric: 'ApproximateAgeOfOldestMessage', above: HOUR_S },
    OverMailBudget: { ...common, ...own('notifySubmission'), metric: DELIVERY_METRICS.overBudget },
    OldestUnsent: { ...own('notifySubmission'), ...oldest, metric: OLDEST_PENDING_METRIC },
    'NotificationsFailed-sending': { ...common, ...own('notifySubmission'), metric: DELIVERY_METRICS.failed },
    'NotificationsFailed-afterwards': { ...common, ...own('recordMailEvent'), metric: DELIVERY_METRICS.failed },
    // 80 % of SES's daily quota.
    MailQuota: { ...ses, metric: 'Send', statistic: 'Sum', above: 40_000, seconds: 24 * HOUR_S },
    // SES puts accounts under review at 5 % and 0.1 %.
    BounceRate: { ...ses, metric: 'Reputation.BounceRate', above: 0.03 },
    ComplaintRate: { ...ses, metric: 'Reputation.ComplaintRate', above: 0.0005 },
  };
}

describe('alarms', () => {
  test('watch the API, the table, the stream, the queues, the notifications and the reputation', () => {
    const found = alarms(everything).filter(({ name }) => !name.startsWith('FunctionErrors-'));
    expect(Object.fromEntries(found.map(({ name, description: _, ...rest }) => [name, rest]))).toEqual(
      expectedAlarms(),
    );
  });

  interface MetricQuery {
    Expression?: string;
    MetricStat?: { Metric: { MetricName: string; Dimensions: { Name: string; Value: string }[] }; Period: number };
  }

  test('watch every function but the probe for crashes, the management operations of a group together', () => {
    const groupOf = new Map<string, string>(OPERATIONS.filter(isManagement).map(({ id, group }) => [id, group]));
    const others = functionsOf(everything).filter(({ name }) => name !== 'probeForms');
    const expected = others.map(({ name, logicalId }) => [logicalId, `FunctionErrors-${groupOf.get(name) ?? name}`]);
    const watched = ofType('AWS::CloudWatch::Alarm', everything)
      .filter(({ path }) => path.includes('/FunctionErrors-'))
      .flatMap(({ path, properties }) => {
        const { Metrics, Dimensions, MetricName, Period } = properties as Record<string, unknown>;
        const single = { MetricStat: { Metric: { MetricName, Dimensions }, Period } } as MetricQuery;
        const queries = (Metrics as MetricQuery[] | undefined) ?? [single];
        // An alarm can use ten metrics (Amazon CloudWatch, "Creating an alarm based on a metric math expression").
        const stats = queries.flatMap(({ MetricStat }) => MetricStat ?? []);
        expect(stats.length).toBeLessThanOrEqual(10);
        return stats.map((stat) => {
          expect(stat).toMatchObject({ Metric: { MetricName: 'Errors' }, Period: 60 });
          return [stat.Metric.Dimensions[0]?.Value, path.split('/').at(-2)];
        });
      });
    expect(watched.sort()).toEqual(expected.sort());
  });

  test('are at most ten by default, which CloudWatch does not charge for', () => {
    expect(
      alarms(stack)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...ESSENTIAL_ALARMS].sort());
    expect(ESSENTIAL_ALARMS).toHaveLength(10);
    for (const essential of alarms(stack)) {
      expect(alarms(everything)).toContainEqual({ ...essential, dimensions: expect.anything() });
    }
  });

  test('of a setting also exist in `essential` if it is set', () => {
    expect(
      alarms(probed)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...ESSENTIAL_ALARMS, ...ALARMS_BY_SETTING].sort());
  });

  test('go off above their threshold, not without data, and notify the topic, also when they end', () => {
    const topic = single(ofType('AWS::SNS::Topic', everything)).logicalId;
    for (const { path, properties } of ofType('AWS::CloudWatch::Alarm', everything)) {
      const isRate = /\/(?:Bounce|Complaint)Rate\//.test(path);
      expect({ path, ...properties }).toMatchObject({
        ComparisonOperator: 'GreaterThanThreshold',
        // SES reports no rate between mails, which changes nothing. A probe that does not run is a problem.
        TreatMissingData: isRate ? 'ignore' : path.includes('/Probe/') ? 'breaching' : 'notBreaching',
        AlarmActions: [topic],
        OKActions: [topic],
      });
      expect(properties.ActionsEnabled ?? true).toBe(true);
    }
  });

  test('are named after the stack, themselves and the version that they watch', () => {
    for (const { path, properties } of ofType('AWS::CloudWatch::Alarm', everything)) {
      const name = path.split('/').at(-2) ?? '';
      const suffix = name.startsWith('NewVersion-') ? /^-\w+\.Version$/ : /^$/;
      expect(String(properties.AlarmName).replace(`Forms-${name}`, '')).toMatch(suffix);
    }
  });

  test('go off for the share of rejected forms in all form posts of the access log', () => {
    const log = ofType('AWS::Logs::LogGroup').find(({ path }) => path.includes('/Gateway/Logs/Access/'));
    const isPost = '($.method = "POST") && ($.resource = "/v1/f/{endpointId}")';
    const filters = ofType('AWS::Logs::MetricFilter')
      .filter(({ properties }) => properties.LogGroupName === log?.logicalId)
      .map(({ properties }) => properties);
    const counted = (status: string, percent: string) =>
      expect.objectContaining({
        FilterPattern: `{ (${isPost}) && ($.status ${status} "429") }`,
        MetricTransformations: [
          { MetricNamespace: 'FormsBackend/Forms', MetricName: 'FormsThrottled', MetricValue: percent },
        ],
      });
    expect(filters).toEqual([counted('=', '100'), counted('!=', '0')]);
  });

  test('of stream records have their metrics, which the mappings publish in no other case', () => {
    const counted = (given: SynthesizedStack) =>
      ofType('AWS::Lambda::EventSourceMapping', given).map(({ properties }) => properties.MetricsConfig);
    expect(counted(everything).filter((config) => config !== undefined)).toEqual([
      { Metrics: ['EventCount'] },
      { Metrics: ['EventCount'] },
    ]);
    expect(new Set(counted(stack))).toEqual(new Set([undefined]));
  });
});

test('failed records reach the queue of failed events, which always has an alarm', () => {
  const bucket = ofType('AWS::S3::Bucket').find(({ path }) => path.includes('/FailedRecords/'));
  expect(bucket?.properties.NotificationConfiguration).toEqual({
    EventBridgeConfiguration: { EventBridgeEnabled: true },
  });
  const rule = ofType('AWS::Events::Rule').find(({ path }) => path.includes('/FailedRecords/'));
  expect(rule?.properties).toMatchObject({
    State: 'ENABLED',
    EventPattern: {
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: [bucket?.logicalId] } },
    },
    Targets: [{ Arn: expect.stringMatching(/:DeadLetters\w+$/) }],
  });
});

/** `StreamAge-notifySubmission` is a StreamAge of notifySubmission. */
const partsOf = (alarmName: string): [kind: AlarmKind, of: string | undefined] => {
  const [kind, of] = alarmName.split('-');
  return [kind as AlarmKind, of];
};

describe('the runbook', () => {
  const [page, operations] = ['docs/alarms.md', 'docs/operations.md'].map(readDocument) as [string, string];
  const sections = new Map(
    page
      .split(/\n## /)
      .slice(1)
      .map((section) => [/^`(\w+)`\n/.exec(section)?.[1], section]),
  );

  test('has exactly one section for each kind of alarm in the template', () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    const kinds = new Set(alarms(everything).map(({ name }) => partsOf(name)[0]));
    expect(headings.sort()).toEqual([...kinds].map((kind) => `\`${kind}\``).sort());
    expect([...kinds].sort()).toEqual(Object.keys(ALARM_KINDS).sort());
  });

  test.each(Object.keys(ALARM_KINDS))('describes %s: meaning, what to look at and what to do', (kind) => {
    for (const part of ['**Means.**', '**Look at.**', '**Do.**']) expect(sections.get(kind)).toContain(part);
  });

  test('is linked from the mail of an alarm, by section', () => {
    for (const { name, description } of alarms(everything)) {
      const [kind, of] = partsOf(name);
      expect(description).toBe(`${noticeOf(kind, of)} What to do: docs/alarms.md#${kind.toLowerCase()}`);
    }
  });

  test('names no output that does not exist', () => {
    const outputs = [...`${page}${operations}`.matchAll(/\$\(output (\w+)\)/g)].map(([, output]) => output);
    expect(outputs.length).toBeGreaterThan(2);
    for (const output of outputs) expect(Object.keys(stack.outputs)).toContain(output);
  });
});

describe('the probe', () => {
  const probeOf = (given: SynthesizedStack) => functionsOf(given).find(({ name }) => name === 'probeForms');
  const clockOf = (given: SynthesizedStack) =>
    ofType('AWS::Events::Rule', given).find(({ path }) => path.includes('/Probe/'))?.properties;

  test('posts a form every five minutes through the public address, to the endpoint that is set', () => {
    expect(probeOf(everything)?.properties.Environment.Variables.PROBE_ENDPOINT).toBe(EVERYTHING.probeEndpoint);
    expect(clockOf(everything)).toMatchObject({
      ScheduleExpression: 'rate(5 minutes)',
      Targets: [{ Input: JSON.stringify({ apiUrl: 'https://api.example.com' }) }],
    });
  });

  test('may remove its own submission, and nothing else', () => {
    const ofTable = probeOf(everything)?.statements.filter(({ Action }) => Action[0]?.startsWith('dynamodb:'));
    expect(ofTable).toEqual([
      {
        Effect: 'Allow',
        Action: ['dynamodb:DeleteItem'],
        Resource: [expect.stringContaining(':table/')],
        Condition: {
          'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [`ENP#${EVERYTHING.probeEndpoint}`] },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      },
    ]);
  });

  test('does not exist unless it is set', () => {
    expect(clockOf(stack)).toBeUndefined();
    expect(probeOf(stack)?.statements.map(({ Action }) => Action[0])).not.toContain('dynamodb:DeleteItem');
  });
});

describe('the topic', () => {
  test('has no KMS key by default', () => {
    expect(ofType('AWS::KMS::Key')).toEqual([]);
    expect(single(ofType('AWS::SNS::Topic')).properties).not.toHaveProperty('KmsMasterKeyId');
  });

  test('is encrypted in `full` with a yearly rotated key that CloudWatch may use for this account only', () => {
    const key = single(ofType('AWS::KMS::Key', everything));
    expect(single(ofType('AWS::SNS::Topic', everything)).properties.KmsMasterKeyId).toContain(key.logicalId);
    expect(key.properties.EnableKeyRotation).toBe(true);
    const { Statement } = key.properties.KeyPolicy as { Statement: Record<string, unknown>[] };
    expect(Statement.find(({ Principal }) => JSON.stringify(Principal).includes('cloudwatch'))).toMatchObject({
      Effect: 'Allow',
      Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
    });
  });

  test('only accepts messages from CloudWatch of this account, over TLS', () => {
    const { PolicyDocument } = single(ofType('AWS::SNS::TopicPolicy')).properties as {
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

  test('mails the address that the operator sets, if any', () => {
    expect(ofType('AWS::SNS::Subscription')).toEqual([]);
    expect(single(everything.template.ofType('AWS::SNS::Subscription')).properties).toMatchObject({
      Protocol: 'email',
      Endpoint: EVERYTHING.alarmAddress,
      RedrivePolicy: { deadLetterTargetArn: expect.stringMatching(/:DeadLetters\w+$/) },
    });
  });
});

describe('the dashboard', () => {
  const body = (given = everything) =>
    String(single(ofType('AWS::CloudWatch::Dashboard', given)).properties.DashboardBody);

  test('shows every alarm and every function', () => {
    const { widgets } = JSON.parse(body()) as { widgets: { properties: { alarms?: string[] } }[] };
    expect(widgets[0]?.properties.alarms).toHaveLength(alarms(everything).length);
    for (const { logicalId } of functionsOf(everything)) expect(body()).toContain(`"${logicalId}"`);
  });

  test('has at most 50 metrics by default, which CloudWatch does not charge for', () => {
    const { widgets } = JSON.parse(body(stack)) as { widgets: { properties: { metrics?: unknown[] } }[] };
    const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);
    expect(metrics.length).toBeGreaterThan(20);
    expect(metrics.length).toBeLessThanOrEqual(50);
  });

  test('contains the URL of the API', () => {
    const { DashboardName } = single(ofType('AWS::CloudWatch::Dashboard')).properties;
    expect(DashboardName).toBe('Forms-us-east-1');
    expect(JSON.stringify(stack.outputs.DashboardUrl)).toContain('#dashboards/dashboard/Forms-');
  });
});

describe('the budget', () => {
  test('only exists if the operator sets it, and warns before and when it is spent', () => {
    expect(ofType('AWS::Budgets::Budget')).toEqual([]);
    const { Budget, NotificationsWithSubscribers } = single(everything.template.ofType('AWS::Budgets::Budget'))
      .properties as {
      Budget: unknown;
      NotificationsWithSubscribers: { Notification: Record<string, unknown>; Subscribers: unknown }[];
    };
    // Changing the subscribers replaces the budget, and its name would still be taken.
    expect(Budget).not.toHaveProperty('BudgetName');
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
