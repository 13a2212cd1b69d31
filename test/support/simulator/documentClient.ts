import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../shared/storage/table/table.ts';
import type { Perform, ServiceOutput } from './calls.ts';

type Batch = Record<string, { Keys: Item[] } | { DeleteRequest: { Key: Item } }[]>;

/** The input of a call. For a batch it has the `Keys` of items to read or delete in a table. */
export function inputOf(request: ServiceOutput): ServiceOutput {
  if (!request.RequestItems) return request;
  const [[table, batch] = ['', []]] = Object.entries(request.RequestItems as Batch);
  return { table, ...(Array.isArray(batch) ? { Keys: batch.map(({ DeleteRequest }) => DeleteRequest.Key) } : batch) };
}

/** The request of a call's input. */
export function requestOf(action: string, { table, ...input }: ServiceOutput): ServiceOutput {
  if (!action.startsWith('Batch')) return input;
  const deletions = () => (input.Keys as Item[]).map((Key) => ({ DeleteRequest: { Key } }));
  return { RequestItems: { [String(table)]: action === 'BatchGetItem' ? input : deletions() } };
}

/** DynamoDB's response to a call. For a batch it has only items and unprocessed keys. */
export function responseOf(action: string, { table }: ServiceOutput, output: ServiceOutput): ServiceOutput {
  const { Items, UnprocessedKeys: keys } = output as { Items?: Item[]; UnprocessedKeys?: Item[] };
  const name = String(table);
  if (action === 'BatchGetItem')
    return { Responses: { [name]: Items }, UnprocessedKeys: keys ? { [name]: { Keys: keys } } : {} };
  if (action !== 'BatchWriteItem') return output;
  return { UnprocessedItems: keys ? { [name]: keys.map((Key) => ({ DeleteRequest: { Key } })) } : {} };
}

const ACTIONS: Record<string, string> = { Query: 'Query', Scan: 'Scan', TransactWrite: 'TransactWriteItems' };

/** A client of DynamoDB without the SDK, whose calls are performed here. */
export function documentClient(perform: Perform): DynamoDBDocumentClient {
  const send = async ({ constructor: { name }, input }: { constructor: { name: string }; input: ServiceOutput }) => {
    // A bundle numbers classes of the same name.
    const command = name.replace(/Command\d*$/, '');
    const action = ACTIONS[command] ?? `${command}Item`;
    const plain = inputOf(input);
    return responseOf(action, plain, await perform({ service: 'dynamodb', action, input: plain }));
  };
  return { send } as unknown as DynamoDBDocumentClient;
}
