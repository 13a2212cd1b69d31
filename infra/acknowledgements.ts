import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * The cdk-nag rules that this stack does not follow, each with its reason: at most fifteen, and each acknowledged only
 * where it applies. Any other finding fails `npm run synth` and `npm run deploy`.
 */
export const ACKNOWLEDGED_RULES = {
  'AwsSolutions-APIG3':
    'AWS WAF costs 10 USD a month and more; the setting `waf` adds it. Without it, every method has a limit of requests.',
  'AwsSolutions-APIG4':
    'The functions check the API key of every request themselves, so that a revoked key is refused at once; an ' +
    "authorizer's answers are cached, or cost one more call each. Evidence: test/service/security/credentialMatrix.test.ts.",
  'AwsSolutions-CFR1': 'Forms are sent, and these pages read, in every country.',
  'AwsSolutions-CFR2':
    'AWS WAF costs money, and here it would guard static files of a private bucket: no input reaches any code of ours.',
  'AwsSolutions-CFR3':
    "Who reads these pages is nobody's business. CloudFront's older logs reach no bucket in some regions, and AWS takes " +
    'the newer ones in us-east-1 alone, where this stack may not be: docs/operations.md has the commands that turn them on.',
  'AwsSolutions-CFR4':
    'Under its own name, *.cloudfront.net, nobody can choose the version of TLS (Amazon CloudFront API, ' +
    '"ViewerCertificate"). With the setting `siteDomain` it is 1.2 at least. Evidence: test/unit/infra/site.test.ts.',
  'AwsSolutions-COG4':
    'Callers are programs with API keys of this service, not people with a Cognito login. See AwsSolutions-APIG4.',
  'AwsSolutions-IAM5':
    'Only where AWS names a resource while running, or cannot narrow it: each place says which and why. ' +
    'Evidence: test/unit/infra/policies.test.ts.',
  'AwsSolutions-S1':
    'Browsers send and open files at Amazon S3 itself: a log of this bucket would be the one place with the IP addresses of ' +
    'everybody who sent a file, and with the names of files. docs/operations.md says how to turn one on.',
  'Serverless-LambdaDLQ':
    'Whoever invokes these functions waits for their answer, or keeps what they failed with: the gateway, the readers ' +
    'of stream and queue. Only asynchronous invocations end in a dead-letter queue. Evidence: test/unit/infra/functions.test.ts.',
  'Serverless-LambdaEventSourceMappingDestination':
    'AWS Lambda takes no destination for a queue: what fails again and again goes to its dead-letter queue, and an ' +
    'alarm says so. Evidence: test/unit/infra/notifications.test.ts and alarms.test.ts.',
  'Serverless-LambdaStarPermissions':
    'AwsSolutions-IAM5 checks the same wildcards one by one, and each is acknowledged there with its own reason.',
  'Serverless-LambdaTracing':
    'X-Ray would record what no request reaches once a second, whatever the rule for requests says: half of what tracing ' +
    'costs. These functions pass the decision of others through. Evidence: test/unit/infra/functions.test.ts.',
  'Serverless-EventBusDLQ':
    'A late check of the API would say nothing about now, and the next one comes in a few minutes.',
  'Serverless-SQSRedrivePolicy':
    'Here failed messages end, and an alarm says so: people empty it, nothing else reads it.',
} as const;

export type Rule = keyof typeof ACKNOWLEDGED_RULES;

/** Accepts a rule's findings for a construct and everything in it. */
export function acknowledge(scope: IConstruct, rule: Exclude<Rule, 'AwsSolutions-IAM5'>): void {
  Validations.of(scope).acknowledge({ id: rule, reason: ACKNOWLEDGED_RULES[rule] });
}

/** Accepts a resource with a wildcard in the policies of a construct. */
export function acknowledgeWildcard(scope: IConstruct, resource: string, reason: string): void {
  const finding = `Resource::${flatten(Stack.of(scope).resolve(resource))}`;
  Validations.of(scope).acknowledge({ id: `${'AwsSolutions-IAM5' satisfies Rule}[${finding}]`, reason });
}

/** A template value as cdk-nag writes it: `<FailedRecords.Arn>/*`. */
function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, argument] = ['', undefined]] = Object.entries(value as Record<string, unknown>);
  if (name === 'Ref') return `<${argument}>`;
  if (name === 'Fn::GetAtt') return `<${(argument as string[]).join('.')}>`;
  if (name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(flatten).join(separator);
  }
  throw new Error(`not known in a name: ${name}`);
}
