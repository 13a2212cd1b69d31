import { paginateListStackResources, paginateListStacks } from '@aws-sdk/client-cloudformation';
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
 * The data that exists: of the stack, of one that a stopped removal has deleted, or of those that were deleted by hand.
 */
export async function existingData(setup: Setup): Promise<DataResources> {
  const { tables, buckets, fileBucket } = await dataResources(setup);
  const found = {
    tables: await existing(tables, async (name) => (await setup.clients.tables.describe(name)) !== undefined),
    buckets: await existing(buckets, (name) => bucketExists(setup, name)),
  };
  return { ...found, ...(fileBucket !== undefined && found.buckets.includes(fileBucket) && { fileBucket }) };
}

async function dataResources(setup: Setup): Promise<DataResources> {
  const { removing } = await setup.remembered();
  const stack = await findStack(setup);
  if (!stack) return removing ?? leftByDeleted(setup);
  return together([...(removing ? [removing] : []), await resourcesOf(setup, String(stack.StackId))]);
}

/** What deleted stacks of this name have left; AWS CloudFormation lists them for 90 days. */
async function leftByDeleted(setup: Setup): Promise<DataResources> {
  const left: DataResources[] = [];
  const input = { StackStatusFilter: ['DELETE_COMPLETE' as const] };
  for await (const page of paginateListStacks({ client: setup.clients.cloudFormation }, input)) {
    for (const { StackName, StackId = '' } of page.StackSummaries ?? []) {
      if (StackName === setup.stackName) left.push(await resourcesOf(setup, StackId, 'DELETE_SKIPPED'));
    }
  }
  return together(left);
}

async function resourcesOf({ clients }: Setup, StackName: string, status?: string): Promise<DataResources> {
  const resources: DataResources = { tables: [], buckets: [] };
  for await (const page of paginateListStackResources({ client: clients.cloudFormation }, { StackName })) {
    for (const resource of page.StackResourceSummaries ?? []) {
      const { LogicalResourceId = '', ResourceType = '', PhysicalResourceId, ResourceStatus } = resource;
      const kind = TYPES[ResourceType];
      if (!kind || !PhysicalResourceId || (status !== undefined && ResourceStatus !== status)) continue;
      resources[kind].push(PhysicalResourceId);
      if (FILE_BUCKET.test(LogicalResourceId)) resources.fileBucket = PhysicalResourceId;
    }
  }
  return resources;
}

function together(all: DataResources[]): DataResources {
  const fileBucket = all.findLast((each) => each.fileBucket !== undefined)?.fileBucket;
  return {
    tables: [...new Set(all.flatMap(({ tables }) => tables))],
    buckets: [...new Set(all.flatMap(({ buckets }) => buckets))],
    ...(fileBucket !== undefined && { fileBucket }),
  };
}

async function existing(names: readonly string[], exists: (name: string) => Promise<boolean>): Promise<string[]> {
  const found = await Promise.all(names.map(exists));
  return names.filter((_, i) => found[i]);
}

const bucketExists = async ({ clients }: Setup, Bucket: string): Promise<boolean> =>
  (await ifFound(clients.s3.send(new HeadBucketCommand({ Bucket })))) !== undefined;
