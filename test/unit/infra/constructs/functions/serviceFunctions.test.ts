import { beforeEach, expect, test } from '@jest/globals';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { QueueName } from '../../../../../infra/access/access.ts';
import { ServiceFunctions, sendingTo } from '../../../../../infra/constructs/functions/serviceFunctions.ts';
import { QUICK_APP } from '../../../../../infra/local/synthesizeStack.ts';
import { Settings } from '../../../../../infra/settings.ts';

let stack: Stack;
let functions: ServiceFunctions;
let queue: Queue;

beforeEach(() => {
  stack = new Stack(new App(QUICK_APP));
  queue = new Queue(stack, 'Queue');
  const table = new TableV2(stack, 'Table', { partitionKey: { name: 'PK', type: AttributeType.STRING } });
  const submittedFiles = new Bucket(stack, 'Files');
  const settings = Settings.parse({ senderAddress: 'forms@example.com' });
  functions = new ServiceFunctions(stack, { table, submittedFiles, deadLetters: queue, settings });
  functions.provide('removalQueue', sendingTo(queue, 'removalQueueUrl'));
});

function grantsOf(props: { access?: { needs: QueueName[] }; settings?: { siteUrl: string } }) {
  functions.add('createEndpoint', { timeout: Duration.seconds(1), ...props });
  const template = Template.fromStack(stack);
  const [lambda] = Object.values(template.findResources('AWS::Lambda::Function'));
  const [role] = Object.values(template.findResources('AWS::IAM::Role'));
  const [policy] = role?.Properties.Policies ?? [];
  const statements: { Action: string | string[]; Resource: unknown }[] = policy.PolicyDocument.Statement;
  return {
    environment: lambda?.Properties.Environment?.Variables ?? {},
    statements: statements.filter(({ Action }) => !/^(?:logs|xray):/.test([Action].flat()[0] ?? '')),
  };
}

test('a function gets the settings and permissions of its dependencies, and its own', () => {
  const id = stack.getLogicalId(queue.node.defaultChild as never);
  expect(grantsOf({ access: { needs: ['removalQueue'] }, settings: { siteUrl: 'https://site.example' } })).toEqual({
    environment: { REMOVAL_QUEUE_URL: { Ref: id }, SITE_URL: 'https://site.example' },
    statements: [expect.objectContaining({ Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': [id, 'Arn'] } })],
  });
});

test('a function without dependencies gets nothing', () => {
  expect(grantsOf({})).toEqual({ environment: {}, statements: [] });
});

test('rejects a dependency that nothing provides', () => {
  expect(() => grantsOf({ access: { needs: ['mailQueue'] } })).toThrow('nothing provides mailQueue');
});
