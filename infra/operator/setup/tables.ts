import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';

/** DynamoDB's tables as such; what is in one is the business of `shared/storage`. */
export class Tables {
  readonly #client: DynamoDBClient;

  constructor(settings: DynamoDBClientConfig) {
    this.#client = new DynamoDBClient(settings);
  }

  /** @returns undefined when there is none, or soon will be none */
  async describe(TableName: string): Promise<TableDescription | undefined> {
    try {
      const { Table } = await this.#client.send(new DescribeTableCommand({ TableName }));
      return Table?.TableStatus === 'DELETING' ? undefined : Table;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  /** Releases a table's protection from deletion. */
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
