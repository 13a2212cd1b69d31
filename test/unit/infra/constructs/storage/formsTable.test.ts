import { describe, expect, test } from '@jest/globals';
import {
  functionsOf,
  ofConstruct,
  type SynthesizedStack,
  single,
  synthesizeStacks,
  tableArn,
} from '../../../../support/cloud/stack.ts';
import { COMBINATIONS, RESTORED_STREAM } from '../../../../support/settings.ts';

const [kept, disposable, onRestored] = await synthesizeStacks(
  {},
  { ...COMBINATIONS.find(({ retainData }) => retainData === 'false') },
  { tableStreamArn: RESTORED_STREAM },
);

function tableOf({ resources, template }: SynthesizedStack) {
  const { logicalId, properties } = single(template.ofType('AWS::DynamoDB::GlobalTable'));
  return { logicalId, properties, deletionPolicy: resources[logicalId]?.DeletionPolicy };
}

test('table and failed records survive the stack and cannot be deleted by accident, unless the operator says otherwise', () => {
  for (const [stack, isKept] of [
    [kept, true],
    [disposable, false],
  ] as const) {
    expect(tableOf(stack).deletionPolicy).toBe(isKept ? 'Retain' : 'Delete');
    expect(tableOf(stack).properties.Replicas).toMatchObject([
      {
        DeletionProtectionEnabled: isKept,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      },
    ]);
    const { logicalId } = ofConstruct('FailedRecords', stack.template.ofType('AWS::S3::Bucket'));
    expect(stack.resources[logicalId]?.DeletionPolicy).toBe(isKept ? 'RetainExceptOnCreate' : 'Delete');
  }
});

describe('with a table restored from a backup', () => {
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
