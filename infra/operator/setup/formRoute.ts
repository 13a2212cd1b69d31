import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { findStack } from './deployedStack.ts';
import { ifFound } from './ifFound.ts';
import type { Setup } from './setup.ts';

/** The function that receives forms; undefined if the stack does not have it (any more). */
export async function formRoute(setup: Setup): Promise<{ name: string; isClosed: boolean } | undefined> {
  const stack = await findStack(setup);
  if (!stack) return undefined;
  const { cloudFormation, lambda } = setup.clients;
  const input = { StackName: stack.StackId };
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client: cloudFormation }, input)) {
    for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId: name } of StackResourceSummaries) {
      if (ResourceType !== 'AWS::Lambda::Function' || !name) continue;
      if (!/^createSubmissionFunction[0-9A-F]{8}$/.test(LogicalResourceId)) continue;
      const found = await ifFound(lambda.send(new GetFunctionConcurrencyCommand({ FunctionName: name })));
      return found && { name, isClosed: found.ReservedConcurrentExecutions === 0 };
    }
  }
  return undefined;
}

/** @param reserved how many forms may be taken at a time; undefined for as many as the account allows */
export async function setConcurrency({ clients: { lambda } }: Setup, FunctionName: string, reserved?: number) {
  if (reserved === undefined) await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
  else await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: reserved }));
}
