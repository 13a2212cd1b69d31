import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { createClient, Table } from '../../shared/repositories/table.ts';
import '../quietSdk.ts';
import { readOutputs } from '../local/outputs.ts';
import { localTable } from '../localTable.ts';
import { UsageError } from './command.ts';

/** Which table a command works on: a deployed stack's, or that of the local service with this data folder. */
export interface Target {
  stack?: string | undefined;
  data?: string | undefined;
}

/** @throws UsageError when the service is not there */
export async function openTable({ stack, data }: Target): Promise<Table> {
  return stack === undefined ? openLocal(data) : openDeployed(stack);
}

function openLocal(data: string | undefined): Table {
  const outputs = readOutputs(data);
  if (!outputs) {
    throw new UsageError(
      'The local service is not running: start it with "npm start", or name its folder with --data.',
    );
  }
  return localTable(outputs.dynamodbEndpoint, outputs.tableName);
}

/** With the operator's own credentials and region. */
async function openDeployed(stack: string): Promise<Table> {
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: stack }));
  const tableName = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'TableName')?.OutputValue;
  if (!tableName) throw new UsageError(`The stack "${stack}" has no output TableName: is it this service's?`);
  return new Table(createClient(), tableName);
}
