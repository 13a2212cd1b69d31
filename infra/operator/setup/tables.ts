import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { ifFound } from './ifFound.ts';

/** DynamoDB tables as resources; `shared/storage` handles their content. */
export class Tables {
  readonly #client: DynamoDBClient;

  constructor(settings: DynamoDBClientConfig) {
    this.#client = new DynamoDBClient(settings);
  }

  /** @returns undefined if the table does not exist or is being deleted */
  async describe(TableName: string): Promise<TableDescription | undefined> {
    const found = await ifFound(this.#client.send(new DescribeTableCommand({ TableName })));
    return found?.Table?.TableStatus === 'DELETING' ? undefined : found?.Table;
  }

  /** Turns a table's deletion protection on or off. */
  async protect(TableName: string, DeletionProtectionEnabled: boolean): Promise<void> {
    await this.#client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled }));
  }

  async delete(TableName: string): Promise<void> {
    await this.#client.send(new DeleteTableCommand({ TableName }));
  }

  destroy(): void {
    this.#client.destroy();
  }
}
