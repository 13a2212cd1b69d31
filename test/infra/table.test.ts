import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { removeFolder } from '../support/cloudProcess.ts';
import { ofConstruct, only, type SynthesizedStack, synthesizeStack } from '../support/stack.ts';

let kept: SynthesizedStack;
let disposable: SynthesizedStack;

beforeAll(() => {
  kept = synthesizeStack();
  disposable = synthesizeStack({ retainData: 'false' });
});
afterAll(() => {
  for (const { folder } of [kept, disposable]) removeFolder(folder);
});

function tableOf({ resources, template }: SynthesizedStack) {
  const { logicalId, properties } = only(template.ofType('AWS::DynamoDB::GlobalTable'));
  return { logicalId, properties, deletionPolicy: resources[logicalId]?.DeletionPolicy };
}

describe('the table', () => {
  test('is on demand, with PK and SK and no index', () => {
    const { properties } = tableOf(kept);
    expect(properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
    });
    expect(properties.AttributeDefinitions).toEqual([
      { AttributeName: 'PK', AttributeType: 'S' },
      { AttributeName: 'SK', AttributeType: 'S' },
    ]);
    expect(properties).not.toHaveProperty('GlobalSecondaryIndexes');
  });

  test('has a stream with both images, and a time to live', () => {
    expect(tableOf(kept).properties).toMatchObject({
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  test('survives the stack and cannot be deleted by accident, unless the operator says otherwise', () => {
    expect(tableOf(kept).deletionPolicy).toBe('Retain');
    expect(tableOf(kept).properties.Replicas).toMatchObject([{ DeletionProtectionEnabled: true }]);
    expect(tableOf(disposable).deletionPolicy).toBe('Delete');
    expect(tableOf(disposable).properties.Replicas).toMatchObject([{ DeletionProtectionEnabled: false }]);
  });

  test('can be restored to any moment, either way', () => {
    for (const stack of [kept, disposable]) {
      expect(tableOf(stack).properties.Replicas).toMatchObject([
        { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
      ]);
    }
  });

  test('the bucket of failed records is private and goes the way of the table', () => {
    for (const [stack, policy] of [
      [kept, 'Retain'],
      [disposable, 'Delete'],
    ] as const) {
      const { logicalId, properties } = ofConstruct('FailedRecords', stack.template.ofType('AWS::S3::Bucket'));
      expect(stack.resources[logicalId]?.DeletionPolicy).toBe(policy);
      expect(properties).toMatchObject({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        LifecycleConfiguration: { Rules: [{ ExpirationInDays: 30, Status: 'Enabled' }] },
      });
    }
  });
});

test('the outputs are the addresses and names that an operator needs', () => {
  expect(kept.outputs).toMatchObject({
    ApiUrl: { Value: expect.anything() },
    TableName: { Value: { Ref: tableOf(kept).logicalId } },
    SiteUrl: { Value: 'https://forms.example.com' },
  });
  expect(JSON.stringify(kept.outputs.ApiUrl)).toContain('.execute-api.');
});
