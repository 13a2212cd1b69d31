import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { findStack } from './deployedStack.ts';
import type { Setup } from './setup.ts';

/** The function that receives forms; undefined if the stack has none, or none any more. */
export async function formRoute(setup: Setup): Promise<{ name: string; isClosed: boolean } | undefined> {
  const stack = await findStack(setup);
  if (!stack) return undefined;
  const { cloudFormation, functions } = setup.clients;
  const input = { StackName: stack.StackId };
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client: cloudFormation }, input)) {
    for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId: name } of StackResourceSummaries) {
      if (ResourceType !== 'AWS::Lambda::Function' || !name) continue;
      if (!/^createSubmissionFunction[0-9A-F]{8}$/.test(LogicalResourceId)) continue;
      const concurrency = await functions.concurrency(name);
      return concurrency && { name, isClosed: concurrency.reserved === 0 };
    }
  }
  return undefined;
}
