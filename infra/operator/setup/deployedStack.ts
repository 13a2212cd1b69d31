import {
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateDescribeStackEvents,
  type Stack,
  type StackEvent,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import type { Table } from '../../../shared/storage/table/table.ts';
import { ifFound } from './ifFound.ts';
import type { Setup } from './setup.ts';

/** The stack in CloudFormation; undefined if it does not exist. */
export async function findStack({ clients, stackName }: Setup): Promise<Stack | undefined> {
  const command = new DescribeStacksCommand({ StackName: stackName });
  return (await ifFound(clients.cloudFormation.send(command)))?.Stacks?.[0];
}

/** Protects the stack from deletion, or allows it. */
export async function protectStack({ clients, stackName }: Setup, isProtected: boolean): Promise<void> {
  const command = { StackName: stackName, EnableTerminationProtection: isProtected };
  await clients.cloudFormation.send(new UpdateTerminationProtectionCommand(command));
}

/** The deployed template. CloudFormation replaces each character outside ASCII with a question mark. */
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

/** The stack's service; undefined before its first successful deployment. */
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

/** CloudFormation's reason why it could not create, change or delete the stack. */
export async function failureReason(setup: Setup, stack: Stack): Promise<string | undefined> {
  // Resources cancelled because of another failure explain nothing.
  const failed = (await lastAttempt(setup, stack))
    .filter(
      ({ ResourceStatus = '', ResourceStatusReason = '' }) =>
        /^(?:CREATE|UPDATE|DELETE)_FAILED$/.test(ResourceStatus) && !/cancelled/i.test(ResourceStatusReason),
    )
    .at(-1);
  return failed && `${failed.LogicalResourceId}: ${failed.ResourceStatusReason}`;
}

/** The events since CloudFormation last began to change the stack, the newest first. A rollback alone has pages of them. */
async function lastAttempt({ clients }: Setup, { StackId, StackName }: Stack): Promise<StackEvent[]> {
  const events: StackEvent[] = [];
  const isBegin = ({ LogicalResourceId, ResourceStatus }: StackEvent) =>
    LogicalResourceId === StackName && /^(?:CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus ?? '');
  const input = { StackName: StackId ?? StackName };
  for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client: clients.cloudFormation }, input)) {
    const begin = StackEvents.findIndex(isBegin);
    events.push(...StackEvents.slice(0, begin < 0 ? undefined : begin));
    if (begin >= 0) break;
  }
  return events;
}
