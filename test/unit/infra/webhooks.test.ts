import { beforeAll, describe, expect, test } from '@jest/globals';
import { ATTEMPTS_AT_ONCE } from '../../../infra/constructs/background/webhooks.ts';
import { arnOf } from '../../../infra/local/template.ts';
import { LEASE_MS, TIME_LIMIT_S, VISIBILITY_TIMEOUT_S } from '../../../shared/deliveries/channels/webhook/timing.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStack } from '../../support/stack.ts';

let stack: SynthesizedStack;
beforeAll(() => {
  stack = synthesizeStack();
});

const queueNamed = (name: string) =>
  single(stack.template.ofType('AWS::SQS::Queue').filter(({ path }) => path.includes(`/WebhookQueues/${name}/`)));

function mappingOf(name: string): Record<string, unknown> {
  const { logicalId, type } = queueNamed(name);
  const mappings = stack.template.ofType('AWS::Lambda::EventSourceMapping');
  return single(mappings.filter(({ properties }) => properties.EventSourceArn === arnOf(logicalId, type))).properties;
}

describe('deliveries to webhooks', () => {
  test(`are ${ATTEMPTS_AT_ONCE} at once at the most, one in each invocation, and one at a time of each webhook`, () => {
    expect(queueNamed('Turns').properties).toMatchObject({
      FifoQueue: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    });
    expect(mappingOf('Turns')).toMatchObject({
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: ATTEMPTS_AT_ONCE },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  test('that wait do so in a queue of their own, which is handed out while receivers hang', () => {
    expect(queueNamed('Waits').properties).not.toHaveProperty('FifoQueue');
    expect(mappingOf('Waits')).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } });
  });

  test('come again after the claim of an attempt that died has run out, and not while one is made', () => {
    const sender = functionsOf(stack).find(({ name }) => name === 'sendWebhook');
    expect(sender?.properties.Timeout).toBe(TIME_LIMIT_S);
    for (const name of ['Turns', 'Waits'])
      expect(queueNamed(name).properties.VisibilityTimeout).toBe(VISIBILITY_TIMEOUT_S);
    expect(VISIBILITY_TIMEOUT_S).toBeGreaterThanOrEqual(6 * TIME_LIMIT_S);
    expect(VISIBILITY_TIMEOUT_S * 1_000).toBeGreaterThan(LEASE_MS);
  });
});
