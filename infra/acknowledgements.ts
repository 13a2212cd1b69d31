import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * The cdk-nag rules that this stack does not follow, each with its reason: at most fifteen, and each acknowledged only
 * where it applies. Any other finding fails `npm run synth` and `npm run deploy`.
 */
export const ACKNOWLEDGED_RULES = {
  'AwsSolutions-APIG2':
    'The API has a validator in its body, where this rule does not look. Evidence: ' +
    'test/unit/infra/constructs/api/formsApi.test.ts.',
  'AwsSolutions-APIG3':
    'AWS WAF costs at least 10 USD a month; the setting `waf` adds it. Without it, every method is throttled.',
  'AwsSolutions-CFR1': 'Forms and pages are used in every country.',
  'AwsSolutions-CFR2':
    'AWS WAF costs money, and here it would protect static files of a private bucket: no input reaches code of this service.',
  'AwsSolutions-CFR3':
    "Readers' privacy. CloudFront's legacy logs are not available in some regions, and the newer ones are configured in " +
    'us-east-1, which may not be the region of the stack: docs/operations.md has the commands that turn them on.',
  'AwsSolutions-CFR4':
    'For *.cloudfront.net the TLS version cannot be configured (Amazon CloudFront API, ' +
    '"ViewerCertificate"). With the setting `siteDomain` it is at least 1.2. Evidence: test/unit/infra/resources.test.ts.',
  'AwsSolutions-IAM5':
    'Only for resources that AWS names at runtime or that cannot be narrowed: each place says which and why. ' +
    'Evidence: test/unit/infra/constructs/functions/policies.test.ts.',
  'AwsSolutions-S1':
    'Browsers upload to and download from Amazon S3 directly: a log of this bucket would be the only place with senders’ ' +
    'IP addresses and file names. docs/operations.md says how to turn one on.',
  'Serverless-LambdaDLQ':
    'The callers of these functions, the gateway and the event source mappings, get or keep their failures. A dead-letter ' +
    'queue only receives asynchronous invocations. Evidence: test/unit/infra/constructs/functions/serviceFunction.test.ts.',
  'Serverless-LambdaEventSourceMappingDestination':
    'AWS Lambda supports no destination for queues: messages that fail repeatedly go to the dead-letter queue, which has ' +
    'an alarm. Evidence: test/unit/infra/resources.test.ts.',
  'Serverless-LambdaStarPermissions':
    'AwsSolutions-IAM5 checks the same wildcards individually, and each is acknowledged there with its reason.',
  'Serverless-LambdaTracing':
    'X-Ray would record background invocations once a second regardless of the sampling rule: half of the cost of ' +
    'tracing. These functions follow the decision of their callers. Evidence: test/unit/infra/constructs/functions/serviceFunction.test.ts.',
  'Serverless-EventBusDLQ': 'A delayed probe is useless: the next one follows in a few minutes.',
  'Serverless-SQSRedrivePolicy': 'This is a dead-letter queue: it has an alarm, and operators empty it.',
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
  throw new Error(`unknown function in a name: ${name}`);
}
