import { describe, expect, test } from '@jest/globals';
import { arnOf } from '../../../../../infra/localService/template.ts';
import { patternsFor } from '../../../../../shared/changes/kinds.ts';
import { functionsOf, ofConstruct, single, synthesizeStack, tableArn } from '../../../../support/stack.ts';

const stack = await synthesizeStack();

/** The stream keeps a record for a day. */
const DAY_SECONDS = 24 * 60 * 60;

interface Mapping {
  FunctionName: string;
  EventSourceArn: string;
  FilterCriteria: { Filters: { Pattern: string }[] };
  [setting: string]: unknown;
}

const mappings = (): Mapping[] =>
  stack.template.ofType('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties as unknown as Mapping);

const nameOf = (functionId: string) => functionsOf(stack).find(({ logicalId }) => logicalId === functionId)?.name;

const streamReaders = (): Map<string | undefined, Mapping> =>
  new Map(
    mappings()
      .filter(({ EventSourceArn }) => EventSourceArn.startsWith(tableArn(stack)))
      .map((mapping) => [nameOf(mapping.FunctionName), mapping]),
  );

describe('the stream', () => {
  test('has two readers and no more, which is what DynamoDB advises', () => {
    expect([...streamReaders().keys()].sort()).toEqual(['indexSubmissions', 'notifySubmission']);
  });

  test.each(['notifySubmission', 'indexSubmissions'] as const)('invokes %s for the changes of its kinds', (name) => {
    const { Filters } = streamReaders().get(name)?.FilterCriteria ?? {};
    expect(Filters?.map(({ Pattern }) => JSON.parse(Pattern))).toEqual(patternsFor(name));
  });

  test('processes two batches of a shard at once in each reader', () => {
    for (const { ParallelizationFactor } of streamReaders().values()) expect(ParallelizationFactor).toBe(2);
  });

  test('batches changes for a few seconds for the index, but not for mails', () => {
    const windowOf = (name: string) => streamReaders().get(name)?.MaximumBatchingWindowInSeconds;
    expect([windowOf('indexSubmissions'), windowOf('notifySubmission')]).toEqual([5, 0]);
  });

  test.each(['notifySubmission', 'indexSubmissions'])(
    '%s reads from the start, isolates a failing record and loses none',
    (name) => {
      const mapping = streamReaders().get(name);
      const { logicalId, type } = ofConstruct('FailedRecords', stack.template.ofType('AWS::S3::Bucket'));
      expect(mapping).toMatchObject({
        StartingPosition: 'TRIM_HORIZON',
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        DestinationConfig: { OnFailure: { Destination: arnOf(logicalId, type) } },
      });
    },
  );
});

describe('the removal queue', () => {
  const queueNamed = (part: string) =>
    single(stack.template.ofType('AWS::SQS::Queue').filter(({ path }) => path.includes(part)));
  const removalQueue = () => {
    const { logicalId, type, properties } = queueNamed('/Upkeep/Queue/');
    return { arn: arnOf(logicalId, type), properties };
  };

  test('invokes purgeEndpoint with one message at a time, in at most two concurrent invocations', () => {
    const mapping = mappings().filter(({ EventSourceArn }) => EventSourceArn === removalQueue().arn);
    expect(mapping.map(({ FunctionName }) => nameOf(FunctionName))).toEqual(['purgeEndpoint']);
    expect(mapping[0]).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } });
    expect(mapping[0]).not.toHaveProperty('MaximumBatchingWindowInSeconds');
  });

  test('is the only queue that purgeEndpoint may read', () => {
    const read = functionsOf(stack)
      .find(({ name }) => name === 'purgeEndpoint')
      ?.statements.filter(({ Action }) => Action.includes('sqs:ReceiveMessage'));
    expect(read?.map(({ Resource }) => Resource)).toEqual([[removalQueue().arn]]);
  });

  test('hides a message for six times its function’s time limit', () => {
    const remover = functionsOf(stack).find(({ name }) => name === 'purgeEndpoint');
    expect(removalQueue().properties.VisibilityTimeout).toBe(6 * (remover?.properties.Timeout ?? 0));
  });

  test('moves repeatedly failing messages to a dead-letter queue with SQS’s maximum retention', () => {
    const failed = queueNamed('/Deliveries/Failed/');
    expect(removalQueue().properties.RedrivePolicy).toEqual({
      deadLetterTargetArn: arnOf(failed.logicalId, failed.type),
      maxReceiveCount: 10,
    });
    expect(failed.properties.MessageRetentionPeriod).toBe(14 * DAY_SECONDS);
  });
});

test('a function that sends to its own queue is exempt from AWS’s recursion limit of 16', () => {
  const recursive = functionsOf(stack).filter(({ properties }) => 'RecursiveLoop' in properties);
  expect(recursive.map(({ name }) => name).sort()).toEqual(['notifySubmission', 'purgeEndpoint', 'sendWebhook']);
  for (const { properties } of recursive) expect(properties).toMatchObject({ RecursiveLoop: 'Allow' });
});
