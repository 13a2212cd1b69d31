import { Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { CfnMalwareProtectionPlan } from 'aws-cdk-lib/aws-guardduty';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { OBJECT_PREFIX } from '../../../shared/files/objectKeys.ts';
import { BACKGROUND_ACCESS } from '../../access/background.ts';
import { acknowledgeWildcard } from '../../acknowledgements.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';

export interface FileScansProps {
  functions: ServiceFunctions;
  submittedFiles: IBucket;
  /** True if GuardDuty scans files. */
  isOn: boolean;
  /** Queue for results that failed permanently. */
  deadLetters: IQueue;
}

/** A result may have to wait until its submission is stored; see lambdas/recordScan.ts. */
const TIMEOUT = Duration.seconds(30);

/**
 * Permissions for GuardDuty's own rules: only with this name prefix, and only while GuardDuty manages them for a plan.
 */
const MANAGED_RULES = 'DO-NOT-DELETE-AmazonGuardDutyMalwareProtectionS3*';
const PLAN_SERVICE = 'malware-protection-plan.guardduty.amazonaws.com';

/** Has GuardDuty scan each submitted file once, if enabled, and records the results. */
export class FileScans extends Construct {
  constructor(scope: Construct, id: string, { functions, submittedFiles, isOn, deadLetters }: FileScansProps) {
    super(scope, id);
    const recorder = functions.add('recordScan', {
      timeout: TIMEOUT,
      access: BACKGROUND_ACCESS.recordScan,
      isAsynchronous: true,
    }).function;
    if (!isOn) return;
    this.#addPlan(submittedFiles);
    new Rule(this, 'Results', {
      description: 'Scan results of submitted files',
      eventPattern: {
        source: ['aws.guardduty'],
        detailType: ['GuardDuty Malware Protection Object Scan Result'],
        detail: { s3ObjectDetails: { bucketName: [submittedFiles.bucketName] } },
      },
      targets: [new LambdaTarget(recorder, { deadLetterQueue: deadLetters })],
    });
  }

  #addPlan(bucket: IBucket): void {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal(PLAN_SERVICE) });
    const policy = new Policy(this, 'Policy', { roles: [role], statements: this.#statementsFor(bucket) });
    const plan = new CfnMalwareProtectionPlan(this, 'Plan', {
      protectedResource: { s3Bucket: { bucketName: bucket.bucketName, objectPrefixes: [OBJECT_PREFIX.files] } },
      role: role.roleArn,
    });
    // GuardDuty tests the role when the plan is created.
    plan.node.addDependency(policy);
  }

  /** As in the Amazon GuardDuty User Guide, "Create or update IAM role policy" of Malware Protection for S3. */
  #statementsFor(bucket: IBucket): PolicyStatement[] {
    const rules = Stack.of(this).formatArn({ service: 'events', resource: 'rule', resourceName: MANAGED_RULES });
    const objects = bucket.arnForObjects(`${OBJECT_PREFIX.files}*`);
    acknowledgeWildcard(this, rules, 'GuardDuty chooses the rest of the name of its rule.');
    acknowledgeWildcard(this, objects, 'GuardDuty reads each file that is stored.');
    return [
      new PolicyStatement({
        actions: ['events:PutRule', 'events:DeleteRule', 'events:PutTargets', 'events:RemoveTargets'],
        resources: [rules],
        conditions: { StringEquals: { 'events:ManagedBy': PLAN_SERVICE } },
      }),
      new PolicyStatement({ actions: ['events:DescribeRule', 'events:ListTargetsByRule'], resources: [rules] }),
      new PolicyStatement({
        actions: ['s3:PutBucketNotification', 's3:GetBucketNotification', 's3:ListBucket'],
        resources: [bucket.bucketArn],
      }),
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects('malware-protection-resource-validation-object')],
      }),
      new PolicyStatement({ actions: ['s3:GetObject', 's3:GetObjectVersion'], resources: [objects] }),
    ];
  }
}
