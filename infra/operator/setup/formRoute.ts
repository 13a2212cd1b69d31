import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { findStack } from './deployedStack.ts';
import type { Setup } from './setup.ts';

/** The function that receives forms; undefined if the stack has none. */
export async function formRoute(setup: Setup): Promise<string | undefined> {
  const stack = await findStack(setup);
  if (!stack) return undefined;
  const { cloudFormation } = setup.clients;
  const input = { StackName: stack.StackId };
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client: cloudFormation }, input)) {
    for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId } of StackResourceSummaries) {
      if (ResourceType === 'AWS::Lambda::Function' && /^createSubmissionFunction[0-9A-F]{8}$/.test(LogicalResourceId))
        return PhysicalResourceId;
    }
  }
  return undefined;
}

export const isClosed = async ({ clients }: Setup, route: string): Promise<boolean> =>
  (await clients.functions.concurrency(route)) === 0;
