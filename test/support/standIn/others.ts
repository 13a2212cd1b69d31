import { type Account, BUCKETS, type StandInStack, TABLE } from './account.ts';
import { json, jsonError, result, type Service, type ServiceResponse, xml, xmlError } from './call.ts';

const member = (fields: Record<string, string | undefined>): string =>
  `<member>${Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</member>`;

export const accountServicesOf =
  (account: Account): Service =>
  ({ name, body }) => {
    if (name === 'GetCallerIdentity') {
      if (!account.isSignedIn)
        return xmlError(403, 'ExpiredToken', 'The security token included in the request is expired');
      return result(name, '<Arn>arn:aws:iam::123456789012:user/me</Arn><Account>123456789012</Account>');
    }
    if (name === 'GetParameter') {
      const { bootstrapVersion: Value } = account;
      return Value === undefined ? jsonError(400, 'ParameterNotFound') : json({ Parameter: { Value } });
    }
    if (name === 'Subscribe') {
      const address = new URLSearchParams(body).get('Endpoint') ?? '';
      account.subscriptions.push({ address, isConfirmed: false });
      return result(name, '<SubscriptionArn>pending confirmation</SubscriptionArn>');
    }
    if (name !== 'ListSubscriptionsByTopic') return undefined;
    const subscriptions = account.subscriptions.map(({ address, isConfirmed, isDeleted }) => {
      const unconfirmed = isDeleted ? 'Deleted' : 'PendingConfirmation';
      return member({ Endpoint: address, SubscriptionArn: isConfirmed ? `arn:aws:sns:${address}` : unconfirmed });
    });
    return result(name, `<Subscriptions>${subscriptions.join('')}</Subscriptions>`);
  };

