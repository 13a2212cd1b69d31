import { describe, expect, test } from '@jest/globals';
import { COMBINATIONS, RESTORED_STREAM } from '../../../../support/settings.ts';
import {
  functionsOf,
  ofConstruct,
  type SynthesizedStack,
  single,
  synthesizeStacks,
  tableArn,
} from '../../../../support/stack.ts';

const [kept, disposable, onRestored] = await synthesizeStacks(
  {},
  { ...COMBINATIONS.find(({ retainData }) => retainData === 'false') },
  { tableStreamArn: RESTORED_STREAM },
);

function tableOf({ resources, template }: SynthesizedStack) {
  const { logicalId, properties } = single(template.ofType('AWS::DynamoDB::GlobalTable'));
  return { logicalId, properties, deletionPolicy: resources[logicalId]?.DeletionPolicy };
}

describe('the table', () => {
  test('is on demand without indexes, with a stream of both images and a time to live', () => {
    expect(tableOf(kept).properties).not.toHaveProperty('GlobalSecondaryIndexes');
    expect(tableOf(kept).properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
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

  test('can be restored to any moment of the last 35 days, with and without retainData', () => {
    for (const stack of [kept, disposable]) {
      expect(tableOf(stack).properties.Replicas).toMatchObject([
        { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 } },
      ]);
    }
  });

  test('the bucket of failed records is private, and retained or removed like the table', () => {
    for (const [stack, policy] of [
      [kept, 'RetainExceptOnCreate'],
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

describe('with a table that was restored from a backup', () => {
  const [restoredArn = ''] = RESTORED_STREAM.split('/stream/');
  const streamMappings = ({ template }: SynthesizedStack) =>
    template
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => String(properties.EventSourceArn).includes(':dynamodb:'));

  test('the stack has no table, and outputs the name of the restored one', () => {
    expect(onRestored.template.ofType('AWS::DynamoDB::GlobalTable')).toEqual([]);
    expect(onRestored.outputs.TableName?.Value).toBe('Forms-restored');
  });

  test('its stream invokes the same readers', () => {
    expect(streamMappings(onRestored).map(({ properties }) => properties.EventSourceArn)).toEqual([
      RESTORED_STREAM,
      RESTORED_STREAM,
    ]);
    expect(streamMappings(onRestored).map(({ properties }) => properties.FilterCriteria)).toEqual(
      streamMappings(kept).map(({ properties }) => properties.FilterCriteria),
    );
  });

  test('every function has the same permissions on it as on the stack’s own', () => {
    const ownArn = tableArn(kept);
    const replaced = JSON.stringify(functionsOf(kept).map(({ statements }) => statements)).replaceAll(
      ownArn,
      restoredArn,
    );
    const statements = JSON.stringify(functionsOf(onRestored).map((each) => each.statements));
    const withoutStream = (text: string) => text.replaceAll(/\/stream[^"]*/g, '/stream');
    expect(sorted(withoutStream(statements))).toEqual(sorted(withoutStream(replaced)));
    for (const { properties, name } of functionsOf(onRestored)) {
      const { TABLE_NAME } = properties.Environment?.Variables ?? {};
      expect({ name, table: TABLE_NAME ?? 'Forms-restored' }).toEqual({ name, table: 'Forms-restored' });
    }
  });
});

const sorted = (json: string) =>
  JSON.parse(json).map((statements: { Action: string[]; Resource: string[] }[]) =>
    statements.map(({ Action, Resource }) => `${[...Action].sort()} ${[...Resource].sort()}`).sort(),
  );

test('the outputs are the URLs and names that an operator needs', () => {
  // API Gateway's own URL is a second output, named by the CDK.
  expect(
    Object.keys(kept.outputs)
      .filter((name) => !name.startsWith('GatewayApiEndpoint'))
      .sort(),
  ).toEqual([
    ...'AlarmTopic ApiUrl ConfigurationSet DashboardUrl FailedRecordsBucket NotifierArn SenderAddress'.split(' '),
    ...'Settings SiteUrl SubmittedFilesBucket TableName'.split(' '),
  ]);
  expect(kept.outputs.TableName?.Value).toEqual({ Ref: tableOf(kept).logicalId });
  expect(kept.outputs.SenderAddress?.Value).toBe('forms@example.com');
  const bucket = ofConstruct('FailedRecords', kept.template.ofType('AWS::S3::Bucket')).logicalId;
  expect(kept.outputs.FailedRecordsBucket?.Value).toEqual({ Ref: bucket });
  const notifier = functionsOf(kept).find(({ name }) => name === 'notifySubmission')?.logicalId;
  expect(kept.outputs.NotifierArn?.Value).toEqual({ 'Fn::GetAtt': [notifier, 'Arn'] });
  expect(JSON.stringify(kept.outputs.ApiUrl)).toContain('.execute-api.');
  expect(JSON.stringify(kept.outputs.SiteUrl)).toContain('SiteDistribution');
});

test('every taggable resource has the tags of the service and its stage', () => {
  const tagged = Object.values(kept.resources).filter(({ Properties }) => 'Tags' in (Properties ?? {}));
  expect(new Set(tagged.map(({ Type }) => Type)).size).toBeGreaterThan(10);
  for (const { Type, Properties } of tagged) {
    expect({ Type, tags: JSON.stringify(Properties.Tags) }).toEqual({
      Type,
      tags: expect.stringMatching(/service.*forms-backend.*stage.*production/),
    });
  }
});
