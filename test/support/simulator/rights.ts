import { appendFileSync } from 'node:fs';
import { arnOf, LOCAL } from '../../../infra/localService/template.ts';
import { callsOf } from '../../../local/aws/tableCalls.ts';
import { type Call, Policy, statementsOf } from '../../../local/functions/policy.ts';
import { ENVIRONMENT, type Setting } from '../../../shared/runtime/environment.ts';
import { KEY_ATTRIBUTES, partitionOf, partitionPattern } from '../../../shared/storage/table/partitions.ts';
import { functionsOf, synthesizeStack, tableArn } from '../cloud/stack.ts';
import { EVERYTHING } from '../settings.ts';
import { type Perform, type ServiceCall, ServiceFailure } from './calls.ts';
import { requestOf } from './documentClient.ts';
import type { MemoryItems } from './memoryItems.ts';
import { MemoryTable, type MemoryTableOptions } from './memoryTable.ts';
import { mailOf } from './services.ts';

const stack = await synthesizeStack(EVERYTHING);
const TABLE_ARN = tableArn(stack);

interface Rights {
  policy: Policy;
  environment: Record<string, string>;
}

const RIGHTS = new Map(
  functionsOf(stack).map(({ name, properties: { Role, Environment } }): [string, Rights] => [
    name,
    {
      policy: new Policy(statementsOf(stack.template, Role.split('/').at(-1) ?? '')),
      environment: Environment?.Variables ?? {},
    },
  ]),
);

const denied: string[] = [];

/** A file to which processes append each kind of call that a function makes, once each, as lines of JSON. */
const RECORD_FILE = process.env.FORMS_TEST_CALLS;
const recorded = new Set<string>();

// A handler may handle the error itself, so that a denied call fails the test or the script in any case.
const { afterEach } = globalThis as { afterEach?: (check: () => void) => void };
if (afterEach) afterEach(failIfDenied);
else
  process.once('exit', () => {
    for (const line of new Set(denied)) process.stderr.write(`${line}\n`);
    if (denied.length > 0) process.exitCode = 1;
  });

/** @throws Error with the calls that policies denied since the last check */
function failIfDenied(): void {
  const lines = [...new Set(denied.splice(0))];
  if (lines.length > 0) throw new Error(lines.join('\n'));
}

/** Performs a function's calls under its policy in the synthesized stack. */
export const asFunction =
  (name: string, perform: Perform): Perform =>
  async (call) => {
    requireRights(name, call);
    return perform(call);
  };

/** The table under a function's policy; without a name, under none. */
export const tableOf = (
  name: string | undefined,
  items: MemoryItems,
  options: Omit<MemoryTableOptions, 'intercept'> = {},
) =>
  new MemoryTable(items, {
    ...options,
    ...(name !== undefined && { intercept: (call, perform) => asFunction(name, perform)(call) }),
  });

/** @throws ServiceFailure if the function's policy denies the call, and fails the test or script */
export function requireRights(name: string, call: ServiceCall): void {
  for (const needed of neededFor(call, rightsOf(name))) requireRight(name, needed);
}

/** The same for a call as IAM sees it. */
export function requireRight(name: string, needed: Call): void {
  const { policy } = rightsOf(name);
  if (RECORD_FILE) record(name, needed);
  if (policy.allows(needed)) return;
  const message = describe(name, needed, policy);
  denied.push(message);
  throw new ServiceFailure(400, 'AccessDeniedException', { message });
}

function rightsOf(name: string): Rights {
  const rights = RIGHTS.get(name);
  if (!rights) throw new Error(`the stack has no function ${name}`);
  return rights;
}

