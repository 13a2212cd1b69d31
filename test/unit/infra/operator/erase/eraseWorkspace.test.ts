import { describe, expect, test } from '@jest/globals';
import { REMAINS_ELSEWHERE } from '../../../../../infra/operator/erase/remainsElsewhere.ts';
import { SETTLE_MS } from '../../../../../infra/operator/erase/settleTime.ts';
import { UNSTORED_FILES_DELAY_S } from '../../../../../shared/removal/removalQueue.ts';
import { functionsOf, ofConstruct, single, synthesizeStack } from '../../../../support/cloud/stack.ts';

const stack = await synthesizeStack();

const DAY_S = 86_400;
const ofType = (type: string) => stack.template.ofType(type);

/** S3 counts a rule's days from the following midnight, and may take another day: up to two days more. */
function rulesOfFiles() {
  const { LifecycleConfiguration } = ofConstruct('FileBucket', ofType('AWS::S3::Bucket')).properties as {
    LifecycleConfiguration: {
      Rules: { ExpirationInDays?: number; NoncurrentVersionExpiration: { NoncurrentDays: number } }[];
    };
  };
  return LifecycleConfiguration.Rules;
}

const daysOfQueues = (path: string): number[] =>
  ofType('AWS::SQS::Queue')
    .filter((queue) => `${queue.path}/`.startsWith(`${stack.name}/${path}/`))
    .map(({ properties }) => Number(properties.MessageRetentionPeriod) / DAY_S);

describe('an erasure', () => {
  test('waits longer than the time limit of any function that writes to the table', () => {
    const writers = functionsOf(stack).filter(({ statements }) =>
      statements.some(({ Action }) => Action.some((action) => /^dynamodb:.*(?:Put|Update|Write)/.test(action))),
    );
    const timeouts = writers.map(({ properties }) => properties.Timeout * 1_000);
    expect(timeouts.length).toBeGreaterThan(10);
    expect(SETTLE_MS).toBeGreaterThanOrEqual(Math.max(...timeouts) + 10_000);
  });

  test('of files without a submission starts only after createSubmission’s time limit', () => {
    const { properties } = functionsOf(stack).find(({ name }) => name === 'createSubmission') ?? {};
    expect(Number(properties?.Timeout)).toBeLessThanOrEqual(10);
    expect(UNSTORED_FILES_DELAY_S).toBeGreaterThan(10 * Number(properties?.Timeout));
  });

  test.each<[string, () => number[]]>([
    [
      'point-in-time recovery of the table',
      () => {
        const { Replicas } = single(ofType('AWS::DynamoDB::GlobalTable')).properties as {
          Replicas: { PointInTimeRecoverySpecification?: { RecoveryPeriodInDays?: number } }[];
        };
        // AWS's default and maximum.
        return Replicas.map(
          ({ PointInTimeRecoverySpecification }) => PointInTimeRecoverySpecification?.RecoveryPeriodInDays ?? 35,
        );
      },
    ],
    [
      'bucket FailedRecords',
      () => {
        const { LifecycleConfiguration } = ofConstruct('FailedRecords', ofType('AWS::S3::Bucket')).properties as {
          LifecycleConfiguration: { Rules: { ExpirationInDays: number }[] };
        };
        return LifecycleConfiguration.Rules.map(({ ExpirationInDays }) => ExpirationInDays);
      },
    ],
    [
      'removed files in bucket FileBucket',
      () => rulesOfFiles().map(({ NoncurrentVersionExpiration }) => NoncurrentVersionExpiration.NoncurrentDays + 2),
    ],
    [
      'uploads in bucket FileBucket',
      () =>
        rulesOfFiles().flatMap(({ ExpirationInDays, NoncurrentVersionExpiration }) =>
          ExpirationInDays ? ExpirationInDays + 2 + NoncurrentVersionExpiration.NoncurrentDays + 2 : [],
        ),
    ],
    ['logs', () => ofType('AWS::Logs::LogGroup').map(({ properties }) => Number(properties.RetentionInDays))],
    ['queue DeadLetters', () => daysOfQueues('DeadLetters')],
    ['queues of Deliveries', () => daysOfQueues('Deliveries')],
    ['queues of Upkeep', () => daysOfQueues('Upkeep')],
  ])('reports how long something is kept: %s', (where, daysOf) => {
    const days = daysOf();
    expect(days.length).toBeGreaterThan(0);
    expect(Math.max(...days)).toBe(REMAINS_ELSEWHERE.find((remains) => remains.where === where)?.days);
  });
});
