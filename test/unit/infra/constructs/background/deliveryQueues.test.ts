import { expect, test } from '@jest/globals';
import { arnOf } from '../../../../../infra/localService/template.ts';
import { FAILING_AT_ONCE } from '../../../../../infra/settings.ts';
import {
  functionsOf,
  type StackFunction,
  type SynthesizedStack,
  synthesizeStacks,
} from '../../../../support/cloud/stack.ts';
import { EVERYTHING } from '../../../../support/settings.ts';

const [stack, wider] = await synthesizeStacks({}, EVERYTHING);

const queuesFor = ({ statements }: StackFunction, action: string): string[] =>
  statements.filter(({ Action }) => Action.includes(action)).flatMap(({ Resource }) => Resource);

/** The queues that invoke a function, with their mappings. */
const queuesOf = ({ logicalId }: StackFunction, { template }: SynthesizedStack = stack) =>
  template.ofType('AWS::SQS::Queue').flatMap((queue) => {
    const arn = arnOf(queue.logicalId, queue.type);
    return template
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.EventSourceArn === arn && properties.FunctionName === logicalId)
      .map(({ properties: mapping }) => ({ arn, queue, mapping }));
  });

const readers = functionsOf(stack).filter((each) => queuesOf(each).length > 0);

test('exactly these functions read queues', () => {
  expect(readers.map(({ name }) => name).sort()).toEqual([
    'notifySubmission',
    'purgeEndpoint',
    'sendSignInMail',
    'sendWebhook',
    'trainFilter',
  ]);
});

test.each(readers.map(({ name }) => name))('%s may only read the queues that invoke it', (name) => {
  const reader = readers.find((each) => each.name === name) as StackFunction;
  expect(queuesFor(reader, 'sqs:ReceiveMessage').sort()).toEqual(
    queuesOf(reader)
      .map(({ arn }) => arn)
      .sort(),
  );
});

test.each(readers.map(({ name }) => name))('%s cannot take longer than its queues hide a message', (name) => {
  const reader = readers.find((each) => each.name === name) as StackFunction;
  for (const { queue } of queuesOf(reader))
    expect(queue.properties.VisibilityTimeout).toBeGreaterThan(reader.properties.Timeout);
});

test('functions that send to their own queue are exempt from AWS’s recursion limit of 16, and no others', () => {
  const isAllowed = ({ properties }: StackFunction) => 'RecursiveLoop' in properties;
  const sendsToItself = (each: StackFunction) =>
    queuesOf(each).some(({ arn }) => queuesFor(each, 'sqs:SendMessage').includes(arn));
  for (const each of functionsOf(stack)) expect([each.name, isAllowed(each)]).toEqual([each.name, sendsToItself(each)]);
});

test('at most `webhookConcurrency` functions call webhooks, two of them those with recent failures', () => {
  const atOnce = (given: SynthesizedStack) =>
    functionsOf(given)
      .filter(({ name }) => name === 'sendWebhook')
      .flatMap((sender) => queuesOf(sender, given))
      .map(({ mapping }) => (mapping.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency);
  expect(atOnce(stack).sort()).toEqual([FAILING_AT_ONCE, 5 - FAILING_AT_ONCE]);
  expect(atOnce(wider).sort()).toEqual([EVERYTHING.webhookConcurrency - FAILING_AT_ONCE, FAILING_AT_ONCE]);
});