const DEPLOYED = /^(?:CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/;

/** AWS CloudFormation, whose stack has `url` as its API's URL. */
export const cloudFormationOf =
  (account: Account, url: () => string): Service =>
  ({ name, body }) => {
    const input = new URLSearchParams(body);
    const stackName = input.get('StackName') ?? '';
    const stacks = [...(account.stack ? [account.stack] : []), ...account.others];
    const stack = stacks.find((each) => [each.name, idOf(each)].includes(stackName));
    if (!/^(?:DescribeStack|GetTemplate|ListStack|UpdateTermination)/.test(name)) return undefined;
    if (name === 'ListStacks') {
      const deleted = account.deleted.map((StackName) => member({ StackName, StackId: idOf({ name: StackName }) }));
      return result(name, `<StackSummaries>${deleted.join('')}</StackSummaries>`);
    }
    if (name === 'ListStackResources' && account.deleted.some((each) => stackName === idOf({ name: each })))
      return resourcesOf('DELETE_SKIPPED');
    if (name === 'DescribeStacks' && stackName === '') {
      return result(name, `<Stacks>${stacks.map((each) => described(each, url())).join('')}</Stacks>`);
    }
    if (!stack) {
      return xmlError(400, 'ValidationError', `Stack with id ${stackName} does not exist`);
    }
    if (name === 'DescribeStacks') return result(name, `<Stacks>${described(stack, url())}</Stacks>`);
    if (name === 'DescribeStackEvents') return result(name, eventPage(stack, Number(input.get('NextToken') ?? 0)));
    if (name === 'GetTemplate') {
      return result(
        name,
        `<TemplateBody>${stack.template.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</TemplateBody>`,
      );
    }
    if (name === 'UpdateTerminationProtection') {
      stack.isProtected = input.get('EnableTerminationProtection') === 'true';
      return result(name, `<StackId>${idOf(stack)}</StackId>`);
    }
    return resourcesOf('CREATE_COMPLETE');
  };

const RESOURCES = [
  ['TableCD117FA1', 'AWS::DynamoDB::GlobalTable', TABLE],
  ['FileBucketCDFCD6DE', 'AWS::S3::Bucket', BUCKETS[0]],
  ['FailedRecordsDEC8AD7E', 'AWS::S3::Bucket', BUCKETS[1]],
  ['createSubmissionFunction3F2B76F4', 'AWS::Lambda::Function', 'forms-create-submission'],
  ['Queue4A7E3555', 'AWS::SQS::Queue', 'a-queue'],
];

function resourcesOf(ResourceStatus: string): ServiceResponse {
  const resources = RESOURCES.map(([LogicalResourceId, ResourceType, PhysicalResourceId]) =>
    member({ LogicalResourceId, ResourceType, PhysicalResourceId, ResourceStatus }),
  );
  return result('ListStackResources', `<StackResourceSummaries>${resources.join('')}</StackResourceSummaries>`);
}

const idOf = ({ name }: Pick<StandInStack, 'name'>): string =>
  `arn:aws:cloudformation:eu-central-1:123456789012:stack/${name}/1`;

function described(stack: StandInStack, url: string): string {
  const outputs = {
    ApiUrl: `${url}/`,
    SiteUrl: 'https://pages.example.com',
    AlarmTopic: 'arn:topic',
    TableName: stack.table ?? TABLE,
    Settings: stack.settings && JSON.stringify(stack.settings).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  };
  const listed = Object.entries(outputs).flatMap(([OutputKey, OutputValue]) =>
    OutputValue === undefined ? [] : member({ OutputKey, OutputValue }),
  );
  return member({
    StackName: stack.name,
    StackId: idOf(stack),
    StackStatus: stack.status,
    EnableTerminationProtection: String(stack.isProtected ?? false),
    Tags: stack.settings && member({ Key: 'stage', Value: String(Object(stack.settings).stage) }),
    Outputs: DEPLOYED.test(stack.status) ? listed.join('') : undefined,
  });
}

const EVENTS_PER_PAGE = 100;

function eventPage(stack: StandInStack, from: number): string {
  const events = eventsOf(stack);
  const to = from + EVENTS_PER_PAGE;
  const next = to < events.length ? `<NextToken>${to}</NextToken>` : '';
  return `<StackEvents>${events.slice(from, to).map(member).join('')}</StackEvents>${next}`;
}

/** Newest first. Failures of earlier attempts, more than a page of them, are irrelevant. */
const eventsOf = ({ name, failure, eventsAfterFailure = 0 }: StandInStack) => [
  ...Array.from({ length: eventsAfterFailure }, (_, i) => ({
    LogicalResourceId: `Made${i}`,
    ResourceStatus: 'DELETE_COMPLETE',
  })),
  ...(failure
    ? [
        { LogicalResourceId: 'Api', ResourceStatus: 'CREATE_FAILED', ResourceStatusReason: 'Creation cancelled' },
        { LogicalResourceId: 'Site', ResourceStatus: 'CREATE_FAILED', ResourceStatusReason: failure },
      ]
    : []),
  { LogicalResourceId: name, ResourceStatus: 'CREATE_IN_PROGRESS' },
  ...Array.from({ length: 2 * EVENTS_PER_PAGE }, (_, i) => ({
    LogicalResourceId: `Old${i}`,
    ResourceStatus: 'CREATE_FAILED',
    ResourceStatusReason: 'long ago',
  })),
];

export const dataOf =
  (account: Account): Service =>
  ({ name, path: [bucket = '', , , action], query, body }) => {
    if (action === 'concurrency') return concurrencyOf(account, name, body);
    if (/^(?:Describe|Update|Delete)Table$/.test(name)) return onTable(account, name, body);
    const objects = account.buckets[bucket];
    if (!BUCKETS.includes(bucket)) return undefined;
    if (!objects) return { status: 404 };
    const method = name.split(' ')[0];
    if (method === 'HEAD') return {};
    if (query.has('versions')) {
      const versions = objects.map((key) => `<Version><Key>${key}</Key><VersionId>1</VersionId></Version>`);
      return xml(`<ListVersionsResult><IsTruncated>false</IsTruncated>${versions.join('')}</ListVersionsResult>`);
    }
    if (query.has('delete')) {
      account.buckets[bucket] = [];
      return xml('<DeleteResult></DeleteResult>');
    }
    if (objects.length > 0) return xmlError(409, 'BucketNotEmpty');
    delete account.buckets[bucket];
    return { status: 204 };
  };

/** The CDK's bucket of assets. It uploads what is not listed. */
export function assets(): Service {
  const uploaded = new Set<string>();
  return ({ name, path: [bucket = '', key = ''], query }) => {
    if (!bucket.startsWith('cdk-')) return undefined;
    if (name.startsWith('PUT')) uploaded.add(key);
    const prefix = query.get('prefix') ?? '';
    return xml(
      uploaded.has(prefix)
        ? `<ListBucketResult><Contents><Key>${prefix}</Key></Contents></ListBucketResult>`
        : '<LocationConstraint/>',
    );
  };
}

function concurrencyOf(account: Account, name: string, body: string): ServiceResponse {
  // Their functions are gone.
  if (/^(?:ROLLBACK_COMPLETE|DELETE_FAILED)$/.test(account.stack?.status ?? ''))
    return jsonError(404, 'ResourceNotFoundException');
  const { ReservedConcurrentExecutions: reserved } = JSON.parse(body || '{}');
  if (name.startsWith('PUT') && reserved === undefined) return jsonError(400, 'InvalidParameterValueException');
  if (name.startsWith('PUT')) account.reserved = reserved;
  if (name.startsWith('DELETE')) account.reserved = undefined;
  return json({ ReservedConcurrentExecutions: account.reserved });
}

function onTable({ tables }: Account, action: string, body: string): ServiceResponse {
  const { TableName: name, DeletionProtectionEnabled } = JSON.parse(body);
  const table = tables[name];
  if (!table) return jsonError(400, 'ResourceNotFoundException');
  if (action === 'UpdateTable') table.isProtected = DeletionProtectionEnabled;
  if (action === 'DeleteTable') {
    if (table.isProtected) return jsonError(400, 'ValidationException', 'protected');
    table.isLeaving = true;
  } else if (table.isLeaving) delete tables[name];
  // It takes a while, in which the table is still described.
  const TableStatus = table.isLeaving ? 'DELETING' : 'ACTIVE';
  return json({ Table: { TableName: name, TableStatus, DeletionProtectionEnabled: table.isProtected } });
}
