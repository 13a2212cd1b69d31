import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENVIRONMENT } from '../../shared/environment.ts';
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
    for (const { Resource } of statements) expect(Resource).toEqual([tableArn(stack)]);
    expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([
      'dynamodb:ConditionCheckItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
    ]);
    const permissions = ofType('AWS::Lambda::Permission').filter(
      ({ properties }) => properties.Principal === 'events.amazonaws.com',
    );
    expect(permissions).toHaveLength(1);
    expect(permissions[0]?.properties.FunctionName).toContain(functionNamed('recordMailEvent').logicalId);
  });

  test('are kept, whether they cannot be handed to recordMailEvent or it fails with them', () => {
    const { Targets } = propertiesOf('AWS::Events::Rule') as { Targets: { DeadLetterConfig: { Arn: string } }[] };
    const { properties } = functionNamed('recordMailEvent');
    const { TargetArn } = (properties as unknown as { DeadLetterConfig: { TargetArn: string } }).DeadLetterConfig;
    expect(TargetArn).toMatch(/:DeadLetters\w+$/);
    expect(Targets.map(({ DeadLetterConfig }) => DeadLetterConfig.Arn)).toEqual([TargetArn]);
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
