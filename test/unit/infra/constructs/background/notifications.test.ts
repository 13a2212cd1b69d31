import { describe, expect, test } from '@jest/globals';
import { MAIL_TIME_LIMIT_S } from '../../../../../shared/deliveries/channels/mail/mailTiming.ts';
import { STREAM_BATCH_SIZE, STREAM_RETRIES } from '../../../../../shared/deliveries/timing.ts';
import { ENVIRONMENT } from '../../../../../shared/runtime/environment.ts';
import { COMBINATIONS } from '../../../../support/settings.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStacks, tableArn } from '../../../../support/stack.ts';

const PACES = COMBINATIONS.map(({ mailsPerSecond }) => mailsPerSecond);
const [stack, ...paced] = await synthesizeStacks({}, ...COMBINATIONS);

const ofType = (type: string) => stack.template.ofType(type);

function functionNamed(name: string, of = stack) {
  const found = functionsOf(of).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

const KINDS = [
  ['notifications', 'MailEvents', ENVIRONMENT.configurationSet],
  ['confirmations', 'ConfirmationEvents', ENVIRONMENT.confirmationSet],
] as const;

describe.each(KINDS)('bounces and complaints of %s', (_kind, construct, variable) => {
  const own = (type: string) => single(ofType(type).filter(({ path }) => path.includes(`/${construct}/`)));
  const configurationSet = () => own('AWS::SES::ConfigurationSet').logicalId;
  const rule = () => own('AWS::Events::Rule').properties;

  test('go to the default event bus', () => {
    const { properties } = own('AWS::SES::ConfigurationSetEventDestination');
    expect(properties.ConfigurationSetName).toBe(configurationSet());
    expect(properties.EventDestination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ['bounce', 'complaint'],
      EventBridgeDestination: { EventBusArn: expect.stringMatching(/:event-bus\/default$/) },
    });
  });

  test('are put on SES’s suppression list, and rates are counted', () => {
    expect(own('AWS::SES::ConfigurationSet').properties).toMatchObject({
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      ReputationOptions: { ReputationMetricsEnabled: true },
    });
  });

  test('reach recordMailEvent, but only those of this configuration set', () => {
    const { EventPattern, Targets, State } = rule();
    const recorder = functionNamed('recordMailEvent');
    expect(State).toBe('ENABLED');
    expect(Targets).toEqual([expect.objectContaining({ Arn: expect.stringContaining(recorder.logicalId) })]);
    expect(EventPattern).toEqual({
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSet()] } } },
    });
  });

  test('are published because every mail is sent with this configuration set', () => {
    const { Variables } = functionNamed('notifySubmission').properties.Environment;
    expect(Variables[variable]).toBe(configurationSet());
  });

  test('are kept if recordMailEvent cannot be invoked or fails', () => {
    const { Targets } = rule() as unknown as { Targets: { DeadLetterConfig: { Arn: string } }[] };
    const { properties } = functionNamed('recordMailEvent');
    const { TargetArn } = (properties as unknown as { DeadLetterConfig: { TargetArn: string } }).DeadLetterConfig;
    expect(TargetArn).toMatch(/:DeadLetters\w+$/);
    expect(Targets.map(({ DeadLetterConfig }) => DeadLetterConfig.Arn)).toEqual([TargetArn]);
  });
});

test('recordMailEvent is invoked for bounces and complaints, and may only use the table', () => {
  const { statements } = functionNamed('recordMailEvent');
  for (const { Resource } of statements) expect(Resource).toEqual([tableArn(stack)]);
  for (const action of statements.flatMap(({ Action }) => Action)) expect(action).toMatch(/^dynamodb:/);
  const permissions = ofType('AWS::Lambda::Permission').filter(
    ({ properties }) =>
      properties.Principal === 'events.amazonaws.com' &&
      String(properties.FunctionName).includes(functionNamed('recordMailEvent').logicalId),
  );
  expect(permissions).toHaveLength(KINDS.length);
});

const DAY_S = 24 * 60 * 60;
const READERS = ['notifySubmission', 'indexSubmissions'];

const mappingOf = (name: string, source: string, of = stack) =>
  single(
    of.template.ofType('AWS::Lambda::EventSourceMapping').filter(({ properties: { FunctionName, EventSourceArn } }) => {
      const { logicalId } = functionNamed(name, of);
      return FunctionName === logicalId && String(EventSourceArn).startsWith(source);
    }),
  );
const streamMappingOf = (name: string) => mappingOf(name, tableArn(stack));

describe('the stream mapping', () => {
  test.each(READERS)('of %s puts a record aside two hours before the stream trims it', (name) => {
    expect(streamMappingOf(name).properties.MaximumRecordAgeInSeconds).toBe(DAY_S - 2 * 3_600);
    // AWS's maximum; -1 would mean no limit.
    const retries = Number(streamMappingOf(name).properties.MaximumRetryAttempts);
    expect(retries).toBeGreaterThan(0);
    expect(retries).toBeLessThanOrEqual(10_000);
  });

  test('of notifySubmission has small batches and few retries, so that a record that crashes it is soon put aside', () => {
    expect(streamMappingOf('notifySubmission').properties).toMatchObject({
      BatchSize: STREAM_BATCH_SIZE,
      MaximumRetryAttempts: STREAM_RETRIES,
    });
    expect(functionNamed('notifySubmission').properties.Timeout).toBe(MAIL_TIME_LIMIT_S);
  });
});

describe('the pace', () => {
  const givenStack = (mailsPerSecond: number) => paced[PACES.indexOf(mailsPerSecond)] as SynthesizedStack;

  const paceIn = (of: SynthesizedStack) => {
    const { Variables } = functionNamed('notifySubmission', of).properties.Environment;
    const { ScalingConfig } = mappingOf('notifySubmission', 'arn:aws:sqs:', of).properties as {
      ScalingConfig: { MaximumConcurrency: number };
    };
    return {
      ofStream: Number(Variables[ENVIRONMENT.streamMailsPerSecond]),
      ofInstance: Number(Variables[ENVIRONMENT.queueMailsPerSecond]),
      instances: ScalingConfig.MaximumConcurrency,
    };
  };

  test('of the stream’s reader and all of the queue’s instances together is mailsPerSecond, 14 by default', () => {
    expect(paceIn(stack)).toEqual({ ofStream: 3.5, ofInstance: 3.5, instances: 2 });
    for (const mailsPerSecond of PACES) {
      const { ofStream, ofInstance, instances } = paceIn(givenStack(mailsPerSecond));
      // The stream's reader processes two batches at once.
      expect(2 * ofStream + instances * ofInstance).toBeCloseTo(mailsPerSecond, 9);
    }
  });

  test('starts no more instances for the queue than needed, within AWS’s limits of 2 to 1,000', () => {
    const instances = PACES.map((mailsPerSecond) => paceIn(givenStack(mailsPerSecond)).instances);
    expect(instances).toEqual([2, 2, 7, 358]);
  });

  test('and the budget of an endpoint are settings of the function', () => {
    const ofDefault = functionNamed('notifySubmission').properties.Environment.Variables;
    expect(ofDefault[ENVIRONMENT.mailsPerHour]).toBe('300');
    const { Variables } = functionNamed('notifySubmission', givenStack(1)).properties.Environment;
    expect(Variables[ENVIRONMENT.mailsPerHour]).toBe('50');
  });
});
