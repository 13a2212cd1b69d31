import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Setup } from '../setup.ts';

/** Resources with data, which outlive their stack. */
export interface DataResources {
  tables: string[];
  buckets: string[];
}

const TYPES: Record<string, keyof DataResources> = {
  'AWS::DynamoDB::GlobalTable': 'tables',
  'AWS::DynamoDB::Table': 'tables',
  'AWS::S3::Bucket': 'buckets',
};

/** The stack's resources, and those stored by an interrupted removal. */
export async function dataResources(setup: Setup, stackId: string | undefined): Promise<DataResources> {
  const { removing } = await setup.remembered();
  const remembered = removing ?? { tables: [], buckets: [] };
  const current = stackId === undefined ? remembered : await resourcesOf(setup, stackId);
  return {
    tables: [...new Set([...remembered.tables, ...current.tables])],
    buckets: [...new Set([...remembered.buckets, ...current.buckets])],
  };
}

async function resourcesOf({ clients }: Setup, StackName: string): Promise<DataResources> {
  const resources: DataResources = { tables: [], buckets: [] };
  for await (const page of paginateListStackResources({ client: clients.cloudFormation }, { StackName })) {
    for (const { ResourceType = '', PhysicalResourceId } of page.StackResourceSummaries ?? []) {
      const kind = TYPES[ResourceType];
      if (kind && PhysicalResourceId) resources[kind].push(PhysicalResourceId);
    }
  }
  return resources;
}
