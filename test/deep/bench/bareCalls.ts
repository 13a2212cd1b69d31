import * as dynamodb from '@aws-sdk/client-dynamodb';

/** A call as DynamoDB's API has it: `GetItem` and its input. */
export interface BareCall {
  action: string;
  input: object;
}

type Send = (command: unknown) => Promise<unknown>;
type Command = new (input: object) => unknown;

let client: dynamodb.DynamoDBClient | undefined;

/** Makes calls through the SDK as it comes, all at once: what a function would cost that did nothing else. */
export async function handler({ calls }: { calls: BareCall[] }): Promise<{ statusCode: number }> {
  client ??= new dynamodb.DynamoDBClient({});
  const send = client.send.bind(client) as Send;
  const commands = dynamodb as unknown as Record<string, Command>;
  await Promise.all(calls.map(({ action, input }) => send(new (commands[`${action}Command`] as Command)(input))));
  return { statusCode: 200 };
}
