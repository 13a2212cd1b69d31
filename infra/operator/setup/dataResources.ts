import { paginateDescribeStacks, paginateListStackResources, paginateListStacks } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, type TableDescription, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import type { Remembered } from './choices.ts';
import { findStack } from './deployedStack.ts';
import { ifFound } from './ifFound.ts';
import type { Setup } from './setup.ts';

/** Resources with data, which outlive their stack. */
export type DataResources = NonNullable<Remembered['removing']>;

const TYPES: Record<string, 'tables' | 'buckets'> = {
  'AWS::DynamoDB::GlobalTable': 'tables',
  'AWS::DynamoDB::Table': 'tables',
  'AWS::S3::Bucket': 'buckets',
};

/** The logical id of the bucket with submitted files, without its hash. */
const FILE_BUCKET = /^FileBucket[0-9A-F]{8}$/;

/**
 * Existing data: of the stack, or of stacks deleted by an interrupted removal or by hand.
 */
export async function existingData(setup: Setup): Promise<DataResources> {
  const { tables, buckets, stores } = await dataResources(setup);
  const names = stores.map(({ tableName }) => tableName);
  const found = await existing(names, async (name) => (await describeTable(setup, name)) !== undefined);
  const foundBuckets = await existing(buckets, (name) => bucketExists(setup, name));
  return {
    tables: tables.filter((name) => found.includes(name)),
    buckets: foundBuckets,
    stores: stores
      .filter(({ tableName }) => found.includes(tableName))
      .map(({ tableName, fileBucket }) => ({
        tableName,
        fileBucket: foundBuckets.find((name) => name === fileBucket),
      })),
  };
}

async function dataResources(setup: Setup): Promise<DataResources> {
  const { removing } = await setup.remembered();
  const stack = await findStack(setup);
  if (!stack) return removing ?? leftByDeleted(setup);
  // The service may use a restored table, which is not part of the stack.
  const tableName = stack.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue;
  return together([...(removing ? [removing] : []), await resourcesOf(setup, String(stack.StackId), { tableName })]);
}

/** Resources left by deleted stacks of this name; AWS CloudFormation lists them for 90 days. */
async function leftByDeleted(setup: Setup): Promise<DataResources> {
  const left: DataResources[] = [];
  const input = { StackStatusFilter: ['DELETE_COMPLETE' as const] };
  for await (const page of paginateListStacks({ client: setup.clients.cloudFormation }, input)) {
    for (const { StackName, StackId = '' } of page.StackSummaries ?? []) {
      if (StackName === setup.stackName) left.push(await resourcesOf(setup, StackId, { status: 'DELETE_SKIPPED' }));
    }
  }
  return together(left);
}

/** Finds another stack of this service that uses one of these tables or buckets, and names what it uses. */
export async function otherUserOf({ clients, stackName }: Setup, names: string[]): Promise<string | undefined> {
  for await (const { Stacks = [] } of paginateDescribeStacks({ client: clients.cloudFormation }, {})) {
    for (const { StackName, Outputs = [] } of Stacks) {
      const used = names.find((name) => Outputs.some(({ OutputValue }) => OutputValue === name));
      if (used && StackName !== stackName) return `The stack ${StackName} uses ${used}.`;
    }
  }
  return undefined;
}

async function resourcesOf(
  { clients }: Setup,
  StackName: string,
  { status, tableName }: { status?: string; tableName?: string | undefined },
): Promise<DataResources> {
  const resources = { tables: [] as string[], buckets: [] as string[] };
  let fileBucket: string | undefined;
  for await (const page of paginateListStackResources({ client: clients.cloudFormation }, { StackName })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { LogicalResourceId = '', ResourceType = '', PhysicalResourceId, ResourceStatus } = resource;
      const kind = TYPES[ResourceType];
      if (!kind || !PhysicalResourceId || (status !== undefined && ResourceStatus !== status)) continue;
      resources[kind].push(PhysicalResourceId);
      if (FILE_BUCKET.test(LogicalResourceId)) fileBucket = PhysicalResourceId;
    }
  }
  const tables = new Set([...resources.tables, ...(tableName ? [tableName] : [])]);
  return { ...resources, stores: [...tables].map((name) => ({ tableName: name, fileBucket })) };
}

function together(all: DataResources[]): DataResources {
  const stores = new Map(all.flatMap((each) => each.stores.map((store) => [store.tableName, store])));
  return {
    tables: [...new Set(all.flatMap(({ tables }) => tables))],
    buckets: [...new Set(all.flatMap(({ buckets }) => buckets))],
    stores: [...stores.values()],
  };
}

async function existing(names: readonly string[], exists: (name: string) => Promise<boolean>): Promise<string[]> {
  const found = await Promise.all(names.map(exists));
  return names.filter((_, i) => found[i]);
}

const bucketExists = async ({ clients }: Setup, Bucket: string): Promise<boolean> =>
  (await ifFound(clients.s3.send(new HeadBucketCommand({ Bucket })))) !== undefined;

/** @returns undefined if the table does not exist or is being deleted */
async function describeTable({ clients }: Setup, TableName: string): Promise<TableDescription | undefined> {
  const found = await ifFound(clients.dynamodb.send(new DescribeTableCommand({ TableName })));
  return found?.Table?.TableStatus === 'DELETING' ? undefined : found?.Table;
}

/** Names of the existing tables that are protected from deletion, or of those that are not. */
export async function tablesWith(setup: Setup, isProtected: boolean): Promise<string[]> {
  const { tables } = await existingData(setup);
  const described = await Promise.all(tables.map((name) => describeTable(setup, name)));
  return tables.filter((_, i) => described[i] && (described[i].DeletionProtectionEnabled ?? false) === isProtected);
}

export async function protectTable({ clients }: Setup, TableName: string, isProtected: boolean): Promise<void> {
  await clients.dynamodb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: isProtected }));
}
