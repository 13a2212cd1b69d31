import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  type LambdaClientConfig,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { ifFound } from './ifFound.ts';

/** AWS Lambda functions as resources. */
export class Functions {
  readonly #client: LambdaClient;

  constructor(settings: LambdaClientConfig) {
    this.#client = new LambdaClient(settings);
  }

  /** How many may run at a time, if that is reserved; undefined if there is no such function. */
  async concurrency(FunctionName: string): Promise<{ reserved: number | undefined } | undefined> {
    const found = await ifFound(this.#client.send(new GetFunctionConcurrencyCommand({ FunctionName })));
    return found && { reserved: found.ReservedConcurrentExecutions };
  }

  async setConcurrency(FunctionName: string, reserved: number | undefined): Promise<void> {
    if (reserved === undefined) await this.#client.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
    else {
      const input = { FunctionName, ReservedConcurrentExecutions: reserved };
      await this.#client.send(new PutFunctionConcurrencyCommand(input));
    }
  }

  destroy(): void {
    this.#client.destroy();
  }
}
