import type { RawResource } from './stack.ts';

/**
 * Types of resources that hold data or an address that others rely on, each with the properties whose change makes
 * CloudFormation replace it (`createOnlyProperties` and `conditionalCreateOnlyProperties` of its resource schema).
 */
export const STATEFUL_TYPES: Record<string, readonly string[]> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes', 'GlobalTableSourceArn'],
  'AWS::S3::Bucket': ['BucketName', 'BucketNamePrefix', 'BucketNamespace'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::SES::ConfigurationSet': ['Name'],
  // Without it, no API of the region writes logs.
  'AWS::ApiGateway::Account': [],
  // The API's URL.
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  // The pages' URL.
  'AWS::CloudFront::Distribution': [],
  // Its confirmed mail subscriptions.
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  // The position of a stream reader.
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn', 'StartingPosition', 'StartingPositionTimestamp'],
};

export interface RecordedResource {
  type: string;
  properties: Record<string, unknown>;
}

export const statefulResourcesOf = (resources: Record<string, RawResource>): Record<string, RecordedResource> =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type }]) => Type in STATEFUL_TYPES)
      .map(([logicalId, { Type, Properties = {} }]) => [
        logicalId,
        {
          type: Type,
          properties: Object.fromEntries(
            (STATEFUL_TYPES[Type] ?? []).flatMap((name) => (name in Properties ? [[name, Properties[name]]] : [])),
          ),
        },
      ]),
  );
