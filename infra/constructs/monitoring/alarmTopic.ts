import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type IPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface AlarmTopicProps {
  /** Recipient of the mails; without one, nobody is notified. */
  alarmAddress: string | undefined;
  /** Queue for mails that could not be delivered. */
  deadLetters: IQueue;
  /** True if a dedicated key encrypts its messages, at 1 US dollar a month. */
  hasKey: boolean;
}

export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmAddress, deadLetters, hasKey }: AlarmTopicProps) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, ...(hasKey && { masterKey: this.#keyFor(cloudWatch) }) });
    this.topic.addToResourcePolicy(
      new PolicyStatement({ principals: [cloudWatch], actions: ['sns:Publish'], resources: [this.topic.topicArn] }),
    );
    if (alarmAddress) {
      this.topic.addSubscription(new EmailSubscription(alarmAddress, { deadLetterQueue: deadLetters }));
    }
  }

  /** CloudWatch may not use the AWS-managed key of SNS. */
  #keyFor(publisher: IPrincipal): Key {
    const key = new Key(this, 'Key', {
      description: `Alarms of ${Stack.of(this).stackName}`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(7),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.grant(publisher, 'kms:Decrypt', 'kms:GenerateDataKey*');
    return key;
  }
}
