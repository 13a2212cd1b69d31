import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENVIRONMENT } from '../../shared/environment.ts';
import { METRICS_NAMESPACE, NOTIFICATION_METRICS, OLDEST_UNSENT_METRIC } from '../../shared/notifications/metrics.ts';
import { removeFolder } from '../support/cloudProcess.ts';
import { functionsOf, only, type SynthesizedStack, synthesizeStack, tableArn } from '../support/stack.ts';

let stack: SynthesizedStack;

beforeAll(() => {
  stack = synthesizeStack();
});
afterAll(() => removeFolder(stack.folder));

const ofType = (type: string) => stack.template.ofType(type);
const propertiesOf = (type: string) => only(ofType(type)).properties;

function functionNamed(name: string) {
  const found = functionsOf(stack).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

const configurationSet = () => only(ofType('AWS::SES::ConfigurationSet')).logicalId;

describe('bounces and complaints', () => {
  test('of all notifications go to the default event bus', () => {
    const { EventDestination, ConfigurationSetName } = propertiesOf('AWS::SES::ConfigurationSetEventDestination');
    expect(ConfigurationSetName).toBe(configurationSet());
    expect(EventDestination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ['bounce', 'complaint'],
      EventBridgeDestination: { EventBusArn: expect.stringMatching(/:event-bus\/default$/) },
    });
  });

  test('of an address are remembered by SES, and rates are counted', () => {
    expect(propertiesOf('AWS::SES::ConfigurationSet')).toMatchObject({
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      ReputationOptions: { ReputationMetricsEnabled: true },
    });
  });

  test('reach recordMailEvent, those of this configuration set alone', () => {
    const { EventPattern, Targets, State } = propertiesOf('AWS::Events::Rule');
    const recorder = functionNamed('recordMailEvent');
    expect(State).toBe('ENABLED');
    expect(Targets).toEqual([expect.objectContaining({ Arn: expect.stringContaining(recorder.logicalId) })]);
    expect(EventPattern).toEqual({
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSet()] } } },
    });
  });

  test('come about because every notification is sent with this configuration set', () => {
    const { Variables } = functionNamed('notifySubmission').properties.Environment;
    expect(Variables[ENVIRONMENT.configurationSet]).toBe(configurationSet());
  });

  test('may be recorded, and nothing else be done, by recordMailEvent', () => {
    const { statements } = functionNamed('recordMailEvent');
    expect(statements).toEqual([{ Effect: 'Allow', Action: expect.anything(), Resource: [tableArn(stack)] }]);
    expect([...(statements[0]?.Action ?? [])].sort()).toEqual(['dynamodb:PutItem', 'dynamodb:UpdateItem']);
    const permissions = ofType('AWS::Lambda::Permission').filter(
      ({ properties }) => properties.Principal === 'events.amazonaws.com',
    );
    expect(permissions).toHaveLength(1);
    expect(permissions[0]?.properties.FunctionName).toContain(functionNamed('recordMailEvent').logicalId);
  });
});

const DAY_S = 24 * 60 * 60;
const READERS = ['notifySubmission', 'indexSubmissions'];

const mappingOf = (name: string) =>
  only(
    ofType('AWS::Lambda::EventSourceMapping').filter(
      ({ properties }) => properties.FunctionName === functionNamed(name).logicalId,
    ),
  );

describe('the stream mapping', () => {
  test.each(READERS)('of %s tries as long as the stream keeps a record, and is counted', (name) => {
    expect(mappingOf(name).properties).toMatchObject({
      MaximumRecordAgeInSeconds: DAY_S,
      MetricsConfig: { Metrics: ['EventCount'] },
    });
    // What AWS accepts at the most; more would be refused, and -1 would be without end.
    const retries = Number(mappingOf(name).properties.MaximumRetryAttempts);
    expect(retries).toBeGreaterThan(0);
    expect(retries).toBeLessThanOrEqual(10_000);
  });
});

interface Alarmed {
  namespace: string;
  metric: string;
  statistic: string;
  dimensions: Record<string, string>;
  above: number;
}

const FIVE_MINUTES_MS = 5 * 60_000;

/** Every alarm that there is to be, by what it is about. */
const alarms = (): Record<string, Alarmed> => {
  const ofNotifier = (Name: string) => ({ [Name]: functionNamed('notifySubmission').logicalId });
  const own = { namespace: METRICS_NAMESPACE, dimensions: ofNotifier('functionName') };
  const ofSes = { namespace: 'AWS/SES', statistic: 'Maximum', dimensions: {} };
  const putAside = (name: string): Alarmed => ({
    namespace: 'AWS/Lambda',
    metric: 'OnFailureDestinationDeliveredEventCount',
    statistic: 'Sum',
    dimensions: { EventSourceMappingUUID: mappingOf(name).logicalId },
    above: 0,
  });
  return {
    'the oldest unsent notification': {
      ...own,
      metric: OLDEST_UNSENT_METRIC,
      statistic: 'Maximum',
      above: FIVE_MINUTES_MS,
    },
    'the age of the stream': {
      namespace: 'AWS/Lambda',
      metric: 'IteratorAge',
      statistic: 'Maximum',
      dimensions: ofNotifier('FunctionName'),
      above: FIVE_MINUTES_MS,
    },
    'what failed for good': { ...own, metric: NOTIFICATION_METRICS.failed, statistic: 'Sum', above: 0 },
    'records of notifySubmission put aside': putAside('notifySubmission'),
    'records of indexSubmissions put aside': putAside('indexSubmissions'),
    // SES puts an account under review at 5 % and 0.1 %.
    'the rate of bounces': { ...ofSes, metric: 'Reputation.BounceRate', above: 0.03 },
    'the rate of complaints': { ...ofSes, metric: 'Reputation.ComplaintRate', above: 0.0005 },
  };
};

const alarmsInTemplate = (): Alarmed[] =>
  ofType('AWS::CloudWatch::Alarm').map(({ properties }) => ({
    namespace: String(properties.Namespace),
    metric: String(properties.MetricName),
    statistic: String(properties.Statistic),
    dimensions: Object.fromEntries(
      ((properties.Dimensions ?? []) as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
    ),
    above: Number(properties.Threshold),
  }));

describe('an alarm', () => {
  test.each([
    'the oldest unsent notification',
    'the age of the stream',
    'what failed for good',
    'records of notifySubmission put aside',
    'records of indexSubmissions put aside',
    'the rate of bounces',
    'the rate of complaints',
  ])('watches %s', (what) => {
    expect(alarmsInTemplate()).toContainEqual(alarms()[what]);
  });

  test('goes off above its threshold and is silent when nothing happens', () => {
    for (const { properties } of ofType('AWS::CloudWatch::Alarm')) {
      expect(properties).toMatchObject({
        ComparisonOperator: 'GreaterThanThreshold',
        TreatMissingData: 'notBreaching',
        AlarmDescription: expect.stringMatching(/\S/),
      });
    }
  });
});
