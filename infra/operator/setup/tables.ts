import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';

/** DynamoDB tables as resources; `shared/storage` handles their content. */
export class Tables {
  readonly #client: DynamoDBClient;

  constructor(settings: DynamoDBClientConfig) {
    this.#client = new DynamoDBClient(settings);
  }

  /** @returns undefined if the table does not exist or is being deleted */
  async describe(TableName: string): Promise<TableDescription | undefined> {
    try {
      const { Table } = await this.#client.send(new DescribeTableCommand({ TableName }));
      return Table?.TableStatus === 'DELETING' ? undefined : Table;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  /** Turns off a table's deletion protection. */
  async release(TableName: string): Promise<void> {
    await this.#client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
  }

  async delete(TableName: string): Promise<void> {
    await this.#client.send(new DeleteTableCommand({ TableName }));
  }

  destroy(): void {
    this.#client.destroy();
  }
}