function neededFor({ service, action, input }: ServiceCall, { environment }: Rights): Call[] {
  const valueIn = (setting: string): string => environment[ENVIRONMENT[setting as Setting]] ?? `(no ${setting})`;
  if (service === 'dynamodb')
    return callsOf(action, requestOf(action, input)).map((call) => ({ ...call, resource: TABLE_ARN }));
  if (service === 'sqs') {
    const queue = String(input.QueueUrl).split('/').at(-1);
    return [{ action: `sqs:${action}`, resource: arnOf(valueIn(`${queue}QueueUrl`), 'AWS::SQS::Queue') }];
  }
  if (service === 's3') return onObjects(action, input, arnOf(valueIn('fileBucket'), 'AWS::S3::Bucket'));
  if (service === 'webhook') return [];
  if (action === 'GetAccount') return [{ action: 'ses:GetAccount', resource: '*' }];
  const { sender = '' } = mailOf(input);
  // SES authorizes the configuration set as well.
  const { ConfigurationSetName: set } = input;
  const sets = set === undefined ? [] : [`configuration-set/${valueIn(String(set))}`];
  return [`identity/${sender}`, ...sets].map((resource) => ({
    action: 'ses:SendEmail',
    resource: `arn:aws:ses:${LOCAL.region}:${LOCAL.accountId}:${resource}`,
    context: { 'ses:FromAddress': sender },
  }));
}

/** S3 authorizes a copy as a read and a write, and each object of a deletion by itself. */
function onObjects(action: string, input: Record<string, unknown>, bucketArn: string): Call[] {
  const { key = '', from = '', keys = [], prefix = '' } = input as Record<string, string> & { keys?: string[] };
  const on = (name: string, object: string): Call => ({ action: `s3:${name}`, resource: `${bucketArn}/${object}` });
  if (action === 'ListObjectsV2')
    return [{ action: 's3:ListBucket', resource: bucketArn, context: { 's3:prefix': prefix } }];
  if (action === 'CopyObject') return [on('GetObject', from), on('PutObject', key)];
  if (action === 'DeleteObjects') return (keys as string[]).map((each) => on('DeleteObject', each));
  return [on(action, key)];
}

const listOf = (value: string | string[] = []): string[] => [value].flat();

/** Names function, action, partitions, and the attributes that no statement allows. */
function describe(name: string, call: Call, policy: Policy): string {
  const { action, resource, context = {} } = call;
  const [keys, attributes] = [listOf(context['dynamodb:LeadingKeys']), listOf(context['dynamodb:Attributes'])];
  if (keys.length === 0) return `${name} may not do ${action} on ${resource} ${JSON.stringify(context)}`;
  const isAllowed = (each: string[]) =>
    policy.allows({ ...call, context: { ...context, 'dynamodb:Attributes': [...KEY_ATTRIBUTES, ...each] } });
  const missing = isAllowed([]) ? attributes.filter((each) => !isAllowed([each])) : [];
  const others = [context['dynamodb:Select'], context['dynamodb:ReturnValues']].flatMap(listOf);
  return `${name} may not do ${action} on ${[...new Set(keys.map(partitionOf))].join(', ')}: ${(missing.length > 0 ? missing : [...attributes, ...others]).join(', ')}`;
}

/** Calls to the same partitions count as one. */
function record(name: string, { context = {}, ...call }: Call): void {
  const keys = [...new Set(listOf(context['dynamodb:LeadingKeys']).map(kindOf))].sort();
  const attributes = [...new Set(listOf(context['dynamodb:Attributes']))].sort();
  const kind = context['dynamodb:LeadingKeys']
    ? { 'dynamodb:LeadingKeys': keys, 'dynamodb:Attributes': attributes }
    : {};
  const resource = call.resource.replace(/^(arn:aws:s3:::[^/]+\/[a-z]+\/).*/, '$1x');
  const line = `${JSON.stringify({ name, ...call, resource, context: { ...context, ...kind } })}\n`;
  if (recorded.has(line)) return;
  recorded.add(line);
  appendFileSync(RECORD_FILE as string, line);
}

const kindOf = (key: string): string => partitionPattern(partitionOf(key)).replace('*', 'x');
