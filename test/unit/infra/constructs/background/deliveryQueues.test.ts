import { describe, expect, test } from '@jest/globals';
import { arnOf } from '../../../../../infra/localService/template.ts';
import { FAILING_AT_ONCE } from '../../../../../infra/settings.ts';
import { MAIL_TIME_LIMIT_S } from '../../../../../shared/deliveries/channels/mail/mailTiming.ts';
import { WEBHOOK_TIME_LIMIT_S } from '../../../../../shared/deliveries/channels/webhook/webhookTiming.ts';
import { RECEIVES_MAX, visibilityTimeoutS } from '../../../../../shared/deliveries/timing.ts';
import { ENVIRONMENT } from '../../../../../shared/runtime/environment.ts';
import { EVERYTHING } from '../../../../support/settings.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStacks } from '../../../../support/stack.ts';

const DAY_S = 24 * 60 * 60;
const LANES = {
  Mail: { reader: 'notifySubmission', timeLimitS: MAIL_TIME_LIMIT_S, variable: ENVIRONMENT.mailQueueUrl },
  Webhook: { reader: 'sendWebhook', timeLimitS: WEBHOOK_TIME_LIMIT_S, variable: ENVIRONMENT.webhookQueueUrl },
  FailingWebhook: {
    reader: 'sendWebhook',
    timeLimitS: WEBHOOK_TIME_LIMIT_S,
    variable: ENVIRONMENT.failingWebhookQueueUrl,
  },
};
const LANE_NAMES = Object.keys(LANES) as (keyof typeof LANES)[];

const [stack, wider] = await synthesizeStacks({}, EVERYTHING);

const queueNamed = (name: string) =>
  single(stack.template.ofType('AWS::SQS::Queue').filter(({ path }) => path.includes(`/Deliveries/${name}/`)));
const arnOfQueue = (name: string) => arnOf(queueNamed(name).logicalId, queueNamed(name).type);
const functionNamed = (name: string) => functionsOf(stack).find((each) => each.name === name);

function mappingOf(name: string, of = stack): Record<string, unknown> {
  const mappings = of.template.ofType('AWS::Lambda::EventSourceMapping');
  return single(mappings.filter(({ properties }) => properties.EventSourceArn === arnOfQueue(name))).properties;
}

describe.each(LANE_NAMES)('the queue %s', (name) => {
  const { reader, timeLimitS } = LANES[name];

  test('is a standard queue, encrypted, that keeps a message for as long as SQS can', () => {
    const { properties } = queueNamed(name);
    expect(properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * DAY_S });
    expect(properties).not.toHaveProperty('FifoQueue');
  });

  test('hides a message for longer than an invocation can take', () => {
    expect(functionNamed(reader)?.properties.Timeout).toBe(timeLimitS);
    expect(queueNamed(name).properties.VisibilityTimeout).toBe(visibilityTimeoutS(timeLimitS));
  });

  test('moves a message that keeps crashing the function to the only dead-letter queue', () => {
    expect(queueNamed(name).properties.RedrivePolicy).toEqual({
      deadLetterTargetArn: arnOfQueue('Failed'),
      maxReceiveCount: RECEIVES_MAX,
    });
    expect(queueNamed('Failed').properties.MessageRetentionPeriod).toBe(14 * DAY_S);
  });

  test('invokes its function, which reports failed messages one by one', () => {
    const { logicalId } = functionNamed(reader) ?? {};
    expect(mappingOf(name)).toMatchObject({
      FunctionName: logicalId,
      BatchSize: name === 'Mail' ? 1 : 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(mappingOf(name)).not.toHaveProperty('MaximumBatchingWindowInSeconds');
  });
});

test('at most `webhookConcurrency` functions call webhooks, two of them those that failed lately', () => {
  const atOnce = (name: string, of: SynthesizedStack) =>
    (mappingOf(name, of).ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency;
  expect([atOnce('Webhook', stack), atOnce('FailingWebhook', stack)]).toEqual([5 - FAILING_AT_ONCE, FAILING_AT_ONCE]);
  expect([atOnce('Webhook', wider), atOnce('FailingWebhook', wider)]).toEqual([
    EVERYTHING.webhookConcurrency - FAILING_AT_ONCE,
    FAILING_AT_ONCE,
  ]);
});

test.each(['notifySubmission', 'sendWebhook'])('%s may send to all queues and receive from its own only', (name) => {
  const { statements = [], properties } = functionNamed(name) ?? {};
  const queuesFor = (action: string) =>
    statements.filter(({ Action }) => Action.includes(action)).flatMap(({ Resource }) => Resource);
  expect(queuesFor('sqs:SendMessage').sort()).toEqual(LANE_NAMES.map(arnOfQueue).sort());
  const own = LANE_NAMES.filter((lane) => LANES[lane].reader === name);
  expect(queuesFor('sqs:ReceiveMessage').sort()).toEqual(own.map(arnOfQueue).sort());
  for (const lane of LANE_NAMES)
    expect(properties?.Environment.Variables[LANES[lane].variable]).toContain(queueNamed(lane).logicalId);
});

test('sendWebhook moves due messages each minute', () => {
  const clock = single(stack.template.ofType('AWS::Events::Rule').filter(({ path }) => path.includes('/Clock/')));
  expect(clock.properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
});
