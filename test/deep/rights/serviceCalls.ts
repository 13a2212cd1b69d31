import { arnOf } from '../../../infra/localService/template.ts';
import type { Call } from '../../../local/functions/policy.ts';
import type { StackFunction, SynthesizedStack } from '../../support/cloud/stack.ts';

/** Properties of functions and event source mappings that make AWS Lambda call other services. */
interface Served {
  LoggingConfig?: { LogGroup?: string };
  TracingConfig?: object;
  DeadLetterConfig?: { TargetArn: string };
}
interface Mapping {
  FunctionName: string;
  EventSourceArn: string;
  DestinationConfig?: { OnFailure: { Destination: string } };
}

/** The rights that AWS Lambda's manual names for queues, streams and their destinations. */
const READING_QUEUE = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((name) => `sqs:${name}`);
const READING_STREAM = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (name) => `dynamodb:${name}`,
);

/** Calls that AWS Lambda makes with a function's role: for its log, traces, event sources, and for what failed. */
export function serviceCallsOf({ template }: SynthesizedStack, { logicalId, properties }: StackFunction): Call[] {
  const { LoggingConfig, TracingConfig, DeadLetterConfig } = properties as Served;
  const mappings = template
    .ofType('AWS::Lambda::EventSourceMapping')
    .map((mapping) => mapping.properties as unknown as Mapping)
    .filter(({ FunctionName }) => FunctionName === logicalId);
  return [
    ...(LoggingConfig?.LogGroup ? onEach(LOGGING, arnOf(LoggingConfig.LogGroup, 'AWS::Logs::LogGroup')) : []),
    ...(TracingConfig ? onEach(TRACING, '*') : []),
    ...(DeadLetterConfig ? onEach(['sqs:SendMessage'], DeadLetterConfig.TargetArn) : []),
    ...mappings.flatMap(({ EventSourceArn, DestinationConfig }) => [
      ...onEach(EventSourceArn.startsWith('arn:aws:sqs:') ? READING_QUEUE : READING_STREAM, EventSourceArn),
      ...(DestinationConfig ? keepingFailed(DestinationConfig.OnFailure.Destination) : []),
    ]),
  ];
}

const LOGGING = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const TRACING = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];

const onEach = (actions: readonly string[], resource: string): Call[] =>
  actions.map((action) => ({ action, resource }));

const keepingFailed = (bucketArn: string): Call[] => [
  { action: 's3:ListBucket', resource: bucketArn },
  { action: 's3:PutObject', resource: `${bucketArn}/aws/lambda/x` },
];
