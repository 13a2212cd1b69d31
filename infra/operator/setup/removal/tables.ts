import { DescribeTableCommand, ResourceNotFoundException, type TableDescription } from '@aws-sdk/client-dynamodb';
import type { Setup } from '../setup.ts';

/** @returns undefined when there is none, or soon will be none */
export async function describeTable({ clients }: Setup, TableName: string): Promise<TableDescription | undefined> {
  try {
    const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName }));
    return Table?.TableStatus === 'DELETING' ? undefined : Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
