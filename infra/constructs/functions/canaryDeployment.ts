import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

export interface CanaryDeploymentProps {
  /** By the name of the function: the alias whose version changes step by step. */
  aliases: ReadonlyMap<string, Alias>;
  /** By the name of the function: what takes the change back. */
  alarms: ReadonlyMap<string, Alarm>;
}

/** What CodeDeploy does to an alias. */
const ALIAS_ACTIONS = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];

/**
 * A new version of a function first takes a tenth of the requests for five minutes. When the function's alarm goes
 * off in that time, the old version takes all of them again and the whole deployment is rolled back.
 */
export class CanaryDeployment extends Construct {
  constructor(scope: Construct, id: string, { aliases, alarms }: CanaryDeploymentProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const alarmOf = (name: string) => alarms.get(name) as Alarm;
    const role = this.#role([...aliases.values()], [...aliases.keys()].map(alarmOf));
    for (const [name, alias] of aliases) {
      const group = new LambdaDeploymentGroup(this, name, {
        application,
        alias,
        alarms: [alarmOf(name)],
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        // The construct would add AWS's policy, which is for every function and alarm of the account.
        role: role.withoutPolicyUpdates(),
      });
      group.node.addDependency(role);
    }
  }

  #role(aliases: Alias[], alarms: Alarm[]): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    // Not the ARNs of the aliases themselves: an alias waits for its deployment group, and that for this role.
    const resources = aliases.flatMap(({ version: { lambda }, aliasName }) => [
      lambda.functionArn,
      `${lambda.functionArn}:${aliasName}`,
    ]);
    role.addToPolicy(new PolicyStatement({ actions: ALIAS_ACTIONS, resources }));
    const alarmArns = alarms.map((alarm) => this.#arnOf(alarm));
    role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: alarmArns }));
    return role;
  }

  #arnOf({ alarmName: resourceName }: Alarm): string {
    const parts = { service: 'cloudwatch', resource: 'alarm', resourceName };
    return Stack.of(this).formatArn({ ...parts, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  }
}
