import {
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import type { Table } from '../../../shared/storage/table.ts';
import type { Setup } from './setup.ts';

/** The stack as CloudFormation has it; undefined when there is none. */
export async function findStack({ clients, stackName }: Setup): Promise<Stack | undefined> {
  try {
    const { Stacks } = await clients.cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
    return Stacks?.[0];
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** The template of the stack as it is. CloudFormation has a question mark for each character outside ASCII. */
export async function deployedTemplate({ clients, stackName }: Setup): Promise<string> {
  const command = new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' });
  const { TemplateBody = '{}' } = await clients.cloudFormation.send(command);
  return TemplateBody;
}

/** A stack that serves requests. */
export interface DeployedService {
  apiUrl: string;
  siteUrl: string;
  alarmTopic: string;
  table: Table;
}

/** The service of the stack; undefined before its first deployment has succeeded. */
export async function findService(setup: Setup): Promise<DeployedService | undefined> {
  const stack = await findStack(setup);
  const outputs = Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const { ApiUrl, SiteUrl, AlarmTopic, TableName } = outputs;
  if (!ApiUrl || !SiteUrl || !AlarmTopic || !TableName) return undefined;
  const table = setup.outside.openTable(TableName);
  return { apiUrl: ApiUrl.replace(/\/$/, ''), siteUrl: SiteUrl, alarmTopic: AlarmTopic, table };
}

/** Why CloudFormation could not make or change the stack, in its own words. */
export async function failureReason({ clients }: Setup, stack: Stack): Promise<string | undefined> {
  const command = new DescribeStackEventsCommand({ StackName: stack.StackId ?? stack.StackName });
  const { StackEvents = [] } = await clients.cloudFormation.send(command);
  // Newest first, so the first failure of the last attempt is the last one here.
  const begin = StackEvents.findIndex(
    ({ LogicalResourceId, ResourceStatus = '' }) =>
      LogicalResourceId === stack.StackName && /^(?:CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus),
  );
  const lastAttempt = begin < 0 ? StackEvents : StackEvents.slice(0, begin);
  // What was cancelled because something else failed says nothing.
  const failed = lastAttempt
    .filter(
      ({ ResourceStatus = '', ResourceStatusReason = '' }) =>
        /^(?:CREATE|UPDATE|DELETE)_FAILED$/.test(ResourceStatus) && !/cancelled/i.test(ResourceStatusReason),
    )
    .at(-1);
  return failed && `${failed.LogicalResourceId}: ${failed.ResourceStatusReason}`;
}
