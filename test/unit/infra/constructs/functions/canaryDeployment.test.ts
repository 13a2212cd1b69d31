import { describe, expect, test } from '@jest/globals';
import { arnOf } from '../../../../../infra/localService/template.ts';
import {
  functionsOf,
  type RawResource,
  type SynthesizedStack,
  single,
  statementsOf,
  synthesizeStacks,
} from '../../../../support/cloud/stack.ts';

// `again` names the default explicitly: the same stack, built again.
const [stack, again, elsewhere, atOnce] = await synthesizeStacks(
  {},
  { stage: 'production' },
  { siteUrl: 'https://forms.example.com' },
  { stage: 'staging' },
);

const GUARDED = 'createSubmission';
const idOf = (name: string, given = stack) =>
  functionsOf(given).find((each) => each.name === name)?.logicalId ?? `no ${name}`;

interface Alias extends RawResource {
  Properties: { FunctionName: { Ref: string }; FunctionVersion: { 'Fn::GetAtt': string[] }; Name: string };
  UpdatePolicy?: {
    CodeDeployLambdaAliasUpdate: { DeploymentGroupName: { Ref: string }; BeforeAllowTrafficHook: { Ref: string } };
  };
}

const aliasesOf = (given: SynthesizedStack): Alias[] =>
  Object.values(given.resources).filter(({ Type }) => Type === 'AWS::Lambda::Alias') as Alias[];
const aliasOf = (given = stack) => aliasesOf(given)[0] as Alias;
const groupOf = (given: SynthesizedStack) => single(given.template.ofType('AWS::CodeDeploy::DeploymentGroup'));

describe('a new version', () => {
  test('of createSubmission gets a tenth of the requests for five minutes, and is rolled back if it fails', () => {
    const { logicalId } = groupOf(stack);
    expect(aliasOf().UpdatePolicy?.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref).toBe(logicalId);
  });

  test('is checked with a test form before it gets any request', () => {
    expect(aliasOf().UpdatePolicy?.CodeDeployLambdaAliasUpdate.BeforeAllowTrafficHook.Ref).toBe(idOf('probeForms'));
    const probe = functionsOf(stack).find(({ name }) => name === 'probeForms');
    const { 'Fn::GetAtt': version } = aliasOf().Properties.FunctionVersion;
    expect(probe?.properties.Environment.Variables).toMatchObject({ NEW_VERSION: version[0] });
    const receiver = arnOf(idOf(GUARDED), 'AWS::Lambda::Function');
    expect(probe?.statements.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      [['lambda:InvokeFunction'], [`${receiver}:*`]],
      [
        ['codedeploy:PutLifecycleEventHookExecutionStatus'],
        ['arn:aws:codedeploy:us-east-1:000000000000:deploymentgroup:*'],
      ],
    ]);
    expect(functionsOf(atOnce).map(({ name }) => name)).not.toContain('probeForms');
  });

  test('is the target of the alias in every stage', () => {
    for (const given of [stack, atOnce]) {
      const { Name, FunctionName, FunctionVersion } = aliasOf(given).Properties;
      const [version = '', attribute] = FunctionVersion['Fn::GetAtt'];
      expect([Name, FunctionName.Ref, attribute]).toEqual(['live', idOf(GUARDED, given), 'Version']);
      expect(given.resources[version]).toMatchObject({
        Type: 'AWS::Lambda::Version',
        Properties: { FunctionName: { Ref: idOf(GUARDED, given) } },
      });
    }
  });

  test('is published when the code or the settings of a function change, and only then', () => {
    const versionsOf = (given: SynthesizedStack) =>
      given.template.ofType('AWS::Lambda::Version').map(({ logicalId }) => logicalId);
    expect(versionsOf(again)).toEqual(versionsOf(stack));
    expect(versionsOf(elsewhere).filter((id) => versionsOf(stack).includes(id))).toEqual([]);
  });

  test('gets all requests at once in any other stage', () => {
    expect(atOnce.template.ofType('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
    expect(aliasOf(atOnce)).not.toHaveProperty('UpdatePolicy');
  });

  test('of any other function is deployed at once, without version and alias', () => {
    for (const given of [stack, atOnce]) {
      expect(aliasesOf(given)).toHaveLength(1);
      expect(given.template.ofType('AWS::Lambda::Version')).toHaveLength(1);
    }
  });
});

test('CodeDeploy may only change this alias, read alarms and invoke the check', () => {
  const role = String(groupOf(stack).properties.ServiceRoleArn).split('/').at(-1);
  const target = arnOf(idOf(GUARDED), 'AWS::Lambda::Function');
  const granted = statementsOf(stack.template, role).map(({ Action, Resource }) => [
    Action.join(),
    [...Resource].sort(),
  ]);
  const check = arnOf(idOf('probeForms'), 'AWS::Lambda::Function');
  expect(granted.sort()).toEqual([
    ['cloudwatch:DescribeAlarms', ['arn:aws:cloudwatch:us-east-1:000000000000:alarm:*']],
    ['lambda:GetAlias,lambda:GetProvisionedConcurrencyConfig,lambda:UpdateAlias', [target, `${target}:live`]],
    ['lambda:InvokeFunction', [check]],
  ]);
});
