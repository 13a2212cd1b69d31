import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface QueuePipeProps {
  queue: IQueue;
  target: IFunction;
}

/**
 * Hands the messages of a queue to a function, one at a time: as a list of one. The function itself needs no right to
 * the queue. A message whose function failed comes back after the queue's visibility timeout.
 */
export class QueuePipe extends Construct {
  constructor(scope: Construct, id: string, { queue, target }: QueuePipeProps) {
    super(scope, id);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('pipes.amazonaws.com') });
    const allow = (actions: string[], resource: string) =>
      role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queue.queueArn);
    allow(['lambda:InvokeFunction'], target.functionArn);
    const pipe = new CfnPipe(this, 'Pipe', {
      roleArn: role.roleArn,
      source: queue.queueArn,
      sourceParameters: { sqsQueueParameters: { batchSize: 1 } },
      target: target.functionArn,
      targetParameters: { lambdaFunctionParameters: { invocationType: 'REQUEST_RESPONSE' } },
    });
    // AWS tries the role out when it makes the pipe.
    pipe.node.addDependency(role);
  }
}
