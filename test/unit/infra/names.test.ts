import { describe, expect, test } from '@jest/globals';
import { LOCAL } from '../../../infra/localService/template.ts';
import { REGIONS } from '../../../infra/regions.ts';
import { single, synthesizeStack } from '../../support/cloud/stack.ts';
import { EVERYTHING } from '../../support/settings.ts';

const STACK_NAME = `F${'o'.repeat(49)}`;

const stack = await synthesizeStack({ ...EVERYTHING, stackName: STACK_NAME });

const propertyAt = (type: string, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown>)[name],
    single(stack.template.ofType(type)).properties,
  );
const nameIn = (type: string, ...path: string[]): string => String(propertyAt(type, ...path));

const headersPolicies = (): string[] =>
  stack.template
    .ofType('AWS::CloudFront::ResponseHeadersPolicy')
    .map(({ properties }) => (properties.ResponseHeadersPolicyConfig as { Name: string }).Name)
    .sort((a, b) => a.length - b.length);

/** As in the region with the longest name. */
function longest(name: string): string {
  const region = [...REGIONS].sort((a, b) => b.length - a.length)[0] ?? '';
  return name.replaceAll(LOCAL.region, region);
}

/** Names that are unique across regions, with AWS's allowed characters. */
const GLOBAL: [what: string, name: () => string, max: number][] = [
  [
    'origin access control',
    () => nameIn('AWS::CloudFront::OriginAccessControl', 'OriginAccessControlConfig', 'Name'),
    64,
  ],
  ['headers policy of the pages', () => headersPolicies()[0] ?? '', 128],
  ['headers policy of the dashboard', () => headersPolicies()[1] ?? '', 128],
  ['function of CloudFront', () => nameIn('AWS::CloudFront::Function', 'Name'), 64],
  ['dashboard', () => nameIn('AWS::CloudWatch::Dashboard', 'DashboardName'), 255],
];

const REGIONAL: [what: string, name: () => string, max: number][] = [
  ['sampling rule', () => nameIn('AWS::XRay::SamplingRule', 'SamplingRule', 'RuleName'), 32],
  ['service that is sampled', () => nameIn('AWS::XRay::SamplingRule', 'SamplingRule', 'ServiceName'), 64],
];

describe('with the longest name of a stack, the name of', () => {
  test.each([...GLOBAL, ...REGIONAL])('the %s is no longer than AWS allows', (_what, name, max) => {
    expect(longest(name()).length).toBeLessThanOrEqual(max);
  });

  test.each(GLOBAL)('the %s differs from region to region', (_what, name) => {
    expect(longest(name())).not.toBe(name());
  });

  test('every alarm has at most 255 characters', () => {
    for (const alarm of stack.template.ofType('AWS::CloudWatch::Alarm')) {
      expect(String(alarm.properties.AlarmName).length).toBeLessThanOrEqual(255);
    }
  });

  test('no other resource has a fixed name: CloudFormation generates it', () => {
    const NAMED = ['BucketName', 'TableName', 'QueueName', 'FunctionName', 'RoleName', 'TopicName', 'BudgetName'];
    const named = Object.values(stack.resources).flatMap(({ Type, Properties = {} }) =>
      /^AWS::(?:S3::Bucket|DynamoDB::GlobalTable|SQS::Queue|Lambda::Function|IAM::Role|SNS::Topic)$/.test(Type)
        ? Object.keys(Properties).filter((name) => NAMED.includes(name))
        : [],
    );
    expect(named).toEqual([]);
  });
});
