import { describe, expect, test } from '@jest/globals';
import { arnOf } from '../../../../../infra/localService/template.ts';
import { matches } from '../../../../../local/events/eventPattern.ts';
import {
  endpointKey,
  endpointOfWorkspaceKey,
  keyKey,
  keyOfWorkspaceKey,
  slugKey,
  submissionKey,
  workspaceKey,
} from '../../../../../shared/storage/itemKeys.ts';
import type { ItemKey } from '../../../../../shared/storage/partitions.ts';
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

const ITEMS: [string, ItemKey][] = [
  ['workspace', workspaceKey('ws_1')],
  ['endpoint', endpointKey('enp_1')],
  ['endpoint of a workspace', endpointOfWorkspaceKey('ws_1', 'enp_1')],
  ['slug', slugKey('ws_1', 'contact')],
  ['submission', submissionKey('enp_1', 'sub_1')],
  ['key', keyKey('key_1')],
  ['key of a workspace', keyOfWorkspaceKey('ws_1', '2026-01-01 00:00:00.000000', 'key_1')],
];
const EVENTS = ['INSERT', 'MODIFY', 'REMOVE'];
const RECORDS = ITEMS.flatMap(([kind, { PK, SK }]) =>
  EVENTS.map((eventName) => ({
    what: `${eventName} ${kind}`,
    record: { eventName, dynamodb: { Keys: { PK: { S: PK }, SK: { S: SK } } } },
  })),
);

function wakes(name: string, item = {}): string[] {
  const filters = streamReaders().get(name)?.FilterCriteria.Filters ?? [];
  return RECORDS.filter(({ record: { eventName, dynamodb } }) => {
    const record = { eventName, dynamodb: { ...dynamodb, NewImage: item } };
    return filters.some(({ Pattern }) => matches(record, JSON.parse(Pattern)));
  }).map(({ what }) => what);
}

describe('the stream', () => {
  test('has two readers and no more, which is what DynamoDB advises', () => {
    expect([...streamReaders().keys()].sort()).toEqual(['indexSubmissions', 'notifySubmission']);
  });

  test('invokes notifySubmission for changed and removed submissions, and for new ones only if they notify somebody', () => {
    const always = ['MODIFY submission', 'REMOVE submission'];
    expect(wakes('notifySubmission')).toEqual(always);
    expect(wakes('notifySubmission', { hasTargets: { BOOL: true } })).toEqual(['INSERT submission', ...always]);
  });

  test('processes two batches of a shard at once in each reader', () => {
    for (const { ParallelizationFactor } of streamReaders().values()) expect(ParallelizationFactor).toBe(2);
  });

  test('invokes indexSubmissions for all changes of submissions, and for new and removed endpoints', () => {
    expect(wakes('indexSubmissions').sort()).toEqual([
      'INSERT endpoint',
      'INSERT submission',
      'MODIFY submission',
      'REMOVE endpoint',
      'REMOVE submission',
    ]);
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
