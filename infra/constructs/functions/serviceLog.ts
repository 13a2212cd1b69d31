import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** A log group that is deleted with the stack. */
export class ServiceLog extends LogGroup {
  constructor(scope: Construct, id: string, retention: RetentionDays) {
    super(scope, id, { retention, removalPolicy: RemovalPolicy.DESTROY });
  }
}
