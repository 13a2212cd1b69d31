import { beforeAll, describe, expect, test } from '@jest/globals';
import { arnOf } from '../../../infra/local/template.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import {
  functionsOf,
  ofConstruct,
  type RawResource,
  type SynthesizedStack,
  statementsOf,
  synthesizeStacks,
} from '../../support/stack.ts';

let stack: SynthesizedStack;
/** The default, given by name: the same stack, made anew. */
let again: SynthesizedStack;
let elsewhere: SynthesizedStack;
let atOnce: SynthesizedStack;

beforeAll(() => {
  [stack, again, elsewhere, atOnce] = synthesizeStacks(
    {},
    { stage: 'production' },
    { siteUrl: 'https://pages.example.com' },
    { stage: 'staging' },
  );
});

const BEHIND_THE_GATEWAY = [...OPERATIONS.map(({ id }) => id), 'fallback'];
const idOf = (name: string, given = stack) =>
  functionsOf(given).find((each) => each.name === name)?.logicalId ?? `no ${name}`;

interface Alias extends RawResource {
  Properties: { FunctionName: { Ref: string }; FunctionVersion: { 'Fn::GetAtt': string[] }; Name: string };
  UpdatePolicy?: { CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: string } } };
}

const aliasOf = (name: string, given = stack) =>
  Object.values(given.resources).find(
    ({ Type, Properties }) =>
      Type === 'AWS::Lambda::Alias' && (Properties.FunctionName as { Ref: string }).Ref === idOf(name, given),
  ) as Alias;

describe('a new version', () => {
  test.each(BEHIND_THE_GATEWAY)(
    'of %s takes a tenth of the requests for five minutes, and is taken back when it fails',
    (name) => {
      const group = aliasOf(name).UpdatePolicy?.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref ?? '';
      const { properties } = stack.template
        .ofType('AWS::CodeDeploy::DeploymentGroup')
        .find(({ logicalId }) => logicalId === group) ?? { properties: {} };
      const alarm = ofConstruct(`FunctionErrors-${name}`, stack.template.ofType('AWS::CloudWatch::Alarm'));
      expect(properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: alarm.logicalId }] },
        AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
      });
    },
  );

  test('is what the alias leads to, in every stage', () => {
    for (const given of [stack, atOnce]) {
      for (const name of BEHIND_THE_GATEWAY) {
        const { Name, FunctionVersion } = aliasOf(name, given).Properties;
        const [version = '', attribute] = FunctionVersion['Fn::GetAtt'];
        expect([Name, attribute]).toEqual(['live', 'Version']);
        expect(given.resources[version]).toMatchObject({
          Type: 'AWS::Lambda::Version',
          Properties: { FunctionName: { Ref: idOf(name, given) } },
        });
      }
    }
  });

  test('is one when the code or what the function is told has changed, and only then', () => {
    const versionsOf = (given: SynthesizedStack) =>
      given.template.ofType('AWS::Lambda::Version').map(({ logicalId }) => logicalId);
    expect(versionsOf(again)).toEqual(versionsOf(stack));
    expect(versionsOf(elsewhere).filter((id) => versionsOf(stack).includes(id))).toEqual([]);
  });

  test('takes all requests at once in any other stage', () => {
    expect(atOnce.template.ofType('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
    for (const name of BEHIND_THE_GATEWAY) expect(aliasOf(name, atOnce)).not.toHaveProperty('UpdatePolicy');
  });

  test('of what reads stream and queue is in service at once: what it fails with is tried again', () => {
    const aliased = stack.template
      .ofType('AWS::Lambda::Alias')
      .map(({ properties }) => String(properties.FunctionName));
    expect(aliased.sort()).toEqual(BEHIND_THE_GATEWAY.map((name) => idOf(name)).sort());
  });
});

test('CodeDeploy may change these aliases and look at these alarms, and nothing else', () => {
  const [role] = new Set(
    stack.template
      .ofType('AWS::CodeDeploy::DeploymentGroup')
      .map(({ properties }) => String(properties.ServiceRoleArn).split('/').at(-1)),
  );
  const functions = BEHIND_THE_GATEWAY.map((name) => arnOf(idOf(name), 'AWS::Lambda::Function'));
  const alarms = BEHIND_THE_GATEWAY.map(
    (name) => ofConstruct(`FunctionErrors-${name}`, stack.template.ofType('AWS::CloudWatch::Alarm')).logicalId,
  );
  const granted = statementsOf(stack.template, role).map(({ Action, Resource }) => [
    Action.join(),
    [...Resource].sort(),
  ]);
  expect(granted.sort()).toEqual([
    ['cloudwatch:DescribeAlarms', alarms.map((id) => `arn:aws:cloudwatch:us-east-1:000000000000:alarm:${id}`).sort()],
    [
      'lambda:GetAlias,lambda:GetProvisionedConcurrencyConfig,lambda:UpdateAlias',
      functions.flatMap((arn) => [arn, `${arn}:live`]).sort(),
    ],
  ]);
});
