import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** Who gets the mails; nobody does without. */
  alarmAddress: string | undefined;
  /** Where mails end that could not be handed over. */
  deadLetters: IQueue;
}

/** Where all alarms go. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmAddress, deadLetters }: AlarmTopicProps) {
    super(scope, id);
    // A key of its own, because CloudWatch may not use the one that AWS manages for SNS.
    const masterKey = new Key(this, 'Key', {
      description: `Alarms of ${Stack.of(this).stackName}`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(7),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.topic = new Topic(this, 'Topic', { masterKey, enforceSSL: true });
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    masterKey.grant(cloudWatch, 'kms:Decrypt', 'kms:GenerateDataKey*');
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
      }),
    );
    if (alarmAddress) {
      this.topic.addSubscription(new EmailSubscription(alarmAddress, { deadLetterQueue: deadLetters }));
    }
  }
}
