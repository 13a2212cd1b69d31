import { ArnFormat, type CfnCodeDeployLambdaAliasUpdate, type CfnUpdatePolicy, Stack } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledgeWildcard } from '../../acknowledgements.ts';
import { SelfContainedRole } from './selfContainedRole.ts';

export interface CanaryDeploymentProps {
  /** The function's name. */
  name: string;
  /** The alias whose traffic shifts gradually. */
  alias: Alias;
  /**
   * Only alarms of the new version roll a deployment back. The old version's stay silent, so that the rollback itself
   * succeeds.
   */
  alarms: Alarm[];
  /** Checks the new version before it gets any request. */
  check: IFunction;
}

/** CodeDeploy's permissions on an alias. */
const ALIAS_ACTIONS = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];

/**
 * Checks a new version of a function first. Then it gets a tenth of the requests for five minutes. If one of its alarms
 * goes off in that time, the old version gets all requests again and the deployment is rolled back.
 */
export class CanaryDeployment extends Construct {
  constructor(scope: Construct, id: string, { name, alias, alarms, check }: CanaryDeploymentProps) {
    super(scope, id);
    const role = this.#role(alias, check);
    new LambdaDeploymentGroup(this, name, {
      application: new LambdaApplication(this, 'Application'),
      alias,
      alarms,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      // The construct would add AWS's managed policy, which covers every function and alarm of the account.
      role: role.withoutPolicyUpdates(),
    });
    // Set afterwards: given to the construct, the function's role would wait for the group, which waits for the
    // function.
    const { cfnOptions } = alias.node.defaultChild as CfnAlias;
    const { codeDeployLambdaAliasUpdate: update } = cfnOptions.updatePolicy as CfnUpdatePolicy;
    cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        ...(update as CfnCodeDeployLambdaAliasUpdate),
        beforeAllowTrafficHook: check.functionName,
      },
    };
  }

  #role({ version: { lambda }, aliasName }: Alias, check: IFunction): Role {
    const role = new SelfContainedRole(this, 'Role', 'codedeploy.amazonaws.com');
    // Not the alias's own ARN: an alias waits for its deployment group, which waits for this role.
    const resources = [lambda.functionArn, `${lambda.functionArn}:${aliasName}`];
    role.addToPolicy(new PolicyStatement({ actions: ALIAS_ACTIONS, resources }));
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [check.functionArn] }));
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [alarms] }));
    acknowledgeWildcard(role, alarms, 'CodeDeploy reads the state of all alarms, without naming any.');
    return role;
  }
}
